#include "solver/direct_plan.h"

#include "base/memory.h"
#include "solver/direct_graph.h"

#include <string.h>

enum {
    MOST_ENTRIES = 100000, /* of a cluster's skyline */
    NONE = -1
};

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

void dry__direct_scratch_free(DirectScratch *scratch)
{
    dry__free(scratch->block, scratch->size);
    scratch->block = NULL;
    scratch->size = 0;
}

/* Hands out aligned pieces of a block; with a null block only counts. */
typedef struct Carver {
    char *block;
    size_t size;
} Carver;

static void *carve(Carver *carver, size_t bytes)
{
    void *piece = carver->block == NULL ? NULL : carver->block + carver->size;
    carver->size += (bytes + 63) / 64 * 64;
    return piece;
}

static size_t carve_graph(DirectGraph *g, char *block, int32_t heavy)
{
    Carver carver = { block, 0 };
    size_t n = (size_t)heavy, m = (size_t)g->step->bodies.count + 1;
    g->parent = carve(&carver, m * sizeof *g->parent);
    g->components = carve(&carver, m * sizeof *g->components);
    g->incident_begin = carve(&carver, m * sizeof *g->incident_begin);
    g->place = carve(&carver, m * sizeof *g->place);
    g->heavy = carve(&carver, n * sizeof *g->heavy);
    g->order = carve(&carver, n * sizeof *g->order);
    g->incident = carve(&carver, 2 * n * sizeof *g->incident);
    g->clusters = carve(&carver, n * sizeof *g->clusters);
    g->visited = carve(&carver, n * sizeof *g->visited);
    return carver.size;
}

static int32_t count_rows(const ContactStep *step, const DirectManifold *m)
{
    const ContactBatch *b = &step->batches[m->batch];
    int32_t rows = b->radius[m->lane] > 0.0f ? 3 : 2;
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        rows += b->diagonal[k][m->lane] > 0.0f ? 1 : 0;
    }
    return rows;
}

/* Rows and skyline of a cluster, as if alone. DirectGraph.place holds each body's first row; NONE on entry
   and again on return. */
static DirectCluster measure(DirectGraph *g, DirectSpan span)
{
    DirectCluster c = { .manifolds = span.count };
    int32_t *first = g->place;
    for (int32_t i = span.begin; i < span.begin + span.count; ++i) {
        DirectManifold *m = &g->heavy[g->order[i]];
        m->row = m->first = c.rows;
        m->rows = count_rows(g->step, m);
        for (int side = 0; side < 2; ++side) {
            int32_t body = m->body[side];
            if (direct_has_mass(g->step, body)) {
                first[body] = first[body] == NONE ? c.rows : first[body];
                m->first = m->first < first[body] ? m->first : first[body];
            }
        }
        for (int32_t r = 0; r < m->rows; ++r) {
            c.entries += c.rows + r - m->first + 1;
        }
        c.rows += m->rows;
    }
    for (int32_t i = span.begin; i < span.begin + span.count; ++i) {
        const int32_t *body = g->heavy[g->order[i]].body;
        first[body[0]] = first[body[1]] = NONE;
    }
    return c;
}

/* Sizes of everything in the plan; clusters whose factor would be too large are left out. */
static void measure_plan(DirectGraph *g, DirectPlan *plan)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < g->step->bodies.count; ++i) {
        g->place[i] = NONE;
    }
    for (int32_t c = 0; c < g->cluster_count; ++c) {
        DirectCluster size = measure(g, g->clusters[c]);
        if (size.entries <= MOST_ENTRIES) {
            plan->manifold_count += size.manifolds;
            plan->row_count += size.rows;
            plan->entry_count += size.entries;
            g->clusters[kept++] = g->clusters[c];
        }
    }
    plan->cluster_count = g->cluster_count = kept;
}

