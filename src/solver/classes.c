#include "solver/classes.h"

#include "base/memory.h"

#include <string.h>

/* Hands out aligned pieces of a block; with a null block only counts. */
typedef struct Carver {
    char *block;
    size_t size;
} Carver;

static void *carve(Carver *carver, size_t count, size_t bytes)
{
    void *piece = carver->block == NULL ? NULL : carver->block + carver->size;
    carver->size += (count * bytes + 63) / 64 * 64;
    return piece;
}

/* The step's parts. In each class the bodies are record 0, then all without mass, then its own, each in the
   order they came in. */
typedef struct Split {
    const SolverInput *whole;
    const SolverClasses *classes;
    int32_t first_used; /* class of rows between bodies without mass */
    int32_t massless;
    int32_t bodies[SOLVER_MAX_CLASSES]; /* with all records */
    int32_t *place;                     /* of each body in its class */
    ContactInput *contacts;
    ContactSpecial *specials;
    JointRef *joints;
    int32_t contact_count, joint_count; /* handed out so far */
    SolverInput part[SOLVER_MAX_CLASSES];
    SolverOutput output[SOLVER_MAX_CLASSES];
} Split;

static int32_t row_class(const Split *s, int32_t body_a, int32_t body_b)
{
    const uint8_t *of = s->classes->body_class;
    int32_t found = of[body_a] != SOLVER_EVERY_CLASS ? of[body_a] : of[body_b];
    return found != SOLVER_EVERY_CLASS ? found : s->first_used;
}

static void count_bodies(Split *s)
{
    const SolverClasses *classes = s->classes;
    int32_t own[SOLVER_MAX_CLASSES] = { 0 };
    for (int32_t i = 1; i < s->whole->bodies.count; ++i) {
        if (classes->body_class[i] == SOLVER_EVERY_CLASS) {
            ++s->massless;
        } else {
            ++own[classes->body_class[i]];
        }
    }
    s->first_used = -1;
    for (int32_t k = 0; k < SOLVER_MAX_CLASSES; ++k) {
        s->bodies[k] = 1 + s->massless + own[k];
        s->first_used = s->first_used < 0 && classes->used[k] ? k : s->first_used;
    }
}

static int32_t last_row(const int32_t *begin, int32_t colors, int32_t overflow_end)
{
    return overflow_end > begin[colors] ? overflow_end : begin[colors];
}

static size_t carve_split(Split *s, char *block)
{
    const SolverInput *whole = s->whole;
    Carver carver = { block, 0 };
    size_t contacts = (size_t)last_row(whole->contact_begin, whole->contact_colors, whole->overflow_end);
    size_t joints = (size_t)last_row(whole->joint_begin, whole->joint_colors, whole->joint_overflow_end);
    s->place = carve(&carver, (size_t)whole->bodies.count, sizeof *s->place);
    s->contacts = carve(&carver, contacts, sizeof *s->contacts);
    s->specials = carve(&carver, whole->specials != NULL ? contacts : 0, sizeof *s->specials);
    s->joints = carve(&carver, joints, sizeof *s->joints);
    for (int32_t k = 0; k < SOLVER_MAX_CLASSES; ++k) {
        SolverInput *part = &s->part[k];
        size_t n = s->classes->used[k] ? (size_t)s->bodies[k] : 0;
        *part = *whole;
        part->settings = s->classes->settings[k];
        part->bodies.count = s->bodies[k];
        part->bodies.velocity = carve(&carver, n, sizeof *part->bodies.velocity);
        part->bodies.delta = carve(&carver, n, sizeof *part->bodies.delta);
        part->bodies.mass = carve(&carver, n, sizeof *part->bodies.mass);
        part->bodies.motion = carve(&carver, n, sizeof *part->bodies.motion);
        part->accounts = carve(&carver, whole->accounts != NULL ? n : 0, sizeof *part->accounts);
        part->accounts = whole->accounts != NULL ? part->accounts : NULL;
    }
    return carver.size;
}

static void copy_body(const SolverBodies *from, int32_t at, const SolverBodies *to, int32_t place)
{
    to->velocity[place] = from->velocity[at];
    to->delta[place] = from->delta[at];
    to->mass[place] = from->mass[at];
    to->motion[place] = from->motion[at];
}

static void hand_out_body(const Split *s, int32_t body, int32_t k)
{
    const SolverInput *part = &s->part[k];
    copy_body(&s->whole->bodies, body, &part->bodies, s->place[body]);
    if (part->accounts != NULL) {
        part->accounts[s->place[body]] = s->whole->accounts[body];
    }
}

static void hand_out_bodies(Split *s)
{
    const uint8_t *of = s->classes->body_class;
    int32_t massless = 0, own[SOLVER_MAX_CLASSES] = { 0 };
    for (int32_t i = 0; i < s->whole->bodies.count; ++i) {
        if (of[i] != SOLVER_EVERY_CLASS) {
            s->place[i] = 1 + s->massless + own[of[i]]++;
            hand_out_body(s, i, of[i]);
            continue;
        }
        s->place[i] = massless++;
        for (int32_t k = 0; k < SOLVER_MAX_CLASSES; ++k) {
            if (s->classes->used[k]) {
                hand_out_body(s, i, k);
            }
        }
    }
}

