/*
 * Makes the demo scene: a dry-stone arch bridge that stands by friction alone, and a boulder above it on a
 * slope.
 *
 *     make_arch > arch.gltf
 *
 * Every stone is a convex prism, cut so that neighbours share whole faces: nothing overlaps and there are no
 * gaps. The ring of the arch carries columns of fill whose beds follow the back of the ring, these carry the
 * slabs of the roadway, and those the parapets. Only arithmetic that rounds the same everywhere is used, so
 * that the file is the same wherever it is made.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- dimensions, metres; x along the bridge, y up, z across ---- */

static const double ring_inner = 3.2, ring_outer = 3.75;   /* radii of the ring */
static const double ring_half_angle = 1.04719755119659775; /* 60 degrees either side of the crown */
static const double center_height = -0.6;                  /* of the ring's centre */
static const double half_width = 1.1;
static const double deck_bottom = 3.3, deck_top = 3.5;
static const double deck_end = 5.0; /* the roadway reaches from -deck_end to deck_end */
static const double parapet_inside = 0.84, parapet_height = 0.42;
static const double density = 2600.0; /* kg/m^3 */
static const double boulder_radius = 0.7;
static const double boulder_start = -14;
static const double ramp_slope = 0.55;

enum {
    VOUSSOIRS = 11,
    SLABS = 16,
    PARAPETS = 15,
    TERRAIN_Z = 16
};
enum {
    MAX_STONE_VERTICES = 64,
    MAX_STONE_FACES = 128,
    MAX_FACE_CORNERS = 8,
    MAX_STONES = 256
};
enum {
    MAX_FLOATS = 200000,
    MAX_INDICES = 100000
};

/* ---- arithmetic ---- */

typedef struct Point {
    double x, y, z;
} Point;

static Point point(double x, double y, double z)
{
    Point p = { x, y, z };
    return p;
}

static Point sub(Point a, Point b)
{
    return point(a.x - b.x, a.y - b.y, a.z - b.z);
}

