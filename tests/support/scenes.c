#include "support/scenes.h"

#include "support/random.h"

static DryBodyId body_at(DryWorld *w, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    return dry_body_create(w, &def);
}

static DryBodyId box_at(DryWorld *w, DryBodyType type, double x, double y, double z, DryVec3 half)
{
    DryBodyId body = body_at(w, type, x, y, z);
    DryBox box = { half };
    (void)dry_shape_add_box(w, body, &box, NULL);
    return body;
}

static void ground(DryWorld *w)
{
    (void)box_at(w, DRY_STATIC, 0, -1, 0, (DryVec3){ 50, 1, 50 });
}

static void build_pyramid(DryWorld *w)
{
    ground(w);
    for (int i = 0; i < 8; ++i) {
        for (int j = i; j < 8; ++j) {
            (void)box_at(w, DRY_DYNAMIC, (i + 1) * 0.5 + (j - i), i + 0.5, 0, (DryVec3){ 0.5f, 0.5f, 0.5f });
        }
    }
}

static DryHull *rock(uint64_t seed)
{
    Random r = random_seeded(seed);
    DryVec3 points[16];
    for (int i = 0; i < 16; ++i) {
        DryVec3 d = { (float)random_double(&r, -1, 1), (float)random_double(&r, -1, 1),
                      (float)random_double(&r, -1, 1) };
        points[i] = dry_vec3_scale(dry_vec3_normalize(d), 0.5f);
    }
    DryHullSource source = { .points = points, .point_count = 16 };
    return dry_hull_create(&source, NULL);
}

/* A wavy floor. */
static DryMesh *waves(void)
{
    enum {
        N = 17
    };
    DryVec3 vertices[N * N];
    uint32_t indices[(N - 1) * (N - 1) * 6];
    int n = 0;
    for (int i = 0; i < N * N; ++i) {
        int x = i % N, z = i / N;
        vertices[i] =
            (DryVec3){ (float)(x - 8) * 1.5f, 0.25f * (float)((x * 7 + z * 5) % 4), (float)(z - 8) * 1.5f };
    }
    for (int z = 0; z + 1 < N; ++z) {
        for (int x = 0; x + 1 < N; ++x) {
            uint32_t a = (uint32_t)(z * N + x), b = a + 1, c = a + N, d = c + 1;
            const uint32_t t[6] = { a, c, b, b, c, d };
            for (int k = 0; k < 6; ++k) {
                indices[n++] = t[k];
            }
        }
    }
    DryMeshSource source = {
        .vertices = vertices, .vertex_count = N * N, .indices = indices, .triangle_count = n / 3
    };
    return dry_mesh_create(&source, NULL);
}

static void add_any_shape(DryWorld *w, DryBodyId body, int kind, DryHull *hull)
{
    DrySphere ball = { { 0, 0, 0 }, 0.4f };
    DryCapsule capsule = { { -0.3f, 0, 0 }, { 0.3f, 0.1f, 0 }, 0.3f };
    DryBox box = { { 0.4f, 0.3f, 0.5f } };
    if (kind == 0) {
        (void)dry_shape_add_sphere(w, body, &ball, NULL);
    } else if (kind == 1) {
        (void)dry_shape_add_capsule(w, body, &capsule, NULL);
    } else if (kind == 2) {
        (void)dry_shape_add_box(w, body, &box, NULL);
    } else {
        (void)dry_shape_add_hull(w, body, hull, NULL);
    }
}

static void drop_mixed(DryWorld *w, int count)
{
    DryHull *hull = rock(7);
    for (int i = 0; i < count; ++i) {
        DryBodyId body = body_at(w, DRY_DYNAMIC, 0.9 * (i % 4) - 1.5 + 0.05 * i, 2.0 + 0.9 * (i / 16),
                                 0.9 * ((i / 4) % 4) - 1.5);
        add_any_shape(w, body, i % 4, hull);
    }
    dry_hull_release(hull);
}

static void build_pile(DryWorld *w)
{
    ground(w);
    drop_mixed(w, 96);
}

