/* Which heavy manifolds are solved directly, and how they hang together. */
#ifndef DRY_SOLVER_DIRECT_GRAPH_H
#define DRY_SOLVER_DIRECT_GRAPH_H

#include "solver/direct_rows.h"

/* What hangs together through manifolds and bodies that have mass. */
typedef struct DirectComponent {
    int32_t manifolds, bodies; /* all of them */
    int32_t heavy;
    bool waiting, wanted;
} DirectComponent;

/* A cluster in DirectGraph.order. */
typedef struct DirectSpan {
    int32_t begin, count;
} DirectSpan;

/* Heavy manifolds of the components that are solved directly, cluster by cluster. The arrays are the
 * caller's. */
typedef struct DirectGraph {
    const ContactStep *step;
    int32_t batch_count;
    /* room for every body and one more */
    int32_t *parent;             /* union-find, later the body's component, or -1 */
    DirectComponent *components; /* at most one per body */
    int32_t *incident_begin;     /* per body: its heavy manifolds in `incident` */
    int32_t *place;              /* per body: for several uses */
    /* room for every heavy manifold; `incident`: twice */
    DirectManifold *heavy;
    int32_t *order, *incident;
    DirectSpan *clusters;
    bool *visited;
    int32_t component_count, heavy_count, cluster_count;
    bool possible; /* some component could be solved directly if it were loaded */
} DirectGraph;

static inline bool direct_has_mass(const ContactStep *step, int32_t body)
{
    return step->bodies.mass[body].inv_mass > 0.0f;
}

int32_t dry__direct_count_heavy(const ContactStep *step, int32_t batch_count);

/* Fills heavy, order and clusters. */
void dry__direct_find_clusters(DirectGraph *graph);

#endif
