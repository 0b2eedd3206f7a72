#include "solver/direct_graph.h"

#include <string.h>

enum {
    SMALL_COMPONENT = 12, /* manifolds of a component that is solved directly however it hangs together */
    MOST_MANIFOLDS = 512,
    SPARE_MANIFOLDS = 4 /* larger components: so many more than bodies. Columns have none, pyramids many */
};

/* Bit i: lane i has a contact of a body that has mass. */
static int used_lanes(const ContactBatch *b)
{
    return (b->dynamic_a | b->dynamic_b) & ((1 << b->count) - 1);
}

static int first_lane(int bits)
{
    int lane = 0;
    while ((bits >> lane & 1) == 0) {
        ++lane;
    }
    return lane;
}

int32_t dry__direct_count_heavy(const ContactStep *step, int32_t batch_count)
{
    int32_t count = 0;
    for (int32_t i = 0; i < batch_count; ++i) {
        for (int bits = step->batches[i].heavy; bits != 0; bits &= bits - 1) {
            ++count;
        }
    }
    return count;
}

static int32_t find_root(int32_t *parent, int32_t body)
{
    while (parent[body] != body) {
        parent[body] = parent[parent[body]];
        body = parent[body];
    }
    return body;
}

static void join_bodies(DirectGraph *g)
{
    int32_t *parent = g->parent;
    for (int32_t i = 0; i < g->step->bodies.count; ++i) {
        parent[i] = i;
    }
    for (int32_t i = 0; i < g->batch_count; ++i) {
        const ContactBatch *b = &g->step->batches[i];
        for (int both = b->dynamic_a & b->dynamic_b & used_lanes(b); both != 0; both &= both - 1) {
            int lane = first_lane(both);
            int32_t a = find_root(parent, b->body_a[lane]), o = find_root(parent, b->body_b[lane]);
            parent[a > o ? a : o] = a < o ? a : o;
        }
    }
}

/* Numbers the components, by their first bodies, and writes them over the roots. */
static void number_components(DirectGraph *g)
{
    int32_t *parent = g->parent;
    for (int32_t i = 0; i < g->step->bodies.count; ++i) {
        if (!direct_has_mass(g->step, i)) {
            parent[i] = -1;
        } else if (parent[i] == i) {
            parent[i] = g->component_count;
            g->components[g->component_count++] = (DirectComponent){ .bodies = 1 };
        } else {
            /* a root comes before all others, and its place holds its number already */
            parent[i] = parent[parent[i]];
            ++g->components[parent[i]].bodies;
        }
    }
}

static int32_t component_of(const DirectGraph *g, const ContactBatch *b, int lane)
{
    return g->parent[(b->dynamic_a >> lane & 1) != 0 ? b->body_a[lane] : b->body_b[lane]];
}

static void measure_components(DirectGraph *g)
{
    for (int32_t i = 0; i < g->batch_count; ++i) {
        const ContactBatch *b = &g->step->batches[i];
        for (int used = used_lanes(b); used != 0; used &= used - 1) {
            int lane = first_lane(used);
            DirectComponent *k = &g->components[component_of(g, b, lane)];
            ++k->manifolds;
            k->heavy += b->heavy >> lane & 1;
            k->waiting |= (b->waiting >> lane & 1) != 0;
        }
    }
}

/* Solved together exactly: small components, columns and towers. Pyramids and piles of any size make pivoting
   run in circles, and fill the factor. */
static bool choose_components(DirectGraph *g)
{
    bool any = false;
    for (int32_t c = 0; c < g->component_count; ++c) {
        DirectComponent *k = &g->components[c];
        bool thin = k->manifolds - k->bodies <= SPARE_MANIFOLDS && k->manifolds <= MOST_MANIFOLDS;
        bool possible = k->manifolds > 1 && (k->manifolds <= SMALL_COMPONENT || thin);
        k->wanted = possible && k->heavy > 1 && !k->waiting;
        g->possible |= possible;
        any |= k->wanted;
    }
    return any;
}

static void list_heavy(DirectGraph *g)
{
    memset(g->incident_begin, 0, ((size_t)g->step->bodies.count + 1) * sizeof *g->incident_begin);
    for (int32_t i = 0; i < g->batch_count; ++i) {
        const ContactBatch *b = &g->step->batches[i];
        for (int bits = b->heavy; bits != 0; bits &= bits - 1) {
            int lane = first_lane(bits);
            if (!g->components[component_of(g, b, lane)].wanted) {
                continue;
            }
            DirectManifold m = { .batch = i, .lane = lane, .body = { b->body_a[lane], b->body_b[lane] } };
            g->visited[g->heavy_count] = false;
            g->heavy[g->heavy_count++] = m;
            for (int side = 0; side < 2; ++side) {
                g->incident_begin[m.body[side] + 1] += direct_has_mass(g->step, m.body[side]) ? 1 : 0;
            }
        }
    }
}

static void list_incident(DirectGraph *g)
{
    for (int32_t i = 0; i < g->step->bodies.count; ++i) {
        g->incident_begin[i + 1] += g->incident_begin[i];
        g->place[i] = g->incident_begin[i];
    }
    for (int32_t i = 0; i < g->heavy_count; ++i) {
        for (int side = 0; side < 2; ++side) {
            int32_t body = g->heavy[i].body[side];
            if (direct_has_mass(g->step, body)) {
                g->incident[g->place[body]++] = i;
            }
        }
    }
}

static bool on_ground(const DirectGraph *g, int32_t heavy)
{
    const int32_t *body = g->heavy[heavy].body;
    return !direct_has_mass(g->step, body[0]) || !direct_has_mass(g->step, body[1]);
}

static int32_t push_neighbours(DirectGraph *g, int32_t heavy, int32_t end)
{
    for (int side = 0; side < 2; ++side) {
        int32_t body = g->heavy[heavy].body[side];
        if (!direct_has_mass(g->step, body)) {
            continue;
        }
        for (int32_t i = g->incident_begin[body]; i < g->incident_begin[body + 1]; ++i) {
            int32_t next = g->incident[i];
            if (!g->visited[next]) {
                g->visited[next] = true;
                g->order[end++] = next;
            }
        }
    }
    return end;
}

/* Breadth first, from what stands on the ground where there is such: neighbours in the order are neighbours
   in space, and the factor of a column stays a narrow band. One manifold alone needs no cluster: the sweeps
   solve its points together anyway. */
static void find_clusters(DirectGraph *g)
{
    int32_t end = 0;
    for (int ground = 1; ground >= 0; --ground) {
        for (int32_t i = 0; i < g->heavy_count; ++i) {
            if (g->visited[i] || (ground != 0 && !on_ground(g, i))) {
                continue;
            }
            int32_t begin = end;
            g->visited[i] = true;
            g->order[end++] = i;
            for (int32_t done = begin; done < end; ++done) {
                end = push_neighbours(g, g->order[done], end);
            }
            if (end - begin > 1) {
                g->clusters[g->cluster_count++] = (DirectSpan){ begin, end - begin };
            } else {
                end = begin;
            }
        }
    }
}

void dry__direct_find_clusters(DirectGraph *g)
{
    join_bodies(g);
    number_components(g);
    measure_components(g);
    if (choose_components(g)) {
        list_heavy(g);
        list_incident(g);
        find_clusters(g);
    }
}