static void build_mesh_pile(DryWorld *w)
{
    DryMesh *mesh = waves();
    DryBodyId floor = body_at(w, DRY_STATIC, 0, 0, 0);
    DryVec3 scale = { 1.0f, 0.5f, 1.25f };
    (void)dry_shape_add_mesh(w, floor, mesh, &scale, NULL);
    dry_mesh_release(mesh);
    drop_mixed(w, 64);
}

static void build_half_space(DryWorld *w)
{
    DryBodyId floor = body_at(w, DRY_STATIC, 0, 0, 0);
    DryHalfSpace half = { { 0.05f, 1.0f, 0.0f }, 0.0f };
    (void)dry_shape_add_half_space(w, floor, &half, NULL);
    drop_mixed(w, 48);
}

static void build_bouncing(DryWorld *w)
{
    ground(w);
    DryShapeOptions o = dry_shape_options_default();
    o.material.restitution = 0.8f;
    for (int i = 0; i < 40; ++i) {
        DryBodyId body = body_at(w, DRY_DYNAMIC, 0.7 * (i % 5), 2.0 + 0.9 * (i / 10), 0.7 * (i / 5 % 2));
        DrySphere ball = { { 0, 0, 0 }, 0.3f };
        DryBox box = { { 0.25f, 0.25f, 0.25f } };
        if (i % 3 == 0) {
            (void)dry_shape_add_box(w, body, &box, &o);
        } else {
            (void)dry_shape_add_sphere(w, body, &ball, &o);
        }
    }
}

static void build_joints(DryWorld *w)
{
    ground(w);
    for (int chain = 0; chain < 4; ++chain) {
        DryBodyId previous = body_at(w, DRY_STATIC, 3.0 * chain, 8, 0);
        for (int i = 0; i < 8; ++i) {
            DryBodyId link =
                box_at(w, DRY_DYNAMIC, 3.0 * chain + 0.5 * (i + 1), 8, 0, (DryVec3){ 0.2f, 0.1f, 0.1f });
            DryVec3 a = { 0.25f, 0, 0 }, b = { -0.25f, 0, 0 };
            if (chain == 0) {
                DryBallDef d = dry_ball_def_default();
                d.body_a = previous, d.body_b = link;
                d.frame_a.position = a, d.frame_b.position = b;
                (void)dry_ball_create(w, &d);
            } else if (chain == 1) {
                DryHingeDef d = dry_hinge_def_default();
                d.body_a = previous, d.body_b = link;
                d.frame_a = dry_frame_from_axis(a, (DryVec3){ 0, 0, 1 });
                d.frame_b = dry_frame_from_axis(b, (DryVec3){ 0, 0, 1 });
                d.limit = (DryLimit){ .enabled = true, .lower = -0.6f, .upper = 0.6f };
                (void)dry_hinge_create(w, &d);
            } else if (chain == 2) {
                DryDistanceDef d = dry_distance_def_default();
                d.body_a = previous, d.body_b = link;
                d.min_length = 0.0f, d.max_length = 0.5f;
                (void)dry_distance_create(w, &d);
            } else {
                DrySixAxisDef d = dry_six_axis_def_default();
                d.body_a = previous, d.body_b = link;
                d.frame_a.position = a, d.frame_b.position = b;
                d.angular[2] = (DryAxisDef){ .motion = DRY_AXIS_FREE,
                                             .drive = { .mode = DRY_DRIVE_POSITION,
                                                        .frequency = 2.0f,
                                                        .damping_ratio = 0.5f,
                                                        .max_force = 500.0f } };
                (void)dry_six_axis_create(w, &d);
            }
            previous = link;
        }
    }
    for (int i = 0; i < 20; ++i) {
        (void)box_at(w, DRY_DYNAMIC, 0.7 * i, 1.0, 0.1 * (i % 3), (DryVec3){ 0.3f, 0.3f, 0.3f });
    }
}

static void build_kinematic(DryWorld *w)
{
    ground(w);
    drop_mixed(w, 32);
    (void)box_at(w, DRY_KINEMATIC, -6, 1, 0, (DryVec3){ 0.5f, 1, 3 });
}

