/* A box seen as a hull, and the support function. */
#include "geometry/hull.h"

enum {
    BOX_VERTICES = 8,
    BOX_FACES = 6,
    BOX_EDGES = 12,
    BOX_PADDED_EDGES = 16,
    BOX_LOOPS = 24
};

static const float face_sign[BOX_FACES] = { -1.0f, 1.0f, -1.0f, 1.0f, -1.0f, 1.0f };

/* Counter-clockwise seen from outside; faces -x +x -y +y -z +z. */
static const uint8_t face_loop[BOX_FACES][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                                 { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };

/* Tail, head, face left of tail -> head seen from outside, the other face. */
static const uint8_t edge_table[BOX_EDGES][4] = {
    { 0, 1, 2, 4 }, { 0, 2, 4, 0 }, { 0, 4, 0, 2 }, { 1, 3, 1, 4 }, { 1, 5, 2, 1 }, { 2, 3, 4, 3 },
    { 2, 6, 3, 0 }, { 3, 7, 1, 3 }, { 4, 5, 5, 2 }, { 4, 6, 0, 5 }, { 5, 7, 5, 1 }, { 6, 7, 3, 5 },
};

static float corner(float half, int32_t vertex, int32_t axis)
{
    return (vertex >> axis & 1) != 0 ? half : -half;
}

static void fill_planes(BoxHull *hull, const float half[3])
{
    float *fx = hull->floats + 24;
    for (int32_t i = 0; i < 8; ++i) {
        int32_t face = i < BOX_FACES ? i : 0;
        int32_t axis = face / 2;
        for (int32_t k = 0; k < 3; ++k) {
            hull->floats[8 * k + i] = corner(half[k], i, k);
            fx[8 * k + i] = k == axis ? face_sign[face] : 0.0f;
        }
        fx[24 + i] = half[axis];
    }
}

static void fill_edges(BoxHull *hull, const float half[3])
{
    int32_t *face0 = hull->ints, *face1 = face0 + BOX_PADDED_EDGES;
    int32_t *tail = face1 + BOX_PADDED_EDGES, *head = tail + BOX_PADDED_EDGES;
    for (int32_t i = 0; i < BOX_PADDED_EDGES; ++i) {
        const uint8_t *row = edge_table[i < BOX_EDGES ? i : 0];
        HullEdge *edge = hull->edges + i;
        float length2 = 0.0f;
        for (int32_t k = 0; k < 3; ++k) {
            edge->n0[k] = row[2] / 2 == k ? face_sign[row[2]] : 0.0f;
            edge->n1[k] = row[3] / 2 == k ? face_sign[row[3]] : 0.0f;
            edge->p[k] = corner(half[k], row[0], k);
            edge->d[k] = corner(half[k], row[1], k) - edge->p[k];
            edge->pad[k] = 0.0f;
            length2 += edge->d[k] * edge->d[k];
        }
        edge->tolerance = 1e-6f * length2;
        hull->ek[i] = 1.41421366f; /* 1 / cos 45 degrees, rounded up */
        tail[i] = row[0];
        head[i] = row[1];
        face0[i] = row[2];
        face1[i] = row[3];
    }
}

static void fill_loops(BoxHull *hull, const float half[3])
{
    int32_t *start = hull->ints + 4 * BOX_PADDED_EDGES;
    for (int32_t face = 0; face < BOX_FACES; ++face) {
        start[face] = 4 * face;
        for (int32_t k = 0; k < 4; ++k) {
            int32_t a = face_loop[face][k], b = face_loop[face][(k + 1) & 3];
            int32_t side_axis = 0; /* the axis that is neither the face's nor the edge's */
            while (side_axis == face / 2 || (a ^ b) == 1 << side_axis) {
                ++side_axis;
            }
            float *side = hull->side[4 * face + k];
            side[0] = side[1] = side[2] = 0.0f;
            side[side_axis] = (a >> side_axis & 1) != 0 ? 1.0f : -1.0f;
            side[3] = half[side_axis];
            hull->loops[4 * face + k] = (uint8_t)a;
        }
    }
    start[BOX_FACES] = BOX_LOOPS;
}

void dry__hull_from_box(BoxHull *hull, DryVec3 half_extents)
{
    const float half[3] = { half_extents.x, half_extents.y, half_extents.z };
    fill_planes(hull, half);
    fill_edges(hull, half);
    fill_loops(hull, half);
    HullData *data = &hull->data;
    data->vertex_count = data->vertex_padded = BOX_VERTICES;
    data->face_count = BOX_FACES;
    data->face_padded = 8;
    data->edge_count = BOX_EDGES;
    data->edge_padded = BOX_PADDED_EDGES;
    data->vx = hull->floats;
    data->vy = hull->floats + 8;
    data->vz = hull->floats + 16;
    data->fx = hull->floats + 24;
    data->fy = hull->floats + 32;
    data->fz = hull->floats + 40;
    data->fo = hull->floats + 48;
    data->edges = hull->edges;
    data->ek = hull->ek;
    data->edge_face0 = hull->ints;
    data->edge_face1 = hull->ints + BOX_PADDED_EDGES;
    data->edge_tail = hull->ints + 2 * BOX_PADDED_EDGES;
    data->edge_head = hull->ints + 3 * BOX_PADDED_EDGES;
    data->face_start = hull->ints + 4 * BOX_PADDED_EDGES;
    data->loop_vertex = hull->loops;
    data->side = (const float(*)[4])hull->side;
    data->center = v3(0.0f, 0.0f, 0.0f);
    data->inner_radius = f_min(f_min(half[0], half[1]), half[2]);
    data->outer_radius = v3_length(half_extents) * 1.000001f;
    data->lower = v3_neg(half_extents);
    data->upper = half_extents;
}

int32_t dry__hull_support(const HullData *hull, DryVec3 direction)
{
    int32_t best = 0;
    float best_value = -1e38f;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        float value = hull->vx[i] * direction.x + hull->vy[i] * direction.y + hull->vz[i] * direction.z;
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}
