/*
 * Something to see where a file has colliders only: meshes made from the implicit shapes, put on the
 * colliders' nodes. Bodies that have a mesh anywhere are left as they are, and so are nodes that lend their
 * meshes to colliders.
 */
#include "scene/glb_visual.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDES = 32,
    MOST_RINGS = 40,
    MOST_VERTICES = MOST_RINGS * (SIDES + 1)
};

/* A mesh in the making; at most 65535 vertices. */
typedef struct Visual {
    float positions[MOST_VERTICES * 3];
    float normals[MOST_VERTICES * 3];
    uint16_t indices[MOST_VERTICES * 6];
    int32_t vertices, corners;
} Visual;

/* A point of the outline that turns about the y axis, and its normal. */
typedef struct Outline {
    double r, y, nr, ny;
} Outline;

static uint16_t add_vertex(Visual *visual, double x, double y, double z, double nx, double ny, double nz)
{
    float *p = visual->positions + 3 * visual->vertices;
    float *n = visual->normals + 3 * visual->vertices;
    p[0] = (float)x;
    p[1] = (float)y;
    p[2] = (float)z;
    n[0] = (float)nx;
    n[1] = (float)ny;
    n[2] = (float)nz;
    return (uint16_t)visual->vertices++;
}

static void add_triangle(Visual *visual, int32_t a, int32_t b, int32_t c)
{
    visual->indices[visual->corners++] = (uint16_t)a;
    visual->indices[visual->corners++] = (uint16_t)b;
    visual->indices[visual->corners++] = (uint16_t)c;
}

/* Turns an outline, from below to above, about the y axis. Rings of equal place but other normal make an
 * edge. */
static void revolve(Visual *visual, const Outline *outline, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k <= SIDES; ++k) {
            float s;
            float c;
            dry_sin_cos((float)(2 * 3.14159265358979323846 * (k % SIDES) / SIDES), &s, &c);
            const Outline *o = &outline[i];
            (void)add_vertex(visual, o->r * (double)c, o->y, o->r * (double)s, o->nr * (double)c, o->ny,
                             o->nr * (double)s);
        }
    }
    for (int32_t i = 0; i + 1 < count; ++i) {
        if (outline[i].r == outline[i + 1].r && outline[i].y == outline[i + 1].y)
            continue;
        for (int32_t k = 0; k < SIDES; ++k) {
            int32_t a = i * (SIDES + 1) + k;
            int32_t b = a + SIDES + 1;
            if (outline[i].r > 0)
                add_triangle(visual, a, b, a + 1);
            if (outline[i + 1].r > 0)
                add_triangle(visual, a + 1, b, b + 1);
        }
    }
}

/* An arc of a ball's outline around (0, center), angles from below. */
static int32_t arc(Outline *outline, double radius, double center, double from, double to)
{
    enum {
        STEPS = 12
    };
    for (int32_t i = 0; i <= STEPS; ++i) {
        float s;
        float c;
        dry_sin_cos((float)(from + (to - from) * i / STEPS), &s, &c);
        bool pole = fabs(from + (to - from) * i / STEPS) > 1.5707;
        double cosine = pole ? 0 : (double)c;
        outline[i] = (Outline){ radius * cosine, center + radius * (double)s, cosine, (double)s };
    }
    return STEPS + 1;
}

static void make_capsule(Visual *visual, double top, double bottom, double height)
{
    static const double quarter = 1.57079632679489662;
    Outline outline[2 * 13];
    double slope = height > 0 ? (bottom - top) / height : 0;
    if (fabs(slope) >= 1 || height == 0) {
        int32_t n =
            arc(outline, fmax(top, bottom), top > bottom ? 0.5 * height : -0.5 * height, -quarter, quarter);
        revolve(visual, outline, n);
        return;
    }
    double tilt = asin(slope);
    int32_t n = arc(outline, bottom, -0.5 * height, -quarter, tilt);
    n += arc(outline + n, top, 0.5 * height, tilt, quarter);
    revolve(visual, outline, n);
}

static void make_cylinder(Visual *visual, const DrySceneShape *shape)
{
    double half = 0.5 * shape->height;
    double dr = shape->radius_bottom - shape->radius_top;
    double length = sqrt(dr * dr + shape->height * shape->height);
    double nr = shape->height / length;
    double ny = dr / length;
    const Outline outline[6] = { { 0, -half, 0, -1 },
                                 { shape->radius_bottom, -half, 0, -1 },
                                 { shape->radius_bottom, -half, nr, ny },
                                 { shape->radius_top, half, nr, ny },
                                 { shape->radius_top, half, 0, 1 },
                                 { 0, half, 0, 1 } };
    revolve(visual, outline, 6);
}