static void push_kinematic(DryWorld *w, int step)
{
    DryBodyId bodies[64];
    int n = dry_world_bodies(w, bodies, 64);
    for (int i = 0; i < n; ++i) {
        if (dry_body_type(w, bodies[i]) == DRY_KINEMATIC && step < 150) {
            DryPose target = { { -6 + 0.05 * (step + 1), 1, 0 },
                               dry_quat_from_axis_angle((DryVec3){ 0, 1, 0 }, 0.01f * (float)(step + 1)) };
            (void)dry_body_set_target(w, bodies[i], target);
        }
    }
}

static void build_sensors(DryWorld *w)
{
    ground(w);
    drop_mixed(w, 24);
    DryShapeOptions o = dry_shape_options_default();
    o.sensor = true;
    DryBox box = { { 2, 1, 2 } };
    (void)dry_shape_add_box(w, body_at(w, DRY_STATIC, 0, 1.5, 0), &box, &o);
}

static void build_planar(DryWorld *w)
{
    ground(w);
    for (int i = 0; i < 30; ++i) {
        DryBodyDef def = dry_body_def_default();
        def.type = DRY_DYNAMIC;
        def.position = dry_pos(0.4 * (i % 3), 1 + i, 0);
        def.rotation = dry_quat_from_axis_angle((DryVec3){ 0, 0, 1 }, 0.2f * (float)i);
        def.locks = DRY_LOCK_PLANAR;
        DryBodyId body = dry_body_create(w, &def);
        DryBox box = { { 0.5f, 0.3f, 0.5f } };
        (void)dry_shape_add_box(w, body, &box, NULL);
    }
}

/* Bodies come and go, are thrown, put to sleep and retyped, while rays are cast. */
static void churn(DryWorld *w, int step)
{
    Random r = random_seeded(1000u + (uint64_t)step);
    DryBodyId bodies[256];
    int n = dry_world_bodies(w, bodies, 256);
    for (int k = 0; k < 3; ++k) {
        DryBodyId body = bodies[random_int(&r, n)];
        bool is_static = dry_body_type(w, body) == DRY_STATIC;
        int action = random_int(&r, 8);
        if (action == 0 && !is_static && n > 30) {
            (void)dry_body_destroy(w, body);
        } else if (action == 1 && n < 120) {
            (void)box_at(w, DRY_DYNAMIC, random_double(&r, -4, 4), random_double(&r, 2, 8),
                         random_double(&r, -4, 4), (DryVec3){ 0.3f, 0.4f, 0.3f });
        } else if (action == 2 && !is_static) {
            (void)dry_body_set_velocity(w, body, (DryVec3){ (float)random_double(&r, -5, 5), 6, 0 });
        } else if (action == 3 && !is_static) {
            (void)dry_body_set_awake(w, body, random_int(&r, 2) == 0);
        } else if (action == 4 && !is_static) {
            (void)dry_body_set_type(w, body, random_int(&r, 2) == 0 ? DRY_KINEMATIC : DRY_DYNAMIC);
        } else if (action == 5 && !is_static) {
            (void)dry_body_set_enabled(w, body, random_int(&r, 3) != 0);
        } else if (action == 6 && !is_static) {
            DryPose pose = { { random_double(&r, -4, 4), random_double(&r, 1, 6), random_double(&r, -4, 4) },
                             dry_quat_identity() };
            (void)dry_body_set_pose(w, body, pose);
        } else {
            DryRay ray = { { random_double(&r, -4, 4), 10, 0 }, { 0, -1, 0 }, 20 };
            DryRayHit hit;
            (void)dry_world_cast_ray_closest(w, ray, DRY_FILTER_ALL, &hit);
        }
    }
}

const TestScene test_scenes[] = {
    { "pyramid", build_pyramid, NULL },
    { "pile", build_pile, NULL },
    { "mesh_pile", build_mesh_pile, NULL },
    { "half_space", build_half_space, NULL },
    { "bouncing", build_bouncing, NULL },
    { "joints", build_joints, NULL },
    { "kinematic", build_kinematic, push_kinematic },
    { "sensors", build_sensors, NULL },
    { "planar", build_planar, NULL },
    { "churn", build_pile, churn },
};
const int test_scene_count = (int)(sizeof test_scenes / sizeof test_scenes[0]);
