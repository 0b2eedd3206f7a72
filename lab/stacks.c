/* What stands, and what must not. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

#define DEGREES (3.14159265358979323846 / 180.0)

enum {
    STACK_MAX = 64
};

/* Bodies and where each one was set down. */
typedef struct Stack {
    DryBodyId bodies[STACK_MAX];
    LabVec places[STACK_MAX];
    int32_t count;
} Stack;

static DryBodyId stack_add(LabScene *scene, Stack *stack, LabVec place, LabVec half_extents,
                           const DryShapeOptions *options)
{
    DryBodyId body = lab_box(scene, place, half_extents, options);
    stack->bodies[stack->count] = body;
    stack->places[stack->count++] = place;
    return body;
}

static double largest_move(const LabScene *scene, const Stack *stack)
{
    double worst = 0.0;
    for (int32_t i = 0; i < stack->count; ++i) {
        worst = fmax(worst, lab_length(lab_sub(lab_position(scene, stack->bodies[i]), stack->places[i])));
    }
    return worst;
}

static double fastest(const LabScene *scene, const Stack *stack)
{
    double most = 0.0;
    for (int32_t i = 0; i < stack->count; ++i) {
        most = fmax(most, lab_length(lab_velocity(scene, stack->bodies[i])));
    }
    return most;
}

static const LabVec cube = { 0.5, 0.5, 0.5 };

void lab_column(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = 100.0f;
    lab_ground(&scene, &options);
    Stack stack = { .count = 0 };
    for (int i = 0; i < 10; ++i) {
        stack_add(&scene, &stack, lab_vec(0.0, 0.5 + i, 0.0), cube, &options);
    }
    lab_axes(run, "time, s", "height of the top cube's centre, m");
    for (int32_t i = 0; i < lab_step_count(&scene, 15.0) && lab_step(&scene); ++i) {
        if (lab_time(&scene) < 2.0) {
            lab_record(run, "top cube", lab_time(&scene), lab_position(&scene, stack.bodies[9]).y, 9.5);
        }
    }
    LabVec top = lab_position(&scene, stack.bodies[9]);
    double sideways = 0.0;
    for (int i = 0; i < 10; ++i) {
        LabVec p = lab_position(&scene, stack.bodies[i]);
        sideways = fmax(sideways, hypot(p.x, p.z));
    }
    lab_expect(run, "top", top.y, 9.5, 1e-3, "m");
    lab_expect(run, "largest sideways", sideways, 0.0, 1e-3, "m");
    lab_expect_bool(run, "asleep", lab_all_asleep(&scene, stack.bodies, stack.count), true);
    lab_close(&scene);
}

/* A column of cubes of 100 kg/m^3 whose top one is heavier; how far anything has moved after 15 s. */
static double heavy_column(LabRun *run, int count, double ratio)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = 100.0f;
    lab_ground(&scene, &options);
    Stack stack = { .count = 0 };
    for (int i = 0; i < count; ++i) {
        options.density = (float)(i == count - 1 ? 100.0 * ratio : 100.0);
        stack_add(&scene, &stack, lab_vec(0.0, 0.5 + i, 0.0), cube, &options);
    }
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = largest_move(&scene, &stack);
    lab_close(&scene);
    return moved;
}

static double heavy_on_four(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    Stack stack = { .count = 0 };
    options.density = 100.0f;
    for (int i = 0; i < 4; ++i) {
        stack_add(&scene, &stack, lab_vec(i % 2 ? 1.0 : -1.0, 0.5, i / 2 ? 1.0 : -1.0), cube, &options);
    }
    /* 1000 times the mass of one of the four */
    DryBodyId heavy = stack_add(&scene, &stack, lab_vec(0.0, 1.5, 0.0), lab_vec(1.5, 0.5, 1.5), &options);
    lab_set_mass(&scene, heavy, 1e5);
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = largest_move(&scene, &stack);
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
    Stack stack = { .count = 0 };
    options.density = 100.0f;
    for (int i = 0; i < 9; ++i) {
        stack_add(&scene, &stack, lab_vec(1.05 * (i % 3 - 1), 0.5, 1.05 * (i / 3 - 1)), cube, &options);
    }
    DryBodyId heavy = stack_add(&scene, &stack, lab_vec(0.0, 1.5, 0.0), lab_vec(1.5, 0.5, 1.5), &options);
    lab_set_mass(&scene, heavy, 1e5);
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = largest_move(&scene, &stack);
    lab_close(&scene);
    return moved;
}

static void add_planar_pyramid(LabScene *scene, Stack *stack, int rows, const DryShapeOptions *options)
{
    for (int i = 0; i < rows; ++i) {
        for (int k = i; k < rows; ++k) {
            double x = 0.5 * (i + 1) + (k - i) - 0.5 * (rows + 1);
            stack_add(scene, stack, lab_vec(x, i + 0.5, 0.0), cube, options);
        }
    }
}