static void hand_out_contacts(Split *s, int32_t k, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        ContactInput in = s->whole->contacts[i];
        if (row_class(s, in.body_a, in.body_b) != k) {
            continue;
        }
        in.body_a = s->place[in.body_a];
        in.body_b = s->place[in.body_b];
        s->contacts[s->contact_count] = in;
        if (in.material.special != 0) {
            s->specials[s->contact_count] = s->whole->specials[i];
        }
        ++s->contact_count;
    }
}

static void hand_out_joints(Split *s, int32_t k, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        JointRef ref = s->whole->joints[i];
        if (row_class(s, ref.body_a, ref.body_b) == k) {
            ref.body_a = s->place[ref.body_a];
            ref.body_b = s->place[ref.body_b];
            s->joints[s->joint_count++] = ref;
        }
    }
}

/* The class's rows, colour by colour in the order they came in. */
static void hand_out_rows(Split *s, int32_t k)
{
    const SolverInput *whole = s->whole;
    SolverInput *part = &s->part[k];
    part->contacts = s->contacts;
    part->specials = whole->specials != NULL ? s->specials : NULL;
    for (int32_t c = 0; c < whole->contact_colors; ++c) {
        part->contact_begin[c] = s->contact_count;
        hand_out_contacts(s, k, whole->contact_begin[c], whole->contact_begin[c + 1]);
    }
    part->contact_begin[whole->contact_colors] = part->overflow_begin = s->contact_count;
    hand_out_contacts(s, k, whole->overflow_begin, whole->overflow_end);
    part->overflow_end = s->contact_count;
    part->joints = s->joints;
    for (int32_t c = 0; c < whole->joint_colors; ++c) {
        part->joint_begin[c] = s->joint_count;
        hand_out_joints(s, k, whole->joint_begin[c], whole->joint_begin[c + 1]);
    }
    part->joint_begin[whole->joint_colors] = part->joint_overflow_begin = s->joint_count;
    hand_out_joints(s, k, whole->joint_overflow_begin, whole->joint_overflow_end);
    part->joint_overflow_end = s->joint_count;
}

static void take_back(const Split *s)
{
    const uint8_t *of = s->classes->body_class;
    for (int32_t i = 1; i < s->whole->bodies.count; ++i) {
        int32_t k = of[i] != SOLVER_EVERY_CLASS ? of[i] : s->first_used;
        copy_body(&s->part[k].bodies, s->place[i], &s->whole->bodies, i);
        if (s->whole->accounts != NULL) {
            s->whole->accounts[i] = s->part[k].accounts[s->place[i]];
        }
    }
}

static void add_times(SolverTimes *sum, const SolverTimes *t)
{
    sum->prepare += t->prepare;
    sum->warm_start += t->warm_start;
    sum->bounce += t->bounce;
    sum->direct += t->direct;
    sum->solve += t->solve;
    sum->push += t->push;
    sum->relax += t->relax;
    sum->joints += t->joints;
    sum->integrate += t->integrate;
    sum->store += t->store;
}

static void add_output(SolverOutput *sum, const SolverOutput *o)
{
    add_times(&sum->times, &o->times);
    sum->bounces += o->bounces;
    sum->bounce_capped += o->bounce_capped;
    sum->direct_clusters += o->direct_clusters;
    sum->direct_manifolds += o->direct_manifolds;
    sum->direct_impossible &= o->direct_impossible;
    sum->direct_failures += o->direct_failures;
    sum->residual = sum->residual < o->residual ? o->residual : sum->residual;
    sum->sweeps += o->sweeps;
    sum->sweeps_saved += o->sweeps_saved;
    sum->early_exits += o->early_exits;
    sum->sinking |= o->sinking;
}

static bool make_room(DirectScratch *scratch, size_t size)
{
    if (size <= scratch->size) {
        return true;
    }
    void *block = dry__alloc(size + size / 2);
    if (block == NULL) {
        return false;
    }
    dry__direct_scratch_free(scratch);
    scratch->block = block;
    scratch->size = size + size / 2;
    return true;
}

bool dry__solver_step_in_classes(const SolverInput *input, const SolverClasses *classes,
                                 SolverClassScratch *scratch, SolverOutput *output)
{
    Split s = { .whole = input, .classes = classes };
    count_bodies(&s);
    if (!make_room(&scratch->block, carve_split(&s, NULL))) {
        return false;
    }
    (void)carve_split(&s, scratch->block.block);
    hand_out_bodies(&s);
    for (int32_t k = 0; k < SOLVER_MAX_CLASSES; ++k) {
        if (classes->used[k]) {
            hand_out_rows(&s, k);
            if (!dry__solver_prepare(&s.part[k], &scratch->solver[k], &s.output[k])) {
                return false;
            }
        }
    }
    *output = (SolverOutput){ .direct_impossible = true };
    for (int32_t k = 0; k < SOLVER_MAX_CLASSES; ++k) {
        if (classes->used[k]) {
            dry__solver_run(&scratch->solver[k]);
            add_output(output, &s.output[k]);
        }
    }
    take_back(&s);
    return true;
}

void dry__solver_class_scratch_free(SolverClassScratch *scratch)
{
    for (int32_t k = 0; k < SOLVER_MAX_CLASSES; ++k) {
        dry__solver_scratch_free(&scratch->solver[k]);
    }
    dry__direct_scratch_free(&scratch->block);
}
