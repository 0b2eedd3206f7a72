/* Friction of a cluster. A patch sticks: its three rows hold, as long as their impulse x stays within the
   bound mu N. Or it slides: then x = -mu N v / |v|, which is what a damper v + c x = 0 with c = |v| / (mu N)
   gives. With the speed of the solution before in c this is solved again until it no longer changes; for
   given loads each round lessens the energy (weights that follow the solution), so that nothing is ever cut
   off or turned around. All rows stay symmetric. */
#include "solver/direct_problem.h"

#include <math.h>

/* Sliding is settled when its impulse is as near to the bound. */
#define SLIDE_SLACK 1e-3f
/* What sticks may pull by so much more than the bound, or two bounds that are almost the same, as above and
   below a light body that carries a heavy one, would share the sliding between them. */
#define STICK_SLACK 1e-2f
/* Patches begin to slide together when they exceed their bounds by almost as much. */
#define TOGETHER 0.999f
/* Others begin when sliding is this near to its bounds. */
#define NEARLY 3e-3f
/* A sliding patch that has lost so much of its speed, or has hardly any (over ContactStep.slip_end), may
 * stick. */
#define STOPS 0.3f
#define CRAWL 0.05f
#define FALLS_SHORT 0.8f /* ... and falls short of its bound */
/* An impulse that has not settled is taken if it is no further beyond the bound. */
#define MOST_EXCESS 1.1f
enum {
    MOST_STOPS = 2
};

typedef struct Patch {
    DirectManifold *manifold;
    ContactBatch *batch;
    int32_t begin, friction, end; /* rows */
} Patch;

static Patch patch_of(const Problem *p, int32_t index)
{
    DirectManifold *m = &p->plan->manifolds[p->cluster->manifold + index];
    int32_t begin = m->row - p->cluster->row, friction = begin;
    while (p->rows[friction].kind < DIRECT_POINT_ROWS) {
        ++friction;
    }
    return (Patch){ m, &p->step->batches[m->batch], begin, friction, begin + m->rows };
}

static float bound_of(const Problem *p, const Patch *patch)
{
    const ContactBatch *b = patch->batch;
    int32_t lane = patch->manifold->lane;
    float load = 0.0f;
    for (int32_t i = patch->begin; i < patch->friction; ++i) {
        load += f_max(p->before[i] + p->change[i], 0.0f);
    }
    return load * (patch->manifold->fast ? b->friction_kinetic[lane] : b->friction_static[lane]);
}

static float slip_of(const Problem *p, const Patch *patch)
{
    float sum = 0.0f;
    for (int32_t i = patch->friction; i < patch->end; ++i) {
        sum += p->velocity[i] * p->velocity[i];
    }
    return sqrtf(sum);
}

static float pull_of(const Problem *p, const Patch *patch)
{
    float sum = 0.0f;
    for (int32_t i = patch->friction; i < patch->end; ++i) {
        float x = p->before[i] + p->change[i];
        sum += x * x;
    }
    return sqrtf(sum);
}

static void set_rows(const Problem *p, const Patch *patch)
{
    const DirectManifold *m = patch->manifold;
    for (int32_t i = patch->friction; i < patch->end; ++i) {
        float diagonal = direct_diagonal(p, i);
        float least = p->rows[i].kind == DIRECT_TWIST ? DIRECT_LOCKED_TWIST : DIRECT_LOCKED_SHARE;
        bool held = m->friction == DIRECT_WAITS || diagonal <= least * direct_inverse_mass(p, i);
        bool active = m->friction == DIRECT_STICKS || m->friction == DIRECT_SLIDES;
        float c = m->friction == DIRECT_SLIDES ? m->compliance : 0.0f;
        p->state[i] = (uint8_t)(ROW_FRICTION | (held ? ROW_HELD : active ? ROW_ACTIVE : 0));
        p->softness[i] = c + DIRECT_SOFTNESS * diagonal;
        p->residual[i] = p->velocity[i] + c * p->before[i];
    }
}

/* bound > 0 */
static void slide(Patch *patch, float speed, float bound)
{
    patch->manifold->friction = DIRECT_SLIDES;
    patch->manifold->compliance = f_max(speed, 1e-9f) / bound;
}

void dry__direct_begin_friction(const Problem *p)
{
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        Patch patch = patch_of(p, k);
        DirectManifold *m = patch.manifold;
        m->fast = (patch.batch->slipping >> m->lane & 1) != 0;
        for (int32_t i = patch.begin; i < patch.end; ++i) {
            p->change[i] = 0.0f;
        }
        float bound = bound_of(p, &patch);
        m->slip = slip_of(p, &patch);
        m->sticks = 0;
        m->guessed = false;
        m->friction = p->pass == DIRECT_BIAS ? DIRECT_WAITS : DIRECT_STICKS;
        if (m->friction == DIRECT_STICKS && m->fast && bound > 0.0f) {
            slide(&patch, m->slip, bound);
        }
        set_rows(p, &patch);
    }
}

/* Which of the patches that pull too hard slide first. */
typedef struct Limit {
    float slip, ratio;
    bool waits; /* until those that slide have found their speeds */
} Limit;