static size_t carve_plan(DirectPlan *p, char *block)
{
    Carver carver = { block, 0 };
    size_t rows = (size_t)p->row_count, entries = (size_t)p->entry_count;
    p->manifolds = carve(&carver, (size_t)p->manifold_count * sizeof *p->manifolds);
    p->clusters = carve(&carver, (size_t)p->cluster_count * sizeof *p->clusters);
    p->rows = carve(&carver, rows * sizeof *p->rows);
    p->matrix = carve(&carver, entries * sizeof *p->matrix);
    for (int i = 0; i < DIRECT_PASSES; ++i) {
        p->factor[i] = carve(&carver, entries * sizeof *p->factor[i]);
        p->active[i] = carve(&carver, rows);
    }
    p->velocity = carve(&carver, rows * sizeof *p->velocity);
    p->residual = carve(&carver, rows * sizeof *p->residual);
    p->before = carve(&carver, rows * sizeof *p->before);
    p->softness = carve(&carver, rows * sizeof *p->softness);
    p->change = carve(&carver, rows * sizeof *p->change);
    p->work = carve(&carver, rows * sizeof *p->work);
    p->state = carve(&carver, rows);
    p->wrong = carve(&carver, rows);
    return carver.size;
}

/* Rows, then matrix, of a manifold whose `row` is that of the plan. */
static void make_rows(const ContactStep *step, DirectPlan *plan, int32_t index, int32_t shift, int32_t place)
{
    const DirectManifold *m = &plan->manifolds[index];
    const ContactBatch *b = &step->batches[m->batch];
    int32_t row = m->row;
    for (int32_t kind = 0; kind < DIRECT_MOST_ROWS; ++kind) {
        bool has = kind < MANIFOLD_MAX_POINTS ? b->diagonal[kind][m->lane] > 0.0f
                                              : kind != DIRECT_TWIST || b->radius[m->lane] > 0.0f;
        if (has) {
            DirectRow *r = &plan->rows[row];
            dry__direct_make_row(step, m, kind, r);
            r->manifold = index;
            r->first = m->first + shift;
            r->place = place;
            place += row - r->first + 1;
            ++row;
        }
    }
}

static void fill_plan(DirectGraph *g, DirectPlan *plan)
{
    int32_t manifold = 0, row = 0, place = 0;
    for (int32_t c = 0; c < g->cluster_count; ++c) {
        DirectCluster *out = &plan->clusters[c];
        *out = measure(g, g->clusters[c]);
        out->manifold = manifold;
        out->row = row;
        out->place = place;
        for (int32_t i = 0; i < out->manifolds; ++i, ++manifold) {
            DirectManifold *m = &plan->manifolds[manifold];
            *m = g->heavy[g->order[g->clusters[c].begin + i]];
            m->row += row;
            make_rows(g->step, plan, manifold, row, place);
            int32_t last = m->row + m->rows - 1;
            place = plan->rows[last].place + (last - plan->rows[last].first) + 1;
        }
        row += out->rows;
        dry__direct_make_matrix(plan, out);
    }
}

bool dry__direct_plan(const ContactStep *step, int32_t batch_count, DirectScratch scratch[2],
                      DirectPlan *plan)
{
    DirectGraph g = { .step = step, .batch_count = batch_count };
    memset(plan, 0, sizeof *plan);
    int32_t heavy = dry__direct_count_heavy(step, batch_count);
    if (heavy == 0) {
        return true;
    }
    if (!make_room(&scratch[0], carve_graph(&g, NULL, heavy))) {
        return false;
    }
    (void)carve_graph(&g, scratch[0].block, heavy);
    dry__direct_find_clusters(&g);
    plan->impossible = !g.possible;
    measure_plan(&g, plan);
    if (plan->cluster_count == 0) {
        return true;
    }
    if (!make_room(&scratch[1], carve_plan(plan, NULL))) {
        return false;
    }
    (void)carve_plan(plan, scratch[1].block);
    fill_plan(&g, plan);
    return true;
}
