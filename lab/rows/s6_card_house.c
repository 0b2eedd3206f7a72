/* S6. A card house of three storeys, its cards leaning by 22 degrees, and a tower of 18 layers of three
   planks, mu = 0.6.

   The feet of leaning cards push outward with tan 22 / 2 of their own weight and tan 22 = 0.40 of what lies
   on them, less than friction can bear; the tower has no thrust at all. After a minute nothing has moved by a
   fiftieth of a card, and all is asleep or calm. */
#include "lab/experiments.h"
#include "lab/parts.h"

#include <math.h>

static void expect_stands(LabScene *scene, const LabParts *parts)
{
    lab_steps(scene, lab_step_count(scene, 60.0));
    lab_expect(scene->run, "largest move", lab_largest_move(scene, parts), 0.0, 0.05, "m");
    lab_expect(scene->run, "speed after 60 s", lab_largest_speed(scene, parts), 0.0, 1e-3, "m/s");
}

static const LabVec card = { 0.01, 0.5, 0.3 };

/* Two cards that lean on each other by 22 degrees, with their feet at height y. Returns their height. */
static double add_leaning_pair(LabScene *scene, LabParts *parts, double x, double y,
                               const DryShapeOptions *options)
{
    double c = cos(22.0 * LAB_DEGREES), s = sin(22.0 * LAB_DEGREES);
    double height = 2.0 * (card.x * s + card.y * c);
    for (int side = -1; side <= 1; side += 2) {
        DryQuat lean = lab_rotation(lab_vec(0.0, 0.0, 1.0), 22.0 * side);
        LabVec place = lab_vec(x + side * (card.x * c + card.y * s), y + 0.5 * height, 0.0);
        lab_add_box(scene, lab_part(scene, parts, place, &lean), card, options);
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
    LabParts parts = { .count = 0 };
    double y = 0.0;
    for (int pairs = 3; pairs > 0; --pairs) {
        double height = 0.0;
        for (int i = 0; i < pairs; ++i) {
            height = add_leaning_pair(&scene, &parts, pitch * (i - 0.5 * (pairs - 1)), y, &options);
        }
        y += height + card.x;
        for (int i = 0; i + 1 < pairs; ++i) {
            LabVec place = lab_vec(pitch * (i - 0.5 * (pairs - 2)), y, 0.0);
            lab_add_box(&scene, lab_part(&scene, &parts, place, NULL), lab_vec(card.y, card.x, card.z),
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
    LabParts parts = { .count = 0 };
    for (int layer = 0; layer < 18; ++layer) {
        for (int i = -1; i <= 1; ++i) {
            bool across = layer % 2 != 0;
            LabVec place = lab_vec(across ? 0.25 * i : 0.0, 0.075 + 0.15 * layer, across ? 0.0 : 0.25 * i);
            lab_add_box(&scene, lab_part(&scene, &parts, place, NULL), across ? along_z : along_x, &options);
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