static Point cross(Point a, Point b)
{
    return point(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static double dot(Point a, Point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Sine by its series; not the C library's, whose last bit differs between systems. */
static double sine(double a)
{
    a -= 6.28318530717958648 * floor(a / 6.28318530717958648 + 0.5);
    double term = a;
    double sum = a;
    for (int k = 1; k < 20; ++k) {
        term *= -a * a / ((2 * k) * (2 * k + 1));
        sum += term;
    }
    return sum;
}

static double cosine(double a)
{
    return sine(a + 1.57079632679489662);
}

static uint32_t random_state = 12345;

/* 0..1; the same sequence on every run (Numerical Recipes' constants). */
static double random_unit(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 16777216.0;
}

/* ---- stones ---- */

typedef struct Stone {
    char name[40];
    int material;
    int moves;
    Point vertices[MAX_STONE_VERTICES];
    int vertex_count;
    int faces[MAX_STONE_FACES][MAX_FACE_CORNERS]; /* counter-clockwise from outside */
    int corners[MAX_STONE_FACES];
    int face_count;
    double volume;
    Point center;
} Stone;

static Stone stones[MAX_STONES];
static int stone_count;

enum {
    GRANITE_LIGHT,
    GRANITE,
    GRANITE_DARK,
    SANDSTONE,
    SLATE,
    BASALT,
    GRASS,
    WATER,
    MATERIALS
};

static void add_face(Stone *stone, int count, const int *corners)
{
    for (int i = 0; i < count; ++i)
        stone->faces[stone->face_count][i] = corners[i];
    stone->corners[stone->face_count++] = count;
}

/* Volume and centroid from tetrahedra between the first vertex and the faces' triangles. */
static void measure(Stone *stone)
{
    Point base = stone->vertices[0];
    Point sum = point(0, 0, 0);
    double six = 0;
    for (int f = 0; f < stone->face_count; ++f) {
        Point a = sub(stone->vertices[stone->faces[f][0]], base);
        for (int k = 1; k + 1 < stone->corners[f]; ++k) {
            Point b = sub(stone->vertices[stone->faces[f][k]], base);
            Point c = sub(stone->vertices[stone->faces[f][k + 1]], base);
            double v = dot(a, cross(b, c));
            six += v;
            sum.x += v * (a.x + b.x + c.x);
            sum.y += v * (a.y + b.y + c.y);
            sum.z += v * (a.z + b.z + c.z);
        }
    }
    stone->volume = six / 6;
    stone->center = point(base.x + sum.x / (4 * six), base.y + sum.y / (4 * six), base.z + sum.z / (4 * six));
}

static Stone *new_stone(const char *kind, int number, int material, int moves)
{
    if (stone_count == MAX_STONES) {
        fprintf(stderr, "make_arch: too many stones\n");
        exit(1);
    }
    Stone *stone = &stones[stone_count++];
    memset(stone, 0, sizeof *stone);
    snprintf(stone->name, sizeof stone->name, number > 0 ? "%s %d" : "%s", kind, number);
    stone->material = material;
    stone->moves = moves;
    return stone;
}

/* A polygon in the xy plane, counter-clockwise seen from +z, drawn out from z0 to z1. */
static void add_prism(Stone *stone, int sides, double (*outline)[2], double z0, double z1)
{
    int front[MAX_FACE_CORNERS];
    int back[MAX_FACE_CORNERS];
    for (int i = 0; i < sides; ++i) {
        stone->vertices[i] = point(outline[i][0], outline[i][1], z0);
        stone->vertices[sides + i] = point(outline[i][0], outline[i][1], z1);
        front[i] = sides + i;
        back[i] = sides - 1 - i;
    }
    stone->vertex_count = 2 * sides;
    add_face(stone, sides, front);
    add_face(stone, sides, back);
    for (int i = 0; i < sides; ++i) {
        int next = (i + 1) % sides;
        int side[4] = { i, next, sides + next, sides + i };
        add_face(stone, 4, side);
    }
    measure(stone);
}

static void add_block(Stone *stone, double x0, double x1, double y0, double y1, double z0, double z1)
{
    double outline[4][2] = { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } };
    add_prism(stone, 4, outline, z0, z1);
}

/* ---- the bridge ---- */

static int pick(int first, int count)
{
    return first + (int)(random_unit() * count);
}

/* A point of the ring: `i` counts joints from the left springing. */
static void ring_point(double radius, int i, double out[2])
{
    double angle = ring_half_angle * (2.0 * i / VOUSSOIRS - 1);
    out[0] = radius * sine(angle);
    out[1] = center_height + radius * cosine(angle);
}

/* Two stones side by side, the joint between them to the left and right in turn. */
static void add_pair(const char *kind, int *number, int material, int sides, double (*outline)[2], int course)
{
    double joint = course % 2 == 0 ? -0.3 : 0.3;
    add_prism(new_stone(kind, ++*number, pick(material, 3), 1), sides, outline, -half_width, joint);
    add_prism(new_stone(kind, ++*number, pick(material, 3), 1), sides, outline, joint, half_width);
}

static void build_ring(void)
{
    int number = 0;
    for (int i = 0; i < VOUSSOIRS; ++i) {
        double outline[4][2];
        ring_point(ring_inner, i, outline[0]);
        ring_point(ring_inner, i + 1, outline[1]);
        ring_point(ring_outer, i + 1, outline[2]);
        ring_point(ring_outer, i, outline[3]);
        add_pair("voussoir", &number, GRANITE_LIGHT, 4, outline, i);
    }
}

/* A column of fill on each voussoir, as wide as its back, in courses of about 0.7 m. */
static void build_fill(void)
{
    int number = 0;
    for (int i = 0; i < VOUSSOIRS; ++i) {
        double left[2];
        double right[2];
        ring_point(ring_outer, i, left);
        ring_point(ring_outer, i + 1, right);
        double highest = left[1] > right[1] ? left[1] : right[1];
        double height = deck_bottom - highest;
        int courses = 1 + (int)(height / 0.75);
        double bed_left = left[1];
        double bed_right = right[1];
        for (int c = 0; c < courses; ++c) {
            double top = c + 1 == courses ? deck_bottom : highest + height * (c + 1) / courses;
            double outline[4][2] = {
                { left[0], bed_left }, { right[0], bed_right }, { right[0], top }, { left[0], top }
            };
            add_pair("fill", &number, GRANITE, 4, outline, i + c);
            bed_left = bed_right = top;
        }
    }
}

/* The abutments do not move: below the skewback one block, above it courses. */
static void build_abutments(void)
{
    enum {
        COURSES = 4
    };
    int number = 0;
    double inner[2];
    double outer[2];
    ring_point(ring_inner, VOUSSOIRS, inner);
    ring_point(ring_outer, VOUSSOIRS, outer);
    for (int side = 0; side < 2; ++side) {
        double foot[5][2] = { { inner[0], -0.6 },
                              { deck_end, -0.6 },
                              { deck_end, outer[1] },
                              { outer[0], outer[1] },
                              { inner[0], inner[1] } };
        double mirrored[5][2];
        for (int i = 0; i < 5; ++i) {
            mirrored[i][0] = -foot[4 - i][0];
            mirrored[i][1] = foot[4 - i][1];
        }
        add_prism(new_stone("abutment", ++number, GRANITE_DARK, 0), 5, side ? foot : mirrored, -half_width,
                  half_width);
        for (int c = 0; c < COURSES; ++c) {
            double y0 = outer[1] + (deck_bottom - outer[1]) * c / COURSES;
            double y1 =
                c + 1 == COURSES ? deck_bottom : outer[1] + (deck_bottom - outer[1]) * (c + 1) / COURSES;
            add_block(new_stone("abutment", ++number, pick(GRANITE, 2), 0), side ? outer[0] : -deck_end,
                      side ? deck_end : -outer[0], y0, y1, -half_width, half_width);
        }
    }
}

static void build_roadway(void)
{
    int number = 0;
    for (int i = 0; i < SLABS; ++i)
        add_block(new_stone("slab", ++number, pick(SANDSTONE, 2), 1), deck_end * (2.0 * i / SLABS - 1),
                  deck_end * (2.0 * (i + 1) / SLABS - 1), deck_bottom, deck_top, -half_width, half_width);
    number = 0;
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < PARAPETS; ++i) {
            double top = deck_top + parapet_height + (i % 2 ? 0.05 : 0.0);
            add_block(new_stone("parapet", ++number, pick(GRANITE_LIGHT, 2), 1),
                      deck_end * (2.0 * i / PARAPETS - 1), deck_end * (2.0 * (i + 1) / PARAPETS - 1),
                      deck_top, top, side ? parapet_inside : -half_width,
                      side ? half_width : -parapet_inside);
        }
    }
}

