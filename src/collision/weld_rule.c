/* Which contacts are false. Decisions of a round look at the round before only, so that they do not depend on
   the order of the contacts. */
#include "collision/weld_rule.h"

#include "collision/weld_face.h"

/* Lengths in metres, for bodies of usual size. */
#define GAP 2e-3f      /* slots narrower than this are closed */
#define STEP 9e-3f     /* a covering face goes on this far beyond the contact's plane, */
#define REACH 2e-2f    /* or has a corner this far beyond it */
#define DEEP 1e-3f     /* what lies deeper below the face than the body does is not of it: walls of pits */
#define AROUND 0.25f   /* of an edge, this much around the point counts */
#define AHEAD 2e-2f    /* contacts farther ahead count as this far */
#define PARALLEL 1e-6f /* squared sine of a milliradian */
#define NEARLY 2.7e-3f /* of three degrees */
#define REFIT_DEEPER \
    1e-2f            /* a contact that would become this much deeper than those at hand is another one */
#define SQUARE 2e-3f /* cosine of the angle between an edge and a normal across it */

enum {
    ROUNDS = 4 /* along chains of pieces */
};

static float squared_sine(DryVec3 a, DryVec3 b)
{
    return v3_length_squared(v3_cross(a, b));
}

/* What the contact touches rises above the plane of the face. */
static bool rises(const WeldSet *set, const WeldFace *face, const WeldContact *c)
{
    const WeldPoint *p = &set->points[c->point_first];
    for (int32_t i = 0; i < c->feature.count; ++i) {
        DryVec3 corner = set->corners[c->feature.first + i], arm = v3_sub(corner, p->position);
        float length = v3_length(arm), around = AROUND * set->scale;
        if (c->feature.count <= 2 && length > around) {
            corner = v3_mad(p->position, arm, around / length);
        }
        if (v3_dot(face->normal, corner) - face->offset > set->tolerance) {
            return true;
        }
    }
    return c->feature.count == 0; /* without bounds */
}

/* The face, seen from the contact's point, is there and goes on through the contact's plane. */
static bool sticks_out(const WeldSet *set, const WeldFace *face, const WeldPoint *p, DryVec3 tangent)
{
    float ahead = f_clamp(p->separation, 0.0f, AHEAD * set->scale), gap = GAP * set->scale;
    DryVec3 n = face->normal, x = v3_mad(p->position, n, face->offset - v3_dot(n, p->position));
    bool inside;
    DryVec3 near = dry__weld_closest(set, face, x, &inside);
    if (!inside && v3_length(v3_sub(x, near)) > gap + ahead) {
        return false;
    }
    DryVec3 beyond = v3_mad(x, tangent, STEP * set->scale + ahead);
    DryVec3 there = dry__weld_closest(set, face, beyond, &inside);
    if (inside || v3_length(v3_sub(beyond, there)) <= 1.5f * gap) {
        return true;
    }
    float farthest = -INFINITY;
    for (int32_t i = 0; i < face->count; ++i) {
        farthest = f_max(farthest, v3_dot(tangent, v3_sub(set->corners[face->first + i], x)));
    }
    return farthest > REACH * set->scale && v3_dot(v3_sub(there, x), tangent) > 0.5f * gap;
}

/* `deepest`: of the body over the face, -inf when that is not known. */
static bool covers(const WeldSet *set, const WeldFace *face, float deepest, const WeldContact *c, bool loose)
{
    DryVec3 n = face->normal;
    float along = v3_dot(c->normal, n);
    if (c->connected) {
        return false;
    }
    if (along > 0.0f && squared_sine(c->normal, n) < (c->exact || loose ? NEARLY : PARALLEL)) {
        return false; /* the same direction does no harm */
    }
    DryVec3 tangent = v3_mad(c->normal, n, -along);
    float length = v3_length(tangent);
    if (length < 1e-4f || rises(set, face, c)) {
        return false;
    }
    float highest = -INFINITY;
    for (int32_t i = 0; i < c->point_count; ++i) {
        const WeldPoint *p = &set->points[c->point_first + i];
        highest = f_max(highest, v3_dot(n, p->position) - face->offset + p->separation * along);
    }
    if (highest < f_min(deepest, 0.0f) - DEEP * set->scale - set->tolerance) {
        return false;
    }
    if (dry__weld_lowest(set, c, face) >= -set->tolerance) {
        return true; /* they touch in the face's plane only: it does not matter what gap is between */
    }
    tangent = v3_scale(tangent, 1.0f / length);
    for (int32_t i = 0; i < c->point_count; ++i) {
        if (sticks_out(set, face, &set->points[c->point_first + i], tangent)) {
            return true;
        }
    }
    return false;
}

/* Faces that no other touched face covers carry the body. Faces that are only nearly those of their contacts
   give way to true ones. */
