/* Debug drawing: walks the tables and calls the user's functions. */
#include "world/api/check.h"
#include "world/edit/proxy_edit.h"

#include "geometry/mesh.h"
#include "math/trig.h"

#include <drystone/debug.h>
#include <stdio.h>

enum {
    COLOR_STATIC = 0x7a8a99,
    COLOR_KINEMATIC = 0x4f9bd9,
    COLOR_AWAKE = 0xe8a33d,
    COLOR_ASLEEP = 0x8d7a66,
    COLOR_SENSOR = 0xb04fd9,
    COLOR_BOUNDS = 0x3f4650,
    COLOR_POINT = 0xe04f4f,
    COLOR_NORMAL = 0x4fe07a,
    COLOR_JOINT = 0x4fd9d0,
    CIRCLE_SIDES = 24
};

DryDebugDraw dry_debug_draw_default(void)
{
    return (DryDebugDraw){
        .shapes = true, .contacts = true, .normals = true, .joints = true, .impulse_scale = 0.01f
    };
}

typedef struct Pen {
    const DryDebugDraw *draw;
    const CollideShape *at;
    DryColor color;
} Pen;

static DryVec3 seen(const Pen *pen, DryVec3 local)
{
    return pos_sub(pos_add(pen->at->position, quat_rotate(pen->at->rotation, local)), pen->draw->origin);
}

static void line(const Pen *pen, DryVec3 a, DryVec3 b)
{
    if (pen->draw->line != NULL) {
        pen->draw->line(seen(pen, a), seen(pen, b), pen->color, pen->draw->user);
    }
}

/* An arc of the circle with radius r about `center`, in the plane of u and v. */
static void arc(const Pen *pen, DryVec3 center, DryVec3 u, DryVec3 v, float r, int sides)
{
    DryVec3 last = v3_mad(center, u, r);
    for (int i = 1; i <= sides; ++i) {
        float s, c;
        dry__sin_cos(2.0f * DRY_PI * (float)i / (float)CIRCLE_SIDES, &s, &c);
        DryVec3 next = v3_mad(v3_mad(center, u, r * c), v, r * s);
        line(pen, last, next);
        last = next;
    }
}

static void draw_capsule(const Pen *pen, float half, float radius)
{
    const DryVec3 x = { 1.0f, 0.0f, 0.0f }, y = { 0.0f, 1.0f, 0.0f }, z = { 0.0f, 0.0f, 1.0f };
    DryVec3 top = v3_scale(y, half), bottom = v3_scale(y, -half);
    arc(pen, top, x, z, radius, CIRCLE_SIDES);
    arc(pen, bottom, x, z, radius, CIRCLE_SIDES);
    arc(pen, top, x, y, radius, CIRCLE_SIDES / 2);
    arc(pen, top, z, y, radius, CIRCLE_SIDES / 2);
    arc(pen, bottom, x, v3_neg(y), radius, CIRCLE_SIDES / 2);
    arc(pen, bottom, z, v3_neg(y), radius, CIRCLE_SIDES / 2);
    const DryVec3 around[4] = {
        { radius, 0.0f, 0.0f }, { -radius, 0.0f, 0.0f }, { 0.0f, 0.0f, radius }, { 0.0f, 0.0f, -radius }
    };
    for (int i = 0; i < 4; ++i) {
        line(pen, v3_add(top, around[i]), v3_add(bottom, around[i]));
    }
}

static void draw_frustum(const Pen *pen, float half, float bottom, float top)
{
    const DryVec3 x = { 1.0f, 0.0f, 0.0f }, z = { 0.0f, 0.0f, 1.0f };
    DryVec3 low = { 0.0f, -half, 0.0f }, high = { 0.0f, half, 0.0f };
    arc(pen, low, x, z, bottom, CIRCLE_SIDES);
    arc(pen, high, x, z, top, CIRCLE_SIDES);
    const DryVec3 around[4] = { x, v3_neg(x), z, v3_neg(z) };
    for (int i = 0; i < 4; ++i) {
        line(pen, v3_mad(low, around[i], bottom), v3_mad(high, around[i], top));
    }
}