/* ---- the boulder ---- */

/* Points on an ellipsoid are all corners of their hull. A triangle is a face when no point lies outside its
 * plane. */
static void add_hull_faces(Stone *stone)
{
    int n = stone->vertex_count;
    for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) {
            for (int c = 0; c < n; ++c) {
                if (a >= b || a >= c || b == c)
                    continue;
                Point normal = cross(sub(stone->vertices[b], stone->vertices[a]),
                                     sub(stone->vertices[c], stone->vertices[a]));
                int outside = 0;
                for (int k = 0; k < n && !outside; ++k)
                    outside = k != a && k != b && k != c &&
                              dot(normal, sub(stone->vertices[k], stone->vertices[a])) > 0;
                int face[3] = { a, b, c };
                if (!outside)
                    add_face(stone, 3, face);
            }
        }
    }
}

static void build_boulder(void)
{
    enum {
        POINTS = 44
    };
    Stone *stone = new_stone("boulder", 0, BASALT, 1);
    double height = deck_top + ramp_slope * (-boulder_start - deck_end - 1.0) + 1.25 * boulder_radius;
    for (int i = 0; i < POINTS; ++i) {
        /* a spiral from pole to pole, shaken */
        double y = 1 - (2 * i + 1.0) / POINTS;
        double turn = 2.39996322972865332 * i + 0.35 * (random_unit() - 0.5);
        y += 0.03 * (random_unit() - 0.5);
        double ring = sqrt(1 - y * y);
        stone->vertices[i] =
            point(boulder_start + 1.06 * boulder_radius * ring * cosine(turn),
                  height + 0.97 * boulder_radius * y, 0.4 + 0.98 * boulder_radius * ring * sine(turn));
    }
    stone->vertex_count = POINTS;
    add_hull_faces(stone);
    measure(stone);
}

