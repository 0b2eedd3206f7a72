/* Built of many parts: an arch, a card house, a tower, and a tub that is too full. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

#define DEGREES (3.14159265358979323846 / 180.0)

enum {
    PARTS_MAX = 300
};

/* Bodies and where each one was set down. */
typedef struct Parts {
    DryBodyId bodies[PARTS_MAX];
    LabVec places[PARTS_MAX];
    int32_t count;
} Parts;

static DryBodyId part_add(LabScene *scene, Parts *parts, LabVec place, const DryQuat *rotation)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, rotation);
    parts->bodies[parts->count] = body;
    parts->places[parts->count++] = place;
    return body;
}

static double largest_move(const LabScene *scene, const Parts *parts)
{
    double worst = 0.0;
    for (int32_t i = 0; i < parts->count; ++i) {
        worst = fmax(worst, lab_length(lab_sub(lab_position(scene, parts->bodies[i]), parts->places[i])));
    }
    return worst;
}

/* Bodies that sleep have none. */
static double largest_speed(const LabScene *scene, const Parts *parts)
{
    double worst = 0.0;
    for (int32_t i = 0; i < parts->count; ++i) {
        worst = fmax(worst, lab_length(lab_velocity(scene, parts->bodies[i])));
    }
    return worst;
}

/* Adds the hull, whose reference it takes. */
static void add_hull(LabScene *scene, DryBodyId body, DryHull *hull, const DryShapeOptions *options)
{
    if (hull == NULL || dry_shape_add_hull(scene->world, body, hull, options).index == 0) {
        lab_trouble(scene->run, "hull", dry_last_error());
    }
    dry_hull_release(hull);
}

/* ---- a masonry arch ---- */

enum {
    VOUSSOIRS = 20
};

/* The wedge between two joints of a semicircle of radius 5 about the origin. */
static void add_voussoir(LabScene *scene, Parts *parts, int index, double thickness)
{
    const double radius = 5.0, depth = 1.0;
    LabVec corners[8], middle = lab_vec(0.0, 0.0, 0.0);
    for (int i = 0; i < 8; ++i) {
        double angle = 180.0 * DEGREES * (index + (i & 1)) / VOUSSOIRS;
        double r = radius + ((i & 2) ? 0.5 : -0.5) * thickness;
        corners[i] = lab_vec(r * cos(angle), r * sin(angle), (i & 4) ? 0.5 * depth : -0.5 * depth);
        middle = lab_add_scaled(middle, corners[i], 0.125);
    }
    DryVec3 points[8];
    for (int i = 0; i < 8; ++i) {
        LabVec p = lab_sub(corners[i], middle);
        points[i] = dry_vec3((float)p.x, (float)p.y, (float)p.z);
    }
    DryHullSource source = { .points = points, .point_count = 8 };
    DryShapeOptions options = lab_material(1.0, 0.0);
    add_hull(scene, part_add(scene, parts, middle, NULL), dry_hull_create(&source, NULL), &options);
}

/* How far the worst of its stones is from its place after ten seconds. */
static double arch(LabRun *run, double thickness_to_radius)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    lab_ground(&scene, &options);
    Parts parts = { .count = 0 };
    for (int i = 0; i < VOUSSOIRS; ++i) {
        add_voussoir(&scene, &parts, i, 5.0 * thickness_to_radius);
    }
    lab_steps(&scene, lab_step_count(&scene, 10.0));
    double moved = largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

void lab_arch(LabRun *run)
{
    lab_case(run, "thickness .113 R");
    double moved = arch(run, 0.113);
    lab_expect(run, "largest move", moved, 0.0, 0.02, "m");
    lab_case(run, "thickness .10 R");
    lab_expect_bool(run, "falls", arch(run, 0.10) > 1.0, true);
}

/* ---- a card house and a tower ---- */

/* Stands for a minute: at its end nothing has moved by a fiftieth of the height, and it is asleep or calm. */
static void expect_stands(LabScene *scene, const Parts *parts)
{
    lab_steps(scene, lab_step_count(scene, 60.0));
    lab_expect(scene->run, "largest move", largest_move(scene, parts), 0.0, 0.05, "m");
    lab_expect(scene->run, "speed after 60 s", largest_speed(scene, parts), 0.0, 1e-3, "m/s");
}

static const LabVec card = { 0.01, 0.5, 0.3 };