static double heavy_on_pyramid(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = 100.0f;
    lab_ground(&scene, &options);
    Stack stack = { .count = 0 };
    add_planar_pyramid(&scene, &stack, 10, &options);
    options.density = 1e4f;
    stack_add(&scene, &stack, lab_vec(0.0, 10.5, 0.0), cube, &options);
    lab_steps(&scene, lab_step_count(&scene, 15.0));
    double moved = largest_move(&scene, &stack);
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

static void pyramid(LabRun *run, bool planar)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    Stack stack = { .count = 0 };
    if (planar) {
        add_planar_pyramid(&scene, &stack, 5, &options);
    } else {
        for (int i = 0; i < 5; ++i) {
            for (int k = 0; k < (5 - i) * (5 - i); ++k) {
                double x = k % (5 - i) - 0.5 * (4 - i), z = k / (5 - i) - 0.5 * (4 - i);
                stack_add(&scene, &stack, lab_vec(x, i + 0.5, z), cube, &options);
            }
        }
    }
    double asleep_at = (double)INFINITY, worst = 0.0;
    lab_axes(run, "time, s", "speed of the fastest cube, m/s");
    while (lab_time(&scene) < 5.0 && lab_step(&scene)) {
        if (lab_time(&scene) < 1.5) {
            lab_record(run, run->variant, lab_time(&scene), fastest(&scene, &stack), 0.0);
        }
        worst = fmax(worst, largest_move(&scene, &stack));
        if (asleep_at > 5.0 && lab_all_asleep(&scene, stack.bodies, stack.count)) {
            asleep_at = lab_time(&scene);
        }
    }
    lab_expect_range(run, "asleep at", asleep_at, 0.5, 0.0, 2.0, "s");
    lab_expect(run, "largest move", worst, 0.0, 0.002, "m");
    lab_close(&scene);
}

void lab_pyramids(LabRun *run)
{
    lab_case(run, "planar");
    pyramid(run, true);
    lab_case(run, "3D");
    pyramid(run, false);
}

/* Four blocks of length 1 over the edge of a table, each as far beyond the next as it may be, times
   `fraction`. How far the worst one is from its place after a minute. */
static double overhang(LabRun *run, double fraction)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    const LabVec block = { 0.5, 0.1, 0.25 };
    DryBodyId table = lab_body(&scene, DRY_STATIC, lab_vec(-5.0, -1.0, 0.0), NULL);
    lab_add_box(&scene, table, lab_vec(5.0, 1.0, 5.0), &options);
    Stack stack = { .count = 0 };
    double edge = 0.0;
    for (int i = 0; i < 4; ++i) {
        /* the lowest block carries three and may reach out by L / (2 * 4) */
        edge += fraction / (2.0 * (4 - i));
        stack_add(&scene, &stack, lab_vec(edge - 0.5, 0.1 + 0.2 * i, 0.0), block, &options);
    }
    lab_steps(&scene, lab_step_count(&scene, 60.0));
    double moved = largest_move(&scene, &stack);
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

/* A box twice as high as wide on a slope; its tilt against the slope after ten seconds, degrees. */
static double tilt_on_slope(LabRun *run, double tangent)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    double angle = atan(tangent), c = cos(angle), s = sin(angle);
    DryQuat tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -angle / DEGREES);
    DryBodyId ground = lab_body(&scene, DRY_STATIC, lab_vec(-s, -c, 0.0), &tilt);
    lab_add_box(&scene, ground, lab_vec(60.0, 1.0, 60.0), &options);
    DryBodyId box = lab_body(&scene, DRY_DYNAMIC, lab_vec(0.5 * s, 0.5 * c, 0.0), &tilt);
    lab_add_box(&scene, box, lab_vec(0.25, 0.5, 0.25), &options);
    lab_steps(&scene, lab_step_count(&scene, 10.0));
    DryQuat turned = dry_quat_mul(dry_quat_conjugate(tilt), lab_attitude(&scene, box));
    double sine = sqrt((double)(turned.x * turned.x + turned.y * turned.y + turned.z * turned.z));
    lab_close(&scene);
    return 2.0 * asin(fmin(sine, 1.0)) / DEGREES;
}

void lab_topple(LabRun *run)
{
    lab_case(run, "1 %% below");
    lab_expect(run, "tilt", tilt_on_slope(run, 0.5 * 0.99), 0.0, 0.1, "deg");
    lab_case(run, "1 %% above");
    lab_expect_bool(run, "falls", tilt_on_slope(run, 0.5 * 1.01) > 45.0, true);
}