/* ---- the land ---- */

static const double terrain_x[] = { -18,  -16.5, -15, -13.5, -12,  -10.5, -9,  -7.5, -6.3, -5.5, -5.05,
                                    -5,   -4,    -3,  -2.2,  -1.1, 0,     1.1, 2.2,  3,    4,    5,
                                    5.05, 5.5,   6.3, 7.5,   9,    10.5,  12,  13.5, 15,   16.5 };
static const double terrain_z[TERRAIN_Z + 1] = { -8,  -6.5, -5,  -4,  -3.2, -2.4, -1.6, -0.8, 0,
                                                 0.8, 1.6,  2.4, 3.2, 4,    5,    6.5,  8 };
enum {
    TERRAIN_X = sizeof terrain_x / sizeof *terrain_x - 1
};

static double smooth(double from, double to, double x)
{
    double t = (x - from) / (to - from);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

/*
 * A valley under the bridge; to the left a slope with a trough that leads to the bridge, to the right a
 * gentle rise. Under the roadway the land stays below the slabs; beside its ends it is as high as they are.
 */
static double land(double x, double z)
{
    double ax = x < 0 ? -x : x;
    double az = z < 0 ? -z : z;
    double rough = 0.25 * sine(0.8 * x + 0.5 * z) * sine(0.6 * z - 0.3 * x + 1) * smooth(1.6, 4, az);
    double bank = ax <= 3 ? 0 : (ax - 3) / (deck_end - 3) * 3.1;
    if (ax <= deck_end)
        return bank + rough - 0.15 * smooth(2, 0, ax);
    double away = ax - deck_end - 1.0;
    double level = deck_top + (away > 0 ? (x < 0 ? ramp_slope : 0.16) * away : 0);
    double inside = az < 3 ? az : 3;
    double trough = 0.12 * inside * inside - 0.3 * (az - inside);
    double shoulder = 0.4 * smooth(1.3, 2.4, az) + 0.1 * (az - inside);
    double far = smooth(deck_end, deck_end + 3.5, ax);
    return level + far * trough - (1 - far) * shoulder + rough;
}

/* ---- into a file ---- */

static float positions[MAX_FLOATS], normals[MAX_FLOATS];
static uint16_t indices[MAX_INDICES];
static int float_count, index_count;

/* Ranges of a mesh in the three arrays. */
typedef struct Mesh {
    int first_vertex, vertices, first_index, corners, material;
    float lower[3], upper[3];
} Mesh;

static Mesh meshes[MAX_STONES + 2];
static int mesh_count;

static void begin_mesh(int material)
{
    Mesh mesh = {
        float_count / 3, 0, index_count, 0, material, { 1e9f, 1e9f, 1e9f }, { -1e9f, -1e9f, -1e9f }
    };
    meshes[mesh_count] = mesh;
}

static int emit_vertex(Point p, Point n)
{
    Mesh *mesh = &meshes[mesh_count];
    double length = sqrt(dot(n, n));
    float place[3] = { (float)p.x, (float)p.y, (float)p.z };
    float normal[3] = { (float)(n.x / length), (float)(n.y / length), (float)(n.z / length) };
    if (float_count + 3 > MAX_FLOATS) {
        fprintf(stderr, "make_arch: too many vertices\n");
        exit(1);
    }
    for (int k = 0; k < 3; ++k) {
        positions[float_count] = place[k];
        normals[float_count++] = normal[k];
        mesh->lower[k] = place[k] < mesh->lower[k] ? place[k] : mesh->lower[k];
        mesh->upper[k] = place[k] > mesh->upper[k] ? place[k] : mesh->upper[k];
    }
    return mesh->vertices++;
}

static void emit_triangle(int a, int b, int c)
{
    if (index_count + 3 > MAX_INDICES) {
        fprintf(stderr, "make_arch: too many triangles\n");
        exit(1);
    }
    indices[index_count++] = (uint16_t)a;
    indices[index_count++] = (uint16_t)b;
    indices[index_count++] = (uint16_t)c;
    meshes[mesh_count].corners += 3;
}

/* Flat faces; vertices relative to the stone's centre. */
static void emit_stone(const Stone *stone)
{
    begin_mesh(stone->material);
    for (int f = 0; f < stone->face_count; ++f) {
        const int *face = stone->faces[f];
        Point a = stone->vertices[face[0]];
        Point normal = cross(sub(stone->vertices[face[1]], a), sub(stone->vertices[face[2]], a));
        int first = 0;
        for (int k = 0; k < stone->corners[f]; ++k) {
            int vertex = emit_vertex(sub(stone->vertices[face[k]], stone->center), normal);
            first = k == 0 ? vertex : first;
        }
        for (int k = 1; k + 1 < stone->corners[f]; ++k)
            emit_triangle(first, first + k, first + k + 1);
    }
    ++mesh_count;
}

static void emit_terrain(void)
{
    begin_mesh(GRASS);
    for (int i = 0; i <= TERRAIN_X; ++i) {
        for (int k = 0; k <= TERRAIN_Z; ++k) {
            double x = terrain_x[i];
            double z = terrain_z[k];
            Point along = point(0.2, land(x + 0.1, z) - land(x - 0.1, z), 0);
            Point across = point(0, land(x, z + 0.1) - land(x, z - 0.1), 0.2);
            emit_vertex(point(x, land(x, z), z), cross(across, along));
        }
    }
    for (int i = 0; i < TERRAIN_X; ++i) {
        for (int k = 0; k < TERRAIN_Z; ++k) {
            int a = i * (TERRAIN_Z + 1) + k;
            int b = a + TERRAIN_Z + 1;
            emit_triangle(a, a + 1, b);
            emit_triangle(b, a + 1, b + 1);
        }
    }
    ++mesh_count;
}

/* A stream that is only seen. */
static void emit_water(void)
{
    begin_mesh(WATER);
    Point up = point(0, 1, 0);
    emit_vertex(point(-1.6, -0.06, -10), up);
    emit_vertex(point(-1.6, -0.06, 10), up);
    emit_vertex(point(1.6, -0.06, 10), up);
    emit_vertex(point(1.6, -0.06, -10), up);
    emit_triangle(0, 1, 2);
    emit_triangle(0, 2, 3);
    ++mesh_count;
}

static void put_base64(FILE *out, const uint8_t *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits = (uint32_t)data[i] << 16;
        bits |= left > 1 ? (uint32_t)data[i + 1] << 8 : 0;
        bits |= left > 2 ? data[i + 2] : 0;
        putc(digits[bits >> 18], out);
        putc(digits[bits >> 12 & 63], out);
        putc(left > 1 ? digits[bits >> 6 & 63] : '=', out);
        putc(left > 2 ? digits[bits & 63] : '=', out);
    }
}

