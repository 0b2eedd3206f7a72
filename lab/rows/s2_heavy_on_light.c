/* S2. Heavy things on light ones, which have stood for 15 s, g = 10: cubes of 1000 and 100 times the mass on
   columns of light ones, a slab of 1000 times on four, the same on nine that pave a slope of 1 in 5 with mu =
   0.6, and a cube of 100 times on a pyramid of ten rows.

   Whatever the ratio of masses, forces that balance exist in all of them: nothing moves. */
#include "lab/experiments.h"
#include "lab/parts.h"

#include <math.h>

/* A column of cubes of 100 kg/m^3 whose top one is heavier; how far anything has moved after 15 s. */
static double heavy_column(LabRun *run, int count, double ratio)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = 100.0f;
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    for (int i = 0; i < count; ++i) {
        options.density = (float)(i == count - 1 ? 100.0 * ratio : 100.0);
        lab_part_cube(&scene, &parts, lab_vec(0.0, 0.5 + i, 0.0), &options);
    }
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = lab_largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

static double heavy_on_four(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    options.density = 100.0f;
    for (int i = 0; i < 4; ++i) {
        lab_part_cube(&scene, &parts, lab_vec(i % 2 ? 1.0 : -1.0, 0.5, i / 2 ? 1.0 : -1.0), &options);
    }
    /* 1000 times the mass of one of the four */
    DryBodyId heavy = lab_part_box(&scene, &parts, lab_vec(0.0, 1.5, 0.0), lab_vec(1.5, 0.5, 1.5), &options);
    lab_set_mass(&scene, heavy, 1e5);
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = lab_largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

/* On a slope of 1 in 5 paved with nine cubes lies a slab of 1000 times the weight of one. */
static double heavy_on_paved_slope(LabRun *run)
{
    const float c = 1.0f / sqrtf(1.0f + 0.2f * 0.2f);
    DryWorldDef def = lab_world_def(run, 10.0f);
    def.gravity = dry_vec3(2.0f * c, -10.0f * c, 0.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    options.density = 100.0f;
    for (int i = 0; i < 9; ++i) {
        lab_part_cube(&scene, &parts, lab_vec(1.05 * (i % 3 - 1), 0.5, 1.05 * (i / 3 - 1)), &options);
    }
    DryBodyId heavy = lab_part_box(&scene, &parts, lab_vec(0.0, 1.5, 0.0), lab_vec(1.5, 0.5, 1.5), &options);
    lab_set_mass(&scene, heavy, 1e5);
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = lab_largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

static double heavy_on_pyramid(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = 100.0f;
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    lab_planar_pyramid(&scene, &parts, 10, &options);
    options.density = 1e4f;
    lab_part_cube(&scene, &parts, lab_vec(0.0, 10.5, 0.0), &options);
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = lab_largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

void lab_heavy_on_light(LabRun *run)
{
    const int counts[] = { 2, 5, 5 };
    const double ratios[] = { 1000.0, 100.0, 1000.0 };
    for (int i = 0; i < 3; ++i) {
        lab_case(run, "%d cubes, top %gx", counts[i], ratios[i]);
        lab_expect(run, "largest move", heavy_column(run, counts[i], ratios[i]), 0.0, 0.002, "m");
    }
    lab_case(run, "1000x on four");
    lab_expect(run, "largest move", heavy_on_four(run), 0.0, 0.002, "m");
    lab_case(run, "1000x on a paved slope");
    lab_expect(run, "largest move", heavy_on_paved_slope(run), 0.0, 0.002, "m");
    lab_case(run, "100x on pyramid");
    lab_expect(run, "largest move", heavy_on_pyramid(run), 0.0, 0.005, "m");
}
