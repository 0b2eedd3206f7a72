/* E13. Boxes and balls of a metre in still water, g = 10: they settle, one bobs, one sinks.

   A box floats rho/rho_w deep (Archimedes). A ball of that density floats so that its cap under the surface,
   pi r^3 (2/3 + s - s^3/3) with s r the surface's height over its middle, has rho/rho_w of its volume. Pushed
   out of its rest a box without drag bobs with 2 pi sqrt(rho/rho_w L / g) and keeps its energy. A ball of
   density rho sinks at last with sqrt(8 (rho/rho_w - 1) r g / 3 c), c = 0.47. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <drystone/fields.h>
#include <math.h>

static DryField water(const LabScene *scene)
{
    DryField f = dry_field_default();
    f.kind = DRY_FIELD_FLUID;
    f.region.kind = DRY_REGION_HALF_SPACE;
    f.region.pose.rotation = scene->turn;
    return f;
}

static LabScene open_sea(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    def.sleeping = false;
    return lab_open(run, &def);
}

static bool step_in(LabScene *scene, const DryField *field)
{
    if (scene->world && dry_fields_apply(scene->world, field, 1, (float)scene->dt) < 0) {
        lab_trouble(scene->run, "dry_fields_apply", dry_last_error());
    }
    return lab_step(scene);
}

static DryShapeOptions of_density(double density)
{
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = (float)density;
    return options;
}

/* Height of the surface over the middle of a ball of radius 1/2 that is `part` as dense as water. */
static double surface_over_ball(double part)
{
    double low = -1.0, high = 1.0;
    for (int i = 0; i < 60; ++i) {
        double s = 0.5 * (low + high);
        *(0.75 * (2.0 / 3.0 + s - s * s * s / 3.0) < part ? &low : &high) = s;
    }
    return 0.25 * (low + high);
}

static void settle(LabRun *run, double part)
{
    lab_case(run, "density %g", 1000.0 * part);
    LabScene scene = open_sea(run);
    DryShapeOptions options = of_density(1000.0 * part);
    DryBodyId box = lab_box(&scene, lab_vec(0.0, 0.5, 0.0), lab_vec(0.5, 0.5, 0.5), &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(4.0, 0.5, 0.0), 0.5, &options);
    if (scene.world) {
        /* a cube of more than .21 of the water's density does not float upright by itself */
        dry_body_set_locks(scene.world, box, DRY_LOCK_ROTATION);
    }
    DryField field = water(&scene);
    field.linear_drag = 3.0f;
    for (int32_t i = 0; i < lab_step_count(&scene, 20.0) && step_in(&scene, &field); ++i) {
    }
    lab_expect(run, "depth of the box", 0.5 - lab_position(&scene, box).y, part, 1e-3, "m");
    lab_expect(run, "height of the ball", lab_position(&scene, ball).y, -surface_over_ball(part), 1e-3, "m");
    lab_close(&scene);
}

static void bob(LabRun *run)
{
    lab_case(run, "bobbing");
    LabScene scene = open_sea(run);
    DryShapeOptions options = of_density(600.0);
    DryBodyId box = lab_box(&scene, lab_vec(0.0, 0.2, 0.0), lab_vec(0.5, 0.5, 0.5), &options);
    if (scene.world) {
        dry_body_set_locks(scene.world, box, DRY_LOCK_ROTATION);
    }
    DryField field = water(&scene);
    field.linear_drag = field.quadratic_drag = 0.0f;
    const double rest = -0.1, amplitude = 0.3, omega = sqrt(10.0 / 0.6);
    double first = 0.0, latest = 0.0, last = amplitude, peak = 0.0;
    int crossings = 0;
    lab_axes(run, "time, s", "height, m");
    for (int32_t i = 0; i < lab_step_count(&scene, 60.0) && step_in(&scene, &field); ++i) {
        double x = lab_position(&scene, box).y - rest, t = lab_time(&scene);
        if (last < 0.0 && x >= 0.0) {
            latest = t - scene.dt * x / (x - last);
            first = crossings++ == 0 ? latest : first;
        }
        last = x;
        peak = t > 57.0 ? fmax(peak, x) : peak;
        if (t < 6.0) {
            lab_record(run, "bobbing", t, x, amplitude * cos(omega * t));
        }
    }
    double period = crossings > 1 ? (latest - first) / (crossings - 1) : 0.0;
    lab_expect_relative(run, "period", period, 2.0 * LAB_PI / omega, 0.005, "s");
    lab_expect_relative(run, "amplitude after 60 s", peak, amplitude, 0.005, "m");
    lab_close(&scene);
}

static void sink(LabRun *run)
{
    lab_case(run, "sinking");
    LabScene scene = open_sea(run);
    DryShapeOptions options = of_density(3000.0);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, -1.0, 0.0), 0.5, &options);
    DryField field = water(&scene);
    field.linear_drag = 0.0f;
    for (int32_t i = 0; i < lab_step_count(&scene, 20.0) && step_in(&scene, &field); ++i) {
    }
    double speed = sqrt(8.0 * 2.0 * 0.5 * 10.0 / (3.0 * 0.47));
    lab_expect_relative(run, "speed at last", -lab_velocity(&scene, ball).y, speed, 1e-3, "m/s");
    lab_close(&scene);
}

void lab_buoyancy(LabRun *run)
{
    const double parts[] = { 0.1, 0.5, 0.9 };
    for (int i = 0; i < 3; ++i) {
        settle(run, parts[i]);
    }
    bob(run);
    sink(run);
}
