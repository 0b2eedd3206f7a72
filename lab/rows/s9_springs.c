/* S9. A box and a ball of 1000 kg set down without speed on contacts that are springs of stiffness k with
   dampers c at each point, g = 10.

   On n points the mass swings about its rest as x(t) = d - d e^(-zeta w t) (cos v t + zeta w / v sin v t)
   with w^2 = n k / m, zeta = n c / (2 m w), v^2 = w^2 (1 - zeta^2): it sinks by d = m g / n k in the end. A
   box stands on four points, a ball on one. Implicit integration damps a little more: zeta grows by about w
   h. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

static const double gravity = 10.0, mass = 1000.0, hertz = 1.0, zeta = 0.15;

static double exact_sink(double t)
{
    double w = 2.0 * LAB_PI * hertz, v = w * sqrt(1.0 - zeta * zeta), rest = gravity / (w * w);
    return rest - rest * exp(-zeta * w * t) * (cos(v * t) + zeta * w / v * sin(v * t));
}

static void settle(LabRun *run, bool box)
{
    DryWorldDef def = lab_world_def(run, (float)gravity);
    def.sleeping = false;
    LabScene scene = lab_open(run, &def);
    double points = box ? 4.0 : 1.0, w = 2.0 * LAB_PI * hertz;
    lab_case(run, "%s", box ? "box" : "ball");
    DryShapeOptions ground = lab_material(0.6, 0.0), springs = ground;
    springs.material.stiffness = (float)(mass * w * w / points);
    springs.material.damping = (float)(2.0 * zeta * mass * w / points);
    lab_ground(&scene, &ground);
    LabVec place = lab_vec(0.0, 0.5, 0.0);
    DryBodyId body = box ? lab_box(&scene, place, lab_vec(0.5, 0.5, 0.5), &springs)
                         : lab_ball(&scene, place, 0.5, &springs);
    lab_set_mass(&scene, body, mass);

    double deepest = 0.0, deepest_at = 0.0, sink = 0.0;
    lab_axes(run, "time, s", "sink, m");
    for (int32_t i = 0; i < lab_step_count(&scene, 8.0) && lab_step(&scene); ++i) {
        double t = lab_time(&scene);
        sink = 0.5 - lab_position(&scene, body).y;
        if (sink > deepest) {
            deepest = sink;
            deepest_at = t;
        }
        if (box && t < 4.0) {
            lab_record(run, "box", t, sink, exact_sink(t));
        }
    }
    double half_period = 0.5 / (hertz * sqrt(1.0 - zeta * zeta));
    lab_expect_relative(run, "rests deeper by", sink, gravity / (w * w), 0.002, "m");
    lab_expect_relative(run, "deepest", deepest, exact_sink(half_period), 0.04, "m");
    lab_expect(run, "deepest at", deepest_at, half_period, scene.dt, "s");
    lab_close(&scene);
}

void lab_springs(LabRun *run)
{
    settle(run, true);
    settle(run, false);
}
