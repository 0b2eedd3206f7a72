/* Fuzzes the mesh builder: the bytes are vertices and triangles. What it builds is checked part by part
   (normals, neighbours, tree), rays are cast at it, and a ball and a box are dropped on it. */
#include "geometry/mesh.h"
#include "read_bytes.h"
#include "support/invariants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_VERTICES = 120,
    MOST_TRIANGLES = 200,
    STEPS = 4
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_refusal(const DryMeshReport *report)
{
    bool right = report->status == DRY_ERROR_ARGUMENT || report->status == DRY_ERROR_GEOMETRY;
    if (!right || report->message[0] == '\0' || report->vertices != 0 || report->triangles != 0) {
        fuzz_failed("refused with status %d, %d triangles, \"%s\"", (int)report->status, report->triangles,
                    report->message);
    }
}

/* Examples exist, name what is there, and are in order. */
static void check_examples(const DryMeshReport *report, const DryMeshSource *source, int fault)
{
    int32_t count = dry_mesh_report_count(report, (DryMeshFault)fault), before = -1;
    for (int32_t i = 0; i < count && i < DRY_MESH_EXAMPLES; ++i) {
        const DryMeshPlace *place = &report->examples[fault][i];
        if (place->triangle < before || place->triangle >= source->triangle_count ||
            place->other >= source->triangle_count || place->vertex >= source->vertex_count ||
            (place->triangle < 0 && place->vertex < 0) || !v3_finite(place->point)) {
            fuzz_failed("fault %d: triangle %d after %d, other %d, vertex %d", fault, place->triangle, before,
                        place->other, place->vertex);
        }
        before = place->triangle;
    }
}

static void check_report(const DryMeshReport *report, const DryMeshSource *source, const DryMesh *mesh)
{
    if (report->status != DRY_OK ||
        report->triangles + report->degenerate + report->duplicates != source->triangle_count) {
        fuzz_failed("%d triangles, %d degenerate and %d duplicates of %d", report->triangles,
                    report->degenerate, report->duplicates, source->triangle_count);
    }
    for (int fault = 0; fault < DRY_MESH_FAULTS; ++fault) {
        check_examples(report, source, fault);
    }
    DryMass mass = { 0 };
    DryStatus status = dry_mesh_mass(mesh, 1.0f, &mass);
    bool inside = report->closed && report->volume > 0.0;
    if ((status == DRY_OK && !inside) || (status == DRY_ERROR_GEOMETRY && inside) ||
        (report->closed && (report->boundary_edges > 0 || report->flipped_edges > 0)) ||
        !isfinite(report->volume)) {
        fuzz_failed("mass: status %d, closed %d, volume %g", (int)status, (int)report->closed,
                    report->volume);
    }
    if (status == DRY_OK && !(mass.mass > 0.0f && v3_finite(mass.center))) {
        fuzz_failed("mass %g", (double)mass.mass);
    }
}

static void check_triangle(const DryMesh *mesh, int32_t index)
{
    const MeshTriangle *triangle = mesh->triangles + index;
    float length = v3_length(mesh->normals[index]);
    if (!(fabsf(length - 1.0f) < 1e-5f)) {
        fuzz_failed("triangle %d: normal of length %g", index, (double)length);
    }
    for (int k = 0; k < 3; ++k) {
        int32_t other = triangle->neighbour[k], a = triangle->vertex[k], b = triangle->vertex[(k + 1) % 3];
        if (a < 0 || a >= mesh->vertex_count || a == b) {
            fuzz_failed("triangle %d: corners %d, %d of %d", index, a, b, mesh->vertex_count);
        }
        if ((other < 0) != (triangle->edge_flags[k] == MESH_EDGE_BOUNDARY)) {
            fuzz_failed("triangle %d: edge %d, neighbour %d, flags %u", index, k, other,
                        (unsigned)triangle->edge_flags[k]);
        }
        bool mutual = other < 0;
        for (int j = 0; j < 3 && other >= 0; ++j) {
            const MeshTriangle *t = mesh->triangles + other;
            mutual = mutual || (t->neighbour[j] == index && t->vertex[j] == b &&
                                t->vertex[(j + 1) % 3] == a && t->edge_flags[j] == triangle->edge_flags[k]);
        }
        if (!mutual) {
            fuzz_failed("triangle %d: its neighbour %d does not know it", index, other);
        }
    }
}

static void check_leaf(const DryMesh *mesh, const MeshNode *node, int *seen)
{
    const MeshLeaf *leaf = mesh->leaves + node->first;
    for (int lane = 0; lane < 8 && leaf->triangle[lane] >= 0; ++lane) {
        ++seen[leaf->triangle[lane]];
        DryVec3 corners[3];
        dry_mesh_triangle(mesh, leaf->triangle[lane], corners);
        for (int i = 0; i < 3; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                float x = v3_get(corners[i], axis);
                if (x != leaf->v[i][axis][lane] || x < node->lower[axis] || x > node->upper[axis]) {
                    fuzz_failed("triangle %d: corner %d is not that of its leaf, or outside the box",
                                leaf->triangle[lane], i);
                }
            }
        }
    }
}

/* Every triangle once, in leaves that all parents' boxes hold. */
static void check_tree(const DryMesh *mesh)
{
    int seen[MOST_TRIANGLES] = { 0 };
    for (int32_t i = 0; i < mesh->node_count; ++i) {
        const MeshNode *node = mesh->nodes + i;
        if (node->leaf) {
            check_leaf(mesh, node, seen);
            continue;
        }
        for (int32_t child = node->first; child < node->first + 2; ++child) {
            for (int axis = 0; axis < 3; ++axis) {
                if (mesh->nodes[child].lower[axis] < node->lower[axis] ||
                    mesh->nodes[child].upper[axis] > node->upper[axis]) {
                    fuzz_failed("node %d sticks out of node %d", child, i);
                }
            }
        }
    }
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        if (seen[i] != 1) {
            fuzz_failed("triangle %d is %d times in the tree", i, seen[i]);
        }
    }
}