static bool pulls_too_hard(float pull, float bound)
{
    return pull > (1.0f + STICK_SLACK) * bound;
}

static Limit find_limit(const Problem *p)
{
    Limit limit = { 0.0f, 0.0f, false };
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        Patch patch = patch_of(p, k);
        float bound = bound_of(p, &patch), pull = pull_of(p, &patch);
        if (patch.manifold->friction == DIRECT_STICKS && bound > 0.0f && pulls_too_hard(pull, bound)) {
            limit.slip = f_max(limit.slip, patch.manifold->slip);
            limit.ratio = f_max(limit.ratio, pull / bound);
        }
        if (patch.manifold->friction == DIRECT_SLIDES && bound > 0.0f) {
            limit.waits |= !(fabsf(pull - bound) <= NEARLY * bound);
        }
    }
    return limit;
}

static bool judge_sticking(const Problem *p, Patch *patch, Limit limit, float pull, float bound)
{
    DirectManifold *m = patch->manifold;
    if (!pulls_too_hard(pull, bound)) {
        return true;
    }
    bool first = limit.slip > p->step->slip_end ? m->slip >= 0.5f * limit.slip
                                                : pull >= TOGETHER * limit.ratio * bound;
    if (first && !limit.waits) {
        float largest = 0.0f;
        for (int32_t i = patch->friction; i < patch->end; ++i) {
            largest = f_max(largest, direct_diagonal(p, i));
        }
        /* rather too fast: the next round corrects that at once, but not a speed that is too small */
        slide(patch, m->slip + largest * (pull - bound), bound);
        m->guessed = true;
        m->fast |= m->slip > p->step->slip_start;
    }
    return false;
}

static bool judge_sliding(const Problem *p, Patch *patch, float pull, float bound)
{
    DirectManifold *m = patch->manifold;
    float share = pull / bound, speed = m->compliance * pull;
    if (m->guessed) {
        m->guessed = false;
        m->slip = f_max(m->slip, speed);
    } else {
        m->fast |= speed > p->step->slip_start;
    }
    if (share > 1.0f - SLIDE_SLACK && share < 1.0f + SLIDE_SLACK) {
        return true;
    }
    bool stops = speed < STOPS * m->slip && share < FALLS_SHORT;
    stops |= share < 1.0f && speed < CRAWL * p->step->slip_end;
    if (stops && m->sticks < MOST_STOPS) {
        ++m->sticks;
        m->slip = speed;
        m->friction = DIRECT_STICKS;
    } else {
        slide(patch, speed, bound);
    }
    return false;
}

static bool judge(const Problem *p, Patch *patch, Limit limit)
{
    DirectManifold *m = patch->manifold;
    float bound = bound_of(p, patch), pull = pull_of(p, patch);
    bool settled = true;
    if (m->friction == DIRECT_WAITS) {
        return true;
    }
    if (!(bound > 0.0f)) {
        settled = m->friction == DIRECT_FREE;
        m->friction = DIRECT_FREE;
    } else if (m->friction == DIRECT_FREE) {
        settled = false;
        m->friction = DIRECT_STICKS;
    } else if (m->friction == DIRECT_STICKS) {
        settled = judge_sticking(p, patch, limit, pull, bound);
    } else {
        settled = judge_sliding(p, patch, pull, bound);
    }
    set_rows(p, patch);
    return settled;
}

bool dry__direct_judge_friction(const Problem *p)
{
    bool settled = true;
    Limit limit = find_limit(p);
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        Patch patch = patch_of(p, k);
        settled &= judge(p, &patch, limit);
    }
    return settled;
}

void dry__direct_go_on(const Problem *p)
{
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        Patch patch = patch_of(p, k);
        set_rows(p, &patch);
    }
}

bool dry__direct_slides(const Problem *p)
{
    bool slides = false;
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        slides |= p->plan->manifolds[p->cluster->manifold + k].friction == DIRECT_SLIDES;
    }
    return slides;
}

bool dry__direct_friction_bounded(const Problem *p)
{
    bool bounded = true;
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        Patch patch = patch_of(p, k);
        bounded &= patch.manifold->friction == DIRECT_WAITS ||
                   pull_of(p, &patch) <= MOST_EXCESS * bound_of(p, &patch);
    }
    return bounded;
}

void dry__direct_note_slip(const Problem *p)
{
    for (int32_t k = 0; k < p->cluster->manifolds; ++k) {
        Patch patch = patch_of(p, k);
        DirectManifold *m = patch.manifold;
        if (m->friction == DIRECT_WAITS) {
            continue;
        }
        int bit = 1 << m->lane;
        float speed = m->friction == DIRECT_SLIDES ? m->compliance * pull_of(p, &patch) : 0.0f;
        bool loaded = bound_of(p, &patch) > 0.0f;
        if (m->friction == DIRECT_SLIDES && loaded && speed > p->step->slip_start) {
            patch.batch->slipping |= bit;
        } else if (m->friction == DIRECT_STICKS || speed < p->step->slip_end) {
            patch.batch->slipping &= ~bit;
        }
    }
}
