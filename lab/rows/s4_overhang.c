/* S4. Four blocks of length L = 1 over the edge of a table, each as far beyond the next as it may be, times
   0.99 or 1.01.

   The i-th block from above may stand out by L / 2i over the one below, so that the centre of all above an
   edge is on it: L/2 (1 + 1/2 + 1/3 + 1/4) in all. With 99 % of it the blocks stand for 60 s, with 101 % they
   fall. */
#include "lab/experiments.h"
#include "lab/parts.h"

/* How far the worst block is from its place after a minute, at `fraction` of the limit. */
static double overhang(LabRun *run, double fraction)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    const LabVec block = { 0.5, 0.1, 0.25 };
    DryBodyId table = lab_body(&scene, DRY_STATIC, lab_vec(-5.0, -1.0, 0.0), NULL);
    lab_add_box(&scene, table, lab_vec(5.0, 1.0, 5.0), &options);
    LabParts parts = { .count = 0 };
    double edge = 0.0;
    for (int i = 0; i < 4; ++i) {
        /* the lowest block carries three and may reach out by L / (2 * 4) */
        edge += fraction / (2.0 * (4 - i));
        lab_part_box(&scene, &parts, lab_vec(edge - 0.5, 0.1 + 0.2 * i, 0.0), block, &options);
    }
    lab_steps(&scene, lab_step_count(&scene, 60.0));
    double moved = lab_largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

void lab_overhang(LabRun *run)
{
    lab_case(run, "99 %%");
    lab_expect(run, "largest move in 60 s", overhang(run, 0.99), 0.0, 0.002, "m");
    lab_case(run, "101 %%");
    lab_expect_bool(run, "falls", overhang(run, 1.01) > 0.2, true);
}