/* A ray down on the middle of each triangle hits it or what is above it. */
static void check_rays(const DryMesh *mesh)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        DryVec3 c[3], n = mesh->normals[i];
        dry_mesh_triangle(mesh, i, c);
        DryVec3 middle = v3_mad(v3_mad(v3_scale(c[0], 0.25f), c[1], 0.25f), c[2], 0.5f);
        float longest = fmaxf(v3_length(v3_sub(c[1], c[0])),
                              fmaxf(v3_length(v3_sub(c[2], c[1])), v3_length(v3_sub(c[0], c[2]))));
        float height = v3_length(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]))) / longest;
        float reach = v3_length(v3_abs(c[0])) + longest;
        DryVec3 origin = v3_mad(middle, n, longest);
        ShapeRayHit hit;
        if (dry__mesh_cast_ray(mesh, origin, v3_scale(n, -2.0f * longest), 1.0f, &hit)) {
            if (!(hit.fraction >= 0.0f && hit.fraction <= 1.0f) || hit.triangle < 0 ||
                hit.triangle >= mesh->triangle_count || !(fabsf(v3_length(hit.normal) - 1.0f) < 1e-4f)) {
                fuzz_failed("ray: fraction %g, triangle %d", (double)hit.fraction, hit.triangle);
            }
        } else if (height > 1e-4f * reach && isfinite(longest) && longest > 1e-15f) {
            fuzz_failed("a ray misses triangle %d: height %g m, longest side %g m, reach %g m", i,
                        (double)height, (double)longest, (double)reach);
        }
    }
}

/* Worlds are dear: one is kept and emptied. */
static DryWorld *empty_world(void)
{
    static DryWorld *world;
    if (world == NULL) {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1;
        world = dry_world_create(&def);
    }
    DryBodyId bodies[4];
    int32_t count = dry_world_bodies(world, bodies, 4);
    for (int32_t i = 0; i < count; ++i) {
        (void)dry_body_destroy(world, bodies[i]);
    }
    return world;
}

static DryBodyId add_body(DryWorld *world, DryBodyType type, DryVec3 place, DryVec3 velocity)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos((double)place.x, (double)place.y, (double)place.z);
    def.velocity = velocity;
    return dry_body_create(world, &def);
}

/* A ball and a box on the first triangle, of its size, pushed into it. */
static void drop_on(DryMesh *mesh)
{
    DryVec3 c[3], n = mesh->normals[0];
    dry_mesh_triangle(mesh, 0, c);
    float size = 0.25f * v3_length(v3_sub(c[1], c[0]));
    DryWorld *world = empty_world();
    const DryVec3 origin = { 0.0f, 0.0f, 0.0f };
    (void)dry_shape_add_mesh(world, add_body(world, DRY_STATIC, origin, origin), mesh, NULL, NULL);
    DrySphere ball = { { 0.0f, 0.0f, 0.0f }, size };
    DryBox box = { { size, 0.5f * size, 2.0f * size } };
    DryVec3 push = v3_scale(n, -2.0f);
    (void)dry_shape_add_sphere(world, add_body(world, DRY_DYNAMIC, v3_mad(c[0], n, 0.9f * size), push), &ball,
                               NULL);
    (void)dry_shape_add_box(world, add_body(world, DRY_DYNAMIC, v3_mad(c[2], n, 0.4f * size), push), &box,
                            NULL);
    for (int i = 0; i < STEPS; ++i) {
        (void)dry_world_step(world, 1.0f / 60.0f);
        const char *broken = broken_invariant(world, false);
        if (broken != NULL) {
            fuzz_failed("on the mesh: %s", broken);
        }
    }
}

static void read_triangles(Bytes *bytes, DryMeshSource *source, uint32_t *indices)
{
    while (bytes->at < bytes->size && source->triangle_count < MOST_TRIANGLES) {
        for (int k = 0; k < 3; ++k) {
            unsigned index = read_byte(bytes);
            /* out of range now and then */
            indices[3 * source->triangle_count + k] =
                index == 255 ? 255u : index % (unsigned)source->vertex_count;
        }
        ++source->triangle_count;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static DryVec3 vertices[MOST_VERTICES];
    static uint32_t indices[3 * MOST_TRIANGLES];
    Bytes bytes = { .data = data, .size = size };
    PointKind kind = read_point_kind(&bytes);
    unsigned weld = read_byte(&bytes), count = read_byte(&bytes) % MOST_VERTICES + 1;
    DryMeshSource source = { .vertices = vertices, .indices = indices };
    source.two_sided = (weld & 1) != 0;
    source.weld_distance = weld < 128 ? 0.0f : kind.scale * (float)(weld - 127) / 32.0f;
    for (; source.vertex_count < (int32_t)count; ++source.vertex_count) {
        vertices[source.vertex_count] = read_point(&bytes, &kind);
    }
    read_triangles(&bytes, &source, indices);
    DryMeshReport report;
    DryMesh *mesh = dry_mesh_create(&source, &report);
    if (mesh == NULL) {
        check_refusal(&report);
        return 0;
    }
    check_report(&report, &source, mesh);
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        check_triangle(mesh, i);
    }
    check_tree(mesh);
    check_rays(mesh);
    drop_on(mesh);
    (void)empty_world();
    dry_mesh_release(mesh);
    return 0;
}