/* Four corners of a face, counter-clockwise from outside: centre c, and half edges u, v with u x v along the
 * normal n. */
static void add_face(Visual *visual, const double c[3], const double u[3], const double v[3],
                     const double n[3])
{
    static const double signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    int32_t first = visual->vertices;
    for (int i = 0; i < 4; ++i) {
        double p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = c[k] + signs[i][0] * u[k] + signs[i][1] * v[k];
        (void)add_vertex(visual, p[0], p[1], p[2], n[0], n[1], n[2]);
    }
    add_triangle(visual, first, first + 1, first + 2);
    add_triangle(visual, first, first + 2, first + 3);
}

static void make_box(Visual *visual, const double size[3])
{
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = -1; side <= 1; side += 2) {
            double c[3] = { 0, 0, 0 };
            double u[3] = { 0, 0, 0 };
            double v[3] = { 0, 0, 0 };
            double n[3] = { 0, 0, 0 };
            n[axis] = side;
            c[axis] = 0.5 * side * size[axis];
            u[(axis + 1) % 3] = 0.5 * side * size[(axis + 1) % 3];
            v[(axis + 2) % 3] = 0.5 * size[(axis + 2) % 3];
            add_face(visual, c, u, v, n);
        }
    }
}

static void make_plane(Visual *visual, const DrySceneShape *shape)
{
    static const double shown = 100; /* of an infinite plane, so much is shown */
    const double c[3] = { 0, 0, 0 };
    const double u[3] = { 0, 0, 0.5 * (shape->size_z > 0 ? shape->size_z : shown) };
    const double v[3] = { 0.5 * (shape->size_x > 0 ? shape->size_x : shown), 0, 0 };
    const double n[3] = { 0, 1, 0 };
    add_face(visual, c, u, v, n);
}

static bool make_visual(Visual *visual, const DrySceneShape *shape)
{
    visual->vertices = visual->corners = 0;
    switch (shape->kind) {
    case DRY_SCENE_SPHERE:
        make_capsule(visual, shape->radius_top, shape->radius_top, 0);
        return true;
    case DRY_SCENE_CAPSULE:
        make_capsule(visual, shape->radius_top, shape->radius_bottom, shape->height);
        return true;
    case DRY_SCENE_CYLINDER:
        make_cylinder(visual, shape);
        return true;
    case DRY_SCENE_BOX:
        make_box(visual, shape->size);
        return true;
    case DRY_SCENE_PLANE:
        make_plane(visual, shape);
        return true;
    case DRY_SCENE_UNKNOWN:
    default:
        return false;
    }
}

/* ---- into the file ---- */

static int64_t add_vectors(GlbWriter *writer, const float *values, int32_t count, bool bounds)
{
    size_t offset = 0;
    size_t size = (size_t)count * 3 * sizeof(float);
    if (!dry__glb_append(writer, values, size, &offset))
        return -1;
    int64_t view = dry__glb_view(writer, offset, size, GLB_VERTICES);
    return view < 0 ? -1 : dry__glb_floats(writer, view, 0, values, count, 3, bounds);
}

static int64_t add_indices(GlbWriter *writer, const Visual *visual)
{
    size_t offset = 0;
    size_t size = (size_t)visual->corners * sizeof(uint16_t);
    uint8_t *bytes = malloc(size);
    if (!bytes) {
        (void)dry__report_memory(writer->report);
        return -1;
    }
    for (int32_t i = 0; i < visual->corners; ++i) {
        bytes[2 * i] = (uint8_t)(visual->indices[i] & 255);
        bytes[2 * i + 1] = (uint8_t)(visual->indices[i] >> 8);
    }
    bool good = dry__glb_append(writer, bytes, size, &offset);
    free(bytes);
    int64_t view = good ? dry__glb_view(writer, offset, size, GLB_INDICES) : -1;
    if (view < 0)
        return -1;
    return dry__glb_add(writer, "accessors",
                        json_pack("{s:I, s:i, s:i, s:s}", "bufferView", (json_int_t)view, "componentType",
                                  GLTF_UNSIGNED_SHORT, "count", visual->corners, "type", "SCALAR"));
}