static void put_float(uint8_t *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; ++i)
        to[i] = (uint8_t)(bits >> (8 * i));
}

/* Positions, normals, indices: little endian, one after the other. */
static void write_buffer(FILE *out)
{
    size_t floats = (size_t)float_count * 4;
    size_t size = 2 * floats + 2 * (size_t)index_count;
    uint8_t *data = calloc(1, size);
    if (!data) {
        fprintf(stderr, "make_arch: out of memory\n");
        exit(1);
    }
    for (int i = 0; i < float_count; ++i) {
        put_float(data + 4 * i, positions[i]);
        put_float(data + floats + 4 * (size_t)i, normals[i]);
    }
    for (int i = 0; i < index_count; ++i) {
        data[2 * floats + 2 * (size_t)i] = (uint8_t)(indices[i] & 255);
        data[2 * floats + 2 * (size_t)i + 1] = (uint8_t)(indices[i] >> 8);
    }
    fprintf(out,
            "  \"buffers\": [\n    { \"byteLength\": %zu, \"uri\": \"data:application/octet-stream;base64,",
            size);
    put_base64(out, data, size);
    free(data);
    fprintf(out, "\" }\n  ],\n  \"bufferViews\": [\n");
    fprintf(out,
            "    { \"buffer\": 0, \"byteOffset\": 0, \"byteLength\": %zu, \"byteStride\": 12, \"target\": "
            "34962 },\n",
            floats);
    fprintf(out,
            "    { \"buffer\": 0, \"byteOffset\": %zu, \"byteLength\": %zu, \"byteStride\": 12, \"target\": "
            "34962 },\n",
            floats, floats);
    fprintf(out, "    { \"buffer\": 0, \"byteOffset\": %zu, \"byteLength\": %zu, \"target\": 34963 }\n  ],\n",
            2 * floats, 2 * (size_t)index_count);
}

