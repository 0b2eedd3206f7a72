/* Normal cones of the edges and vertices of a mesh. */
#include "collision/mesh_contact.h"

#define TOLERANCE 1e-3f /* radians */

/* A fan with more triangles than this is judged by the first ones. */
enum {
    FAN_MAX = 256
};

bool dry__mesh_edge_is_real(const MeshFace *face, int k)
{
    uint8_t flags = face->mesh->triangles[face->triangle].edge_flags[k];
    if ((flags & MESH_EDGE_BOUNDARY) != 0) {
        return true;
    }
    return (flags & MESH_EDGE_FLAT) == 0 && ((flags & MESH_EDGE_CONVEX) != 0) != face->flipped;
}

bool dry__mesh_edge_admits(const MeshFace *face, int k, DryVec3 direction)
{
    const MeshTriangle *triangle = &face->mesh->triangles[face->triangle];
    DryVec3 along = v3_sub(face->p[(k + 1) % 3], face->p[k]);
    float tolerance = TOLERANCE * v3_length(along);
    if (v3_dot(direction, face->side[k]) < -tolerance) {
        return false;
    }
    int32_t neighbour = triangle->neighbour[k];
    if (neighbour >= 0) {
        DryVec3 side = v3_cross(face->mesh->normals[neighbour], along);
        if (v3_dot(direction, side) < -tolerance) {
            return false;
        }
        if (dry__mesh_edge_is_real(face, k)) {
            return true;
        }
    }
    return v3_dot(direction, face->n) > -TOLERANCE;
}

/* One triangle of the fan around a vertex: `corner` is the vertex's place in it. */
typedef struct FanStep {
    int32_t triangle;
    int corner;
} FanStep;

static bool edge_below(const DryMesh *mesh, int32_t from, int32_t to, DryVec3 direction)
{
    DryVec3 along = v3_sub(mesh->vertices[to], mesh->vertices[from]);
    return v3_dot(along, direction) <= TOLERANCE * v3_length(along);
}

/* Moves on across the edge before (step 2) or after (step 0) the corner; false at a boundary. */
static bool fan_next(const DryMesh *mesh, FanStep *step, int edge_offset)
{
    const MeshTriangle *triangle = &mesh->triangles[step->triangle];
    int32_t vertex = triangle->vertex[step->corner];
    int32_t next = triangle->neighbour[(step->corner + edge_offset) % 3];
    if (next < 0) {
        return false;
    }
    const int32_t *v = mesh->triangles[next].vertex;
    step->triangle = next;
    step->corner = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
    return true;
}

bool dry__mesh_vertex_admits(const MeshFace *face, int k, DryVec3 direction)
{
    const DryMesh *mesh = face->mesh;
    bool facing = false;
    for (int way = 0; way < 2; ++way) {
        FanStep step = { face->triangle, k };
        for (int i = 0; i < FAN_MAX; ++i) {
            const int32_t *v = mesh->triangles[step.triangle].vertex;
            int32_t from = v[step.corner];
            if (!edge_below(mesh, from, v[(step.corner + 1) % 3], direction) ||
                !edge_below(mesh, from, v[(step.corner + 2) % 3], direction)) {
                return false;
            }
            float dot = v3_dot(mesh->normals[step.triangle], direction);
            facing = facing || (face->flipped ? -dot : dot) > -TOLERANCE;
            if (!fan_next(mesh, &step, way == 0 ? 2 : 0)) {
                break; /* open: the other way has the rest */
            }
            if (step.triangle == face->triangle) {
                return facing;
            }
        }
    }
    return facing;
}