static void find_solid(WeldSet *set)
{
    int32_t n = set->contact_count;
    for (int32_t i = 0; i < n; ++i) {
        WeldContact *c = &set->contacts[i];
        bool covered = !c->has_face || c->parent >= 0;
        for (int32_t j = 0; j < n && !covered; ++j) {
            const WeldContact *f = &set->contacts[j];
            covered = j != i && f->has_face && covers(set, &f->feature, f->deepest, c, true);
        }
        c->state = covered ? WELD_OPEN : WELD_SOLID;
    }
    for (int32_t i = 0; i < n; ++i) {
        WeldContact *c = &set->contacts[i];
        for (int32_t j = 0; j < n && c->state == WELD_SOLID && !c->exact; ++j) {
            const WeldContact *f = &set->contacts[j];
            if (f->state == WELD_SOLID && f->exact && covers(set, &f->feature, f->deepest, c, false)) {
                c->state = WELD_OPEN;
            }
        }
    }
}

/* What covers others in a round. */
typedef enum CoverBy {
    BY_FACES,  /* solid ones, and those that contacts were moved onto */
    BY_RIDGES, /* faces that open contacts lean to */
    BY_EDGES   /* edges in the planes of their contacts */
} CoverBy;

/* The face by which contact f may cover others in a round; null: none. */
static const WeldFace *face_of(const WeldSet *set, const WeldContact *f, CoverBy by, float *deepest)
{
    if (f->parent >= 0) {
        *deepest = set->contacts[f->parent].deepest;
        return by == BY_FACES && set->contacts[f->parent].state == WELD_SOLID ? &f->feature : NULL;
    }
    if (by != BY_FACES) {
        *deepest = f->deepest;
        bool does = f->state == WELD_OPEN && (by == BY_RIDGES ? f->ridge : f->edge);
        return !does ? NULL : by == BY_RIDGES ? &f->refit : &f->feature;
    }
    *deepest = f->state == WELD_SOLID ? f->deepest : f->refit_deepest;
    return f->state == WELD_SOLID ? &f->feature : f->state == WELD_VOID && f->has_refit ? &f->refit : NULL;
}

/* The best of the faces that cover an open contact, or -1. */
static int32_t find_cover(const WeldSet *set, const WeldContact *c, CoverBy by)
{
    int32_t best = -1;
    float most = -2.0f, deepest;
    for (int32_t j = 0; j < set->contact_count; ++j) {
        const WeldFace *face = face_of(set, &set->contacts[j], by, &deepest);
        if (face == NULL || &set->contacts[j] == c) {
            continue;
        }
        float cosine = v3_dot(face->normal, c->normal);
        if (cosine > most && covers(set, face, deepest, c, false)) {
            most = cosine;
            best = j;
        }
    }
    return best;
}

/* Moves the covered contacts of a round onto their faces; false when there are none. */
static bool move_covered(WeldSet *set, CoverBy by)
{
    bool any = false;
    for (int32_t i = 0; i < set->contact_count; ++i) {
        WeldContact *c = &set->contacts[i];
        c->covered_by = -1;
        bool free = c->state == WELD_OPEN && c->parent < 0;
        if (free && (by == BY_FACES || (by == BY_RIDGES ? !c->ridge : c->feature.count == 1))) {
            c->covered_by = find_cover(set, c, by);
        }
        any = any || c->covered_by >= 0;
    }
    for (int32_t i = 0; i < set->contact_count && any; ++i) {
        WeldContact *c = &set->contacts[i];
        if (c->covered_by >= 0) {
            float deepest;
            const WeldFace cover = *face_of(set, &set->contacts[c->covered_by], by, &deepest);
            float least = f_min(f_min(deepest, c->deepest), 0.0f) - REFIT_DEEPER * set->scale;
            dry__weld_refit(set, c, &cover);
            c->state = c->refit_count > 0 && c->refit_deepest < least ? WELD_KEPT : WELD_VOID;
        }
    }
    return any;
}

/* Of contacts that no touched face covers, those that lean to a face of their own piece cover those that do
   not: a body that crosses a ridge touches both edges of the two pieces there. */
static void weld_ridges(WeldSet *set)
{
    for (int32_t i = 0; i < set->contact_count; ++i) {
        WeldContact *c = &set->contacts[i];
        c->ridge = c->state == WELD_OPEN && dry__weld_face_towards(set, c, c->normal, 0.87f, &c->refit);
    }
    (void)move_covered(set, BY_RIDGES);
}

/* An edge that goes on from piece to piece has no corners between: an edge that is touched across it covers
   the corners at its ends. */
static void weld_edges(WeldSet *set)
{
    for (int32_t i = 0; i < set->contact_count; ++i) {
        WeldContact *c = &set->contacts[i];
        c->edge = false;
        if (c->state == WELD_OPEN && !c->has_face && c->feature.count == 2) {
            const DryVec3 *ends = &set->corners[c->feature.first];
            DryVec3 along = v3_sub(ends[1], ends[0]);
            c->feature.normal = c->normal;
            c->feature.offset = v3_dot(c->normal, set->points[c->point_first].position);
            c->edge = fabsf(v3_dot(along, c->normal)) <= SQUARE * v3_length(along);
        }
    }
    (void)move_covered(set, BY_EDGES);
}

void dry__weld_decide(WeldSet *set)
{
    find_solid(set);
    for (int round = 0; round < ROUNDS && move_covered(set, BY_FACES); ++round) {
    }
    weld_ridges(set);
    weld_edges(set);
}