static void write_meshes(FILE *out)
{
    fprintf(out, "  \"accessors\": [\n");
    for (int i = 0; i < mesh_count; ++i) {
        const Mesh *m = &meshes[i];
        fprintf(out,
                "    { \"bufferView\": 0, \"byteOffset\": %d, \"componentType\": 5126, \"count\": %d, "
                "\"type\": \"VEC3\", "
                "\"min\": [%.9g, %.9g, %.9g], \"max\": [%.9g, %.9g, %.9g] },\n",
                12 * m->first_vertex, m->vertices, (double)m->lower[0], (double)m->lower[1],
                (double)m->lower[2], (double)m->upper[0], (double)m->upper[1], (double)m->upper[2]);
        fprintf(out,
                "    { \"bufferView\": 1, \"byteOffset\": %d, \"componentType\": 5126, \"count\": %d, "
                "\"type\": \"VEC3\" },\n",
                12 * m->first_vertex, m->vertices);
        fprintf(out,
                "    { \"bufferView\": 2, \"byteOffset\": %d, \"componentType\": 5123, \"count\": %d, "
                "\"type\": \"SCALAR\" }%s\n",
                2 * m->first_index, m->corners, i + 1 < mesh_count ? "," : "");
    }
    fprintf(out, "  ],\n  \"meshes\": [\n");
    for (int i = 0; i < mesh_count; ++i)
        fprintf(out,
                "    { \"primitives\": [{ \"attributes\": { \"POSITION\": %d, \"NORMAL\": %d }, \"indices\": "
                "%d, \"material\": %d }] }%s\n",
                3 * i, 3 * i + 1, 3 * i + 2, meshes[i].material, i + 1 < mesh_count ? "," : "");
    fprintf(out, "  ],\n");
}

static void write_materials(FILE *out)
{
    static const struct {
        const char *name;
        double color[3], roughness;
    } materials[MATERIALS] = {
        { "light granite", { 0.56, 0.53, 0.47 }, 0.9 }, { "granite", { 0.42, 0.40, 0.37 }, 0.9 },
        { "dark granite", { 0.30, 0.29, 0.28 }, 0.9 },  { "sandstone", { 0.58, 0.46, 0.31 }, 0.95 },
        { "slate", { 0.36, 0.38, 0.42 }, 0.8 },         { "basalt", { 0.16, 0.13, 0.12 }, 0.85 },
        { "grass", { 0.20, 0.29, 0.11 }, 1.0 },         { "water", { 0.10, 0.24, 0.30 }, 0.15 },
    };
    fprintf(out, "  \"materials\": [\n");
    for (int i = 0; i < MATERIALS; ++i)
        fprintf(out,
                "    { \"name\": \"%s\", \"pbrMetallicRoughness\": { \"baseColorFactor\": [%g, %g, %g, 1], "
                "\"metallicFactor\": 0, "
                "\"roughnessFactor\": %g } }%s\n",
                materials[i].name, materials[i].color[0], materials[i].color[1], materials[i].color[2],
                materials[i].roughness, i + 1 < MATERIALS ? "," : "");
    fprintf(out, "  ],\n");
}