/* The mantle between the circles where it touches the balls, and what is left of these. */
static void draw_tapered(const Pen *pen, float half, float bottom, float top)
{
    const DryVec3 x = { 1.0f, 0.0f, 0.0f }, y = { 0.0f, 1.0f, 0.0f }, z = { 0.0f, 0.0f, 1.0f };
    DryVec3 low = { 0.0f, -half, 0.0f }, high = { 0.0f, half, 0.0f };
    for (int i = 0; i < 2; ++i) {
        DryVec3 across = i == 0 ? x : z;
        arc(pen, low, across, v3_neg(y), bottom, CIRCLE_SIDES / 2);
        arc(pen, high, across, y, top, CIRCLE_SIDES / 2);
    }
    draw_frustum(pen, half, bottom, top);
}

static void draw_ellipsoid(const Pen *pen, DryVec3 r)
{
    const DryVec3 zero = { 0.0f, 0.0f, 0.0f }, x = { r.x, 0.0f, 0.0f }, y = { 0.0f, r.y, 0.0f },
                  z = { 0.0f, 0.0f, r.z };
    arc(pen, zero, x, y, 1.0f, CIRCLE_SIDES);
    arc(pen, zero, y, z, 1.0f, CIRCLE_SIDES);
    arc(pen, zero, z, x, 1.0f, CIRCLE_SIDES);
}

static void draw_box(const Pen *pen, DryVec3 h)
{
    for (int i = 0; i < 8; ++i) {
        DryVec3 a = v3((i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z);
        for (int bit = 1; bit < 8; bit <<= 1) {
            if ((i & bit) == 0) {
                int j = i | bit;
                line(pen, a,
                     v3((j & 1) != 0 ? h.x : -h.x, (j & 2) != 0 ? h.y : -h.y, (j & 4) != 0 ? h.z : -h.z));
            }
        }
    }
}

static void draw_hull(const Pen *pen, const HullData *hull)
{
    for (int32_t e = 0; e < hull->edge_count; ++e) {
        const HullEdge *edge = &hull->edges[e];
        DryVec3 p = v3(edge->p[0], edge->p[1], edge->p[2]);
        line(pen, p, v3_add(p, v3(edge->d[0], edge->d[1], edge->d[2])));
    }
}

static void draw_mesh(const Pen *pen, const DryMesh *mesh)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        DryVec3 c[3];
        dry_mesh_triangle(mesh, i, c);
        if (pen->draw->triangle != NULL) {
            pen->draw->triangle(seen(pen, c[0]), seen(pen, c[1]), seen(pen, c[2]), pen->color,
                                pen->draw->user);
        }
        for (int k = 0; k < 3; ++k) {
            line(pen, c[k], c[(k + 1) % 3]);
        }
    }
}

/* A cross with its normal stands for the endless plane. */
static void draw_plane(const Pen *pen)
{
    const float size = 10.0f;
    line(pen, v3(-size, 0.0f, 0.0f), v3(size, 0.0f, 0.0f));
    line(pen, v3(0.0f, 0.0f, -size), v3(0.0f, 0.0f, size));
    line(pen, v3(0.0f, 0.0f, 0.0f), v3(0.0f, 1.0f, 0.0f));
}

