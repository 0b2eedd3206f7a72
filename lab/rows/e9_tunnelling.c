/* E9. Balls, plates, cubes and rods at 10 to 500 m/s and up to 30 rad/s against walls of 2 cm, of a box and
   of a mesh; a paddle that turns at 40 rad/s and takes a ball with it.

   None comes through, and what flies past the edge of a wall, by 5 cm or more, flies on as if there were
   none. */
#include "lab/experiments.h"
#include "lab/mesh.h"

#include <math.h>

typedef enum Shot {
    SHOT_BALL,
    SHOT_PLATE,
    SHOT_CUBE,
    SHOT_ROD,
    SHOT_COUNT
} Shot;

static const char *const shot_names[] = { "ball", "plate", "cube", "rod" };
static const double shot_reach[] = { 0.1, 0.3538, 0.1733, 0.33 };

enum {
    SHOTS = 125 /* of a kind at a wall: 1000 in all */
};

typedef struct Tally {
    int hits, through, passes, disturbed;
} Tally;

static double between(uint32_t *seed, double low, double high)
{
    return low + (high - low) * lab_random(seed);
}

/* Across x, 6 m wide and high. */
static DryBodyId add_wall(LabScene *scene, bool mesh)
{
    DryShapeOptions options = lab_material(0.5, 0.0);
    DryBodyId wall = lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL);
    if (!mesh) {
        lab_add_box(scene, wall, lab_vec(0.01, 3.0, 3.0), &options);
        return wall;
    }
    enum {
        CELLS = 8
    };
    LabTriangles triangles = lab_triangles(6 * CELLS * CELLS);
    for (int i = 0; i < CELLS; ++i) {
        for (int k = 0; k < CELLS; ++k) {
            float cell = 6.0f / CELLS, y = -3.0f + (float)i * cell, z = -3.0f + (float)k * cell;
            DryVec3 a = dry_vec3(0.0f, y, z), b = dry_vec3(0.0f, y, z + cell);
            DryVec3 c = dry_vec3(0.0f, y + cell, z), d = dry_vec3(0.0f, y + cell, z + cell);
            const DryVec3 corners[6] = { a, b, c, b, d, c };
            lab_add_corners(&triangles, corners, 6);
        }
    }
    lab_add_triangles(scene, wall, &triangles, &options);
    return wall;
}

static DryBodyId add_shot(LabScene *scene, Shot shot, LabVec place, const DryQuat *rotation)
{
    DryShapeOptions options = lab_material(0.5, 0.0);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, rotation);
    if (shot == SHOT_BALL) {
        lab_add_sphere(scene, body, shot_reach[shot], &options);
    } else if (shot == SHOT_ROD) {
        DryCapsule rod = { { 0.0f, -0.3f, 0.0f }, { 0.0f, 0.3f, 0.0f }, 0.03f };
        dry_shape_add_capsule(scene->world, body, &rod, &options);
    } else {
        LabVec half = shot == SHOT_PLATE ? lab_vec(0.25, 0.25, 0.01) : lab_vec(0.1, 0.1, 0.1);
        lab_add_box(scene, body, half, &options);
    }
    return body;
}

static DryQuat any_rotation(uint32_t *seed)
{
    LabVec axis = lab_vec(between(seed, -1.0, 1.0), 0.0, 0.0);
    axis.y = between(seed, -1.0, 1.0);
    axis.z = between(seed, -1.0, 1.0) + 1e-3;
    return lab_rotation(lab_add_scaled(lab_vec(0.0, 0.0, 0.0), axis, 1.0 / lab_length(axis)),
                        between(seed, 0.0, 360.0));
}

/* One in four is aimed past the upper edge. */
static void fire(LabRun *run, Shot shot, bool mesh, uint32_t *seed, Tally *tally)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    (void)add_wall(&scene, mesh);
    double speed = 10.0 * pow(50.0, lab_random(seed)), start = -between(seed, 1.0, 9.0);
    bool past = lab_random(seed) < 0.25;
    double height = past ? 3.0 + shot_reach[shot] + between(seed, 0.05, 0.5) : between(seed, -2.0, 2.0);
    double slope = past ? 0.0 : between(seed, -0.5, 0.5), side = between(seed, -2.0, 2.0);
    DryQuat rotation = any_rotation(seed);
    LabVec from = lab_vec(start, height + slope * start, side);
    DryBodyId body = add_shot(&scene, shot, from, &rotation);
    LabVec velocity = lab_vec(speed / sqrt(1.0 + slope * slope), 0.0, 0.0), spin;
    velocity.y = velocity.x * slope;
    double most = between(seed, 0.0, 30.0);
    spin.x = between(seed, -most, most);
    spin.y = between(seed, -most, most);
    spin.z = between(seed, -most, most);
    lab_push(&scene, body, velocity, spin);
    double seconds = fmin(12.0 / speed + 0.5, 2.0);
    bool through = false;
    for (int32_t i = 0; i < lab_step_count(&scene, seconds) && lab_step(&scene); ++i) {
        LabVec p = lab_position(&scene, body);
        through = through || (p.x > 0.0 && fabs(p.y) < 2.9 && fabs(p.z) < 2.9);
    }
    LabVec free = lab_add_scaled(from, velocity, lab_time(&scene));
    double off = lab_length(lab_sub(lab_position(&scene, body), free));
    tally->hits += past ? 0 : 1;
    tally->through += !past && through ? 1 : 0;
    tally->passes += past ? 1 : 0;
    tally->disturbed += past && off > 1e-3 * speed * lab_time(&scene) ? 1 : 0;
    lab_close(&scene);
}

/* A kinematic paddle of 2 cm turns about one end, through where the ball lies. */
static void strike(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.0, 0.0);
    DryBodyId paddle = lab_body(&scene, DRY_KINEMATIC, lab_vec(0.0, 0.0, 0.0), NULL);
    options.frame.position = lab_to_world(&scene, lab_vec(1.0, 0.0, 0.0));
    lab_add_box(&scene, paddle, lab_vec(1.0, 0.01, 0.5), &options);
    lab_push(&scene, paddle, lab_vec(0.0, 0.0, 0.0), lab_vec(0.0, 0.0, 40.0));
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 1.5, 0.0), 0.05, &options);
    lab_steps(&scene, 6);
    lab_case(run, "paddle at 40 rad/s");
    lab_expect_bool(run, "the ball is struck", lab_length(lab_velocity(&scene, ball)) > 40.0, true);
    lab_close(&scene);
}

void lab_tunnelling(LabRun *run)
{
    uint32_t seed = 9;
    for (int mesh = 0; mesh < 2; ++mesh) {
        for (int shot = 0; shot < SHOT_COUNT; ++shot) {
            Tally tally = { 0, 0, 0, 0 };
            for (int i = 0; i < SHOTS; ++i) {
                fire(run, (Shot)shot, mesh == 1, &seed, &tally);
            }
            lab_case(run, "%s, wall of %s", shot_names[shot], mesh == 1 ? "triangles" : "a box");
            lab_expect(run, "shots that come through", tally.through, 0.0, 0.0, "");
            lab_expect(run, "disturbed as they pass", tally.disturbed, 0.0, 0.0, "");
        }
    }
    strike(run);
}