/* Node i shows mesh i: the stones, then the land; water and camera follow. */
static void write_nodes(FILE *out)
{
    fprintf(out, "  \"nodes\": [\n");
    for (int i = 0; i < stone_count; ++i) {
        const Stone *s = &stones[i];
        fprintf(out,
                "    { \"name\": \"%s\", \"mesh\": %d, \"translation\": [%.9g, %.9g, %.9g], \"extensions\": "
                "{ \"KHR_physics_rigid_bodies\": { ",
                s->name, i, s->center.x, s->center.y, s->center.z);
        if (s->moves)
            fprintf(out, "\"motion\": { \"mass\": %.6g }, ", s->volume * density);
        fprintf(out,
                "\"collider\": { \"geometry\": { \"node\": %d, \"convexHull\": true }, \"physicsMaterial\": "
                "0 } } } },\n",
                i);
    }
    fprintf(out,
            "    { \"name\": \"land\", \"mesh\": %d, \"extensions\": { \"KHR_physics_rigid_bodies\": { "
            "\"collider\": { \"geometry\": "
            "{ \"node\": %d }, \"physicsMaterial\": 1 } } } },\n",
            stone_count, stone_count);
    fprintf(out, "    { \"name\": \"stream\", \"mesh\": %d },\n", stone_count + 1);
    fprintf(out, "    { \"name\": \"camera\", \"camera\": 0, \"translation\": [2.5, 4.2, 15], \"rotation\": "
                 "[-0.0436194, 0.0436194, 0.0019063, 0.998094] }\n");
    fprintf(out, "  ],\n  \"cameras\": [\n    { \"type\": \"perspective\", \"perspective\": { \"yfov\": 0.7, "
                 "\"znear\": 0.1, \"zfar\": 200 } }\n  ],\n");
    fprintf(out, "  \"scene\": 0,\n  \"scenes\": [\n    { \"name\": \"arch\", \"nodes\": [");
    for (int i = 0; i < stone_count + 3; ++i)
        fprintf(out, "%s%d", i ? ", " : "", i);
    fprintf(out, "] }\n  ],\n");
}

static void write_file(FILE *out)
{
    fprintf(out, "{\n  \"asset\": { \"version\": \"2.0\", \"generator\": \"drystone make_arch\" },\n");
    fprintf(out, "  \"extensionsUsed\": [\"KHR_physics_rigid_bodies\"],\n");
    fprintf(out, "  \"extensions\": { \"KHR_physics_rigid_bodies\": { \"physicsMaterials\": [\n");
    fprintf(out, "    { \"staticFriction\": 0.7, \"dynamicFriction\": 0.65, \"restitution\": 0 },\n");
    fprintf(out,
            "    { \"staticFriction\": 0.8, \"dynamicFriction\": 0.75, \"restitution\": 0 }\n  ] } },\n");
    write_nodes(out);
    write_meshes(out);
    write_materials(out);
    write_buffer(out);
    /* a last member without a comma after it */
    fprintf(out, "  \"extras\": { \"about\": \"A dry-stone arch bridge and a boulder; made by "
                 "demo/make_arch.c\" }\n}\n");
}

int main(void)
{
    build_ring();
    build_fill();
    build_abutments();
    build_roadway();
    build_boulder();
    for (int i = 0; i < stone_count; ++i)
        emit_stone(&stones[i]);
    emit_terrain();
    emit_water();
    write_file(stdout);
    return ferror(stdout) || fflush(stdout) != 0;
}