static void draw_shape(const Pen *pen)
{
    const ShapeGeometry *g = &pen->at->geometry;
    switch (g->kind) {
    case SHAPE_SPHERE:
        draw_capsule(pen, 0.0f, g->u.sphere.radius);
        break;
    case SHAPE_CAPSULE:
        draw_capsule(pen, g->u.capsule.half_height, g->u.capsule.radius);
        break;
    case SHAPE_BOX:
        draw_box(pen, g->u.box.half);
        break;
    case SHAPE_HULL:
        draw_hull(pen, &g->u.hull->data);
        break;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
        draw_frustum(pen, g->u.frustum.half_height, g->u.frustum.bottom, g->u.frustum.top);
        break;
    case SHAPE_TAPERED_CAPSULE:
        draw_tapered(pen, g->u.frustum.half_height, g->u.frustum.bottom, g->u.frustum.top);
        break;
    case SHAPE_ELLIPSOID:
        draw_ellipsoid(pen, g->u.ellipsoid.radii);
        break;
    case SHAPE_ROUNDED_BOX: { /* its flat faces */
        DryVec3 h = g->u.rounded_box.half;
        float r = g->u.rounded_box.radius;
        draw_box(pen, v3(h.x + r, h.y, h.z));
        draw_box(pen, v3(h.x, h.y + r, h.z));
        draw_box(pen, v3(h.x, h.y, h.z + r));
        break;
    }
    case SHAPE_MESH:
        draw_mesh(pen, g->u.mesh.mesh);
        break;
    default:
        draw_plane(pen);
        break;
    }
}

static DryColor shape_color(const DryWorld *w, int32_t shape)
{
    const ShapeRecord *r = world_shape(w, shape);
    const BodyCold *c = world_body(w, r->body);
    if ((r->flags & SHAPE_SENSOR) != 0) {
        return COLOR_SENSOR;
    }
    if (c->type != (uint8_t)DRY_DYNAMIC) {
        return c->type == (uint8_t)DRY_STATIC ? COLOR_STATIC : COLOR_KINEMATIC;
    }
    return c->awake_index >= 0 ? COLOR_AWAKE : COLOR_ASLEEP;
}

static bool in_region(const DryDebugDraw *draw, const BoxF *box)
{
    const DryBounds *r = &draw->region;
    if (!(r->lower.x < r->upper.x && r->lower.y < r->upper.y && r->lower.z < r->upper.z)) {
        return true;
    }
    return (double)box->lower[0] <= r->upper.x && (double)box->upper[0] >= r->lower.x &&
           (double)box->lower[1] <= r->upper.y && (double)box->upper[1] >= r->lower.y &&
           (double)box->lower[2] <= r->upper.z && (double)box->upper[2] >= r->lower.z;
}

static void draw_bounds(const DryDebugDraw *draw, const BoxF *box)
{
    CollideShape at = { .position = { 0.5 * ((double)box->lower[0] + (double)box->upper[0]),
                                      0.5 * ((double)box->lower[1] + (double)box->upper[1]),
                                      0.5 * ((double)box->lower[2] + (double)box->upper[2]) },
                        .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
    Pen pen = { draw, &at, COLOR_BOUNDS };
    draw_box(&pen, v3(0.5f * (box->upper[0] - box->lower[0]), 0.5f * (box->upper[1] - box->lower[1]),
                      0.5f * (box->upper[2] - box->lower[2])));
}

static void draw_shapes(const DryWorld *w, const DryDebugDraw *draw)
{
    const ShapeTable *t = &w->state.shapes;
    for (int32_t i = 0; i < t->ids.generation.count; ++i) {
        if (!id_alive(&t->ids, i) || !in_region(draw, &t->proxies.data[i].fat)) {
            continue;
        }
        Pen pen = { draw, &t->collide.data[i], shape_color(w, i) };
        if (draw->shapes) {
            draw_shape(&pen);
        }
        if (draw->bounds && t->records.data[i].kind != (int32_t)SHAPE_HALF_SPACE) {
            draw_bounds(draw, &t->proxies.data[i].fat);
        }
    }
}

static void draw_point(const DryWorld *w, const DryDebugDraw *draw, const Contact *c, const Manifold *m,
                       int32_t p)
{
    DryPos at = pos_add(w->state.shapes.collide.data[c->shape_a].position, m->points[p].position);
    DryVec3 place = pos_sub(at, draw->origin);
    if (draw->contacts && draw->point != NULL) {
        draw->point(place, 5.0f, COLOR_POINT, draw->user);
    }
    if (draw->normals && draw->line != NULL) {
        draw->line(place, v3_mad(place, m->normal, 0.2f), COLOR_NORMAL, draw->user);
    }
    if (draw->impulses && draw->line != NULL) {
        draw->line(place, v3_mad(place, m->normal, m->total_impulse[p] * draw->impulse_scale), COLOR_POINT,
                   draw->user);
    }
}

static void draw_contacts(const DryWorld *w, const DryDebugDraw *draw)
{
    const ContactTable *t = &w->state.contacts;
    for (int32_t i = 0; i < t->contacts.count; ++i) {
        const Contact *c = &t->contacts.data[i];
        if (!id_alive(&t->ids, i) || (c->flags & CONTACT_SENSOR) != 0 ||
            !in_region(draw, &w->state.shapes.proxies.data[c->shape_a].fat)) {
            continue;
        }
        for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
            for (int32_t p = 0; p < t->manifolds.data[m].count; ++p) {
                if (!link_drops(&t->links.data[m], p)) {
                    draw_point(w, draw, c, &t->manifolds.data[m], p);
                }
            }
        }
    }
}