/* Two cards that lean on each other by 22 degrees, with their feet at height y. Returns their height. */
static double add_leaning_pair(LabScene *scene, Parts *parts, double x, double y,
                               const DryShapeOptions *options)
{
    double c = cos(22.0 * DEGREES), s = sin(22.0 * DEGREES);
    double height = 2.0 * (card.x * s + card.y * c);
    for (int side = -1; side <= 1; side += 2) {
        DryQuat lean = lab_rotation(lab_vec(0.0, 0.0, 1.0), 22.0 * side);
        LabVec place = lab_vec(x + side * (card.x * c + card.y * s), y + 0.5 * height, 0.0);
        lab_add_box(scene, part_add(scene, parts, place, &lean), card, options);
    }
    return height;
}

static void card_house(LabRun *run)
{
    const double pitch = 1.01;
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    Parts parts = { .count = 0 };
    double y = 0.0;
    for (int pairs = 3; pairs > 0; --pairs) {
        double height = 0.0;
        for (int i = 0; i < pairs; ++i) {
            height = add_leaning_pair(&scene, &parts, pitch * (i - 0.5 * (pairs - 1)), y, &options);
        }
        y += height + card.x;
        for (int i = 0; i + 1 < pairs; ++i) {
            LabVec place = lab_vec(pitch * (i - 0.5 * (pairs - 2)), y, 0.0);
            lab_add_box(&scene, part_add(&scene, &parts, place, NULL), lab_vec(card.y, card.x, card.z),
                        &options);
        }
        y += card.x;
    }
    lab_case(run, "card house");
    expect_stands(&scene, &parts);
    lab_close(&scene);
}

static void plank_tower(LabRun *run)
{
    const LabVec along_x = { 0.375, 0.075, 0.125 }, along_z = { 0.125, 0.075, 0.375 };
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    Parts parts = { .count = 0 };
    for (int layer = 0; layer < 18; ++layer) {
        for (int i = -1; i <= 1; ++i) {
            bool across = layer % 2 != 0;
            LabVec place = lab_vec(across ? 0.25 * i : 0.0, 0.075 + 0.15 * layer, across ? 0.0 : 0.25 * i);
            lab_add_box(&scene, part_add(&scene, &parts, place, NULL), across ? along_z : along_x, &options);
        }
    }
    lab_case(run, "tower of planks");
    expect_stands(&scene, &parts);
    lab_close(&scene);
}

void lab_card_house(LabRun *run)
{
    card_house(run);
    plank_tower(run);
}

/* ---- a tub ---- */

static void add_tub(LabScene *scene)
{
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(scene, &options);
    for (int i = 0; i < 4; ++i) {
        double side = i % 2 ? -3.5 : 3.5;
        LabVec place = i < 2 ? lab_vec(side, 4.0, 0.0) : lab_vec(0.0, 4.0, side);
        DryBodyId wall = lab_body(scene, DRY_STATIC, place, NULL);
        lab_add_box(scene, wall, i < 2 ? lab_vec(1.0, 5.0, 5.0) : lab_vec(5.0, 5.0, 1.0), &options);
    }
}

/* 300 prisms set down inside each other, closer than they are wide and high. */
static void full_tub(LabRun *run, bool penalty)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    add_tub(&scene);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.material.stiffness = penalty ? 1e5f : options.material.stiffness;
    options.material.damping = penalty ? 5e4f : options.material.damping;
    Parts parts = { .count = 0 };
    for (int i = 0; i < PARTS_MAX; ++i) {
        int k = i % 100;
        double shift = 0.05 * sin(1.0 + 7.0 * i), other = 0.05 * sin(2.0 + 11.0 * i);
        LabVec place = lab_vec(-2.025 + 0.45 * (k % 10) + shift, 0.2 + 0.3 * (i / 100),
                               -2.025 + 0.45 * (k / 10) + other);
        add_hull(&scene, part_add(&scene, &parts, place, NULL), dry_hull_create_cylinder(0.25f, 0.25f, 8),
                 &options);
    }
    double fastest = 0.0;
    for (int32_t i = lab_step_count(&scene, 10.0); i > 0 && lab_step(&scene); --i) {
        fastest = fmax(fastest, largest_speed(&scene, &parts));
    }
    lab_expect_range(run, "largest speed", fastest, 0.0, 0.0, 3.0, "m/s");
    lab_expect(run, "speed after 10 s", largest_speed(&scene, &parts), 0.0, 0.3, "m/s");
    lab_close(&scene);
}

void lab_tub(LabRun *run)
{
    lab_case(run, "constraints");
    full_tub(run, false);
    lab_case(run, "springs");
    full_tub(run, true);
}