static int64_t add_mesh(GlbWriter *writer, const Visual *visual, int64_t material)
{
    int64_t position = add_vectors(writer, visual->positions, visual->vertices, true);
    int64_t normal = position < 0 ? -1 : add_vectors(writer, visual->normals, visual->vertices, false);
    int64_t indices = normal < 0 ? -1 : add_indices(writer, visual);
    if (indices < 0)
        return -1;
    return dry__glb_add(writer, "meshes",
                        json_pack("{s:s, s:[{s:{s:I, s:I}, s:I, s:I}]}", "name", "collider", "primitives",
                                  "attributes", "POSITION", (json_int_t)position, "NORMAL",
                                  (json_int_t)normal, "indices", (json_int_t)indices, "material",
                                  (json_int_t)material));
}

static int64_t add_material(GlbWriter *writer)
{
    return dry__glb_add(writer, "materials",
                        json_pack("{s:s, s:b, s:{s:[f,f,f,f], s:i, s:f}}", "name", "collider", "doubleSided",
                                  1, "pbrMetallicRoughness", "baseColorFactor", 0.52, 0.5, 0.46, 1.0,
                                  "metallicFactor", 0, "roughnessFactor", 0.9));
}

/* Marks bodies of which something is seen: a mesh on their nodes, or on a node above them that no other body
 * moves. */
static void mark_visible(const DryScene *scene, bool *visible)
{
    for (int32_t i = 0; i < scene->order_count; ++i) {
        const DrySceneNode *node = &scene->nodes[scene->order[i]];
        if (node->mesh >= 0 && node->body >= 0)
            visible[node->body] = true;
    }
    for (int32_t i = 0; i < scene->body_count; ++i) {
        int32_t at = scene->nodes[scene->bodies[i].node].parent;
        for (; at >= 0 && scene->bodies[i].type == DRY_STATIC; at = scene->nodes[at].parent)
            visible[i] = visible[i] || scene->nodes[at].mesh >= 0;
    }
}

/* What has been made so far, so that equal shapes share a mesh. */
typedef struct Made {
    int64_t *meshes; /**< per implicit shape; 0: none yet, else index + 1 */
    int64_t material;
    Visual *visual;
} Made;

/* The mesh to show for a collider: -1 none, -2 an error. */
static int64_t mesh_of(GlbWriter *writer, const DrySceneCollider *collider, Made *made)
{
    const DryScene *scene = writer->scene;
    if (collider->shape < 0)
        return collider->mesh >= 0 ? collider->mesh : scene->nodes[collider->mesh_node].mesh;
    if (made->meshes[collider->shape] > 0)
        return made->meshes[collider->shape] - 1;
    if (!make_visual(made->visual, &scene->shapes[collider->shape]))
        return -1;
    if (made->material < 0)
        made->material = add_material(writer);
    int64_t mesh = made->material < 0 ? -1 : add_mesh(writer, made->visual, made->material);
    made->meshes[collider->shape] = mesh + 1;
    return mesh < 0 ? -2 : mesh;
}

static bool show_all(GlbWriter *writer, const bool *visible, Made *made)
{
    const DryScene *scene = writer->scene;
    json_t *nodes = json_object_get(writer->root, "nodes");
    for (int32_t i = 0; i < scene->collider_count; ++i) {
        const DrySceneCollider *collider = &scene->colliders[i];
        const DrySceneNode *node = &scene->nodes[collider->node];
        if (collider->trigger || visible[collider->body] || node->is_geometry || node->mesh >= 0)
            continue;
        int64_t mesh = mesh_of(writer, collider, made);
        if (mesh == -2)
            return false;
        json_t *object = json_array_get(nodes, (size_t)collider->node);
        if (mesh >= 0 && json_object_set_new(object, "mesh", json_integer(mesh)) != 0)
            return dry__report_memory(writer->report);
    }
    return true;
}

bool dry__glb_show_colliders(GlbWriter *writer)
{
    const DryScene *scene = writer->scene;
    bool *visible = calloc((size_t)scene->body_count + 1, sizeof *visible);
    Made made = { calloc((size_t)scene->shape_count + 1, sizeof *made.meshes), -1,
                  malloc(sizeof *made.visual) };
    bool good = false;
    if (visible && made.meshes && made.visual) {
        mark_visible(scene, visible);
        good = show_all(writer, visible, &made);
    } else {
        (void)dry__report_memory(writer->report);
    }
    free(visible);
    free(made.meshes);
    free(made.visual);
    return good;
}