static DryVec3 anchor(const DryWorld *w, const DryDebugDraw *draw, int32_t body, DryVec3 local)
{
    const BodyMotion *m = world_motion(w, body);
    return pos_sub(pos_add(m->center, quat_rotate(m->rotation, local)), draw->origin);
}

static void draw_joints(const DryWorld *w, const DryDebugDraw *draw)
{
    const JointTable *t = &w->state.joints;
    for (int32_t i = 0; i < t->joints.count && draw->line != NULL; ++i) {
        if (!id_alive(&t->ids, i)) {
            continue;
        }
        const JointLink *link = &t->links.data[i];
        const Joint *j = &t->joints.data[i];
        DryVec3 a = anchor(w, draw, link->body[0], j->frame_a.position),
                b = anchor(w, draw, link->body[1], j->frame_b.position);
        draw->line(anchor(w, draw, link->body[0], v3(0.0f, 0.0f, 0.0f)), a, COLOR_JOINT, draw->user);
        draw->line(a, b, COLOR_POINT, draw->user);
        draw->line(b, anchor(w, draw, link->body[1], v3(0.0f, 0.0f, 0.0f)), COLOR_JOINT, draw->user);
    }
}

static void draw_bodies(const DryWorld *w, const DryDebugDraw *draw)
{
    const BodyTable *t = &w->state.bodies;
    for (int32_t i = 0; i < t->ids.generation.count; ++i) {
        if (!id_alive(&t->ids, i) || !body_is_dynamic(&t->cold.data[i])) {
            continue;
        }
        DryVec3 center = pos_sub(t->motion.data[i].center, draw->origin);
        if (draw->centers && draw->point != NULL) {
            draw->point(center, 4.0f, COLOR_JOINT, draw->user);
        }
        if (draw->sleeping && draw->text != NULL && t->cold.data[i].awake_index >= 0) {
            char text[32];
            snprintf(text, sizeof text, "%.2f s", (double)t->cold.data[i].sleep_timer);
            draw->text(center, text, COLOR_AWAKE, draw->user);
        }
    }
}

DryStatus dry_world_draw(const DryWorld *world, const DryDebugDraw *draw)
{
    const char *call = "dry_world_draw";
    if (world == NULL || draw == NULL || world->stepping) {
        return dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                         "the world or the drawing is null, or the world is stepping");
    }
    if (!pos_finite(draw->origin) || !isfinite(draw->impulse_scale)) {
        return dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "origin or impulse_scale is not finite");
    }
    if (draw->shapes || draw->bounds) {
        draw_shapes(world, draw);
    }
    if (draw->contacts || draw->normals || draw->impulses) {
        draw_contacts(world, draw);
    }
    if (draw->joints) {
        draw_joints(world, draw);
    }
    if (draw->centers || draw->sleeping) {
        draw_bodies(world, draw);
    }
    return DRY_OK;
}
