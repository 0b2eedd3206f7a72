#include "lab/drop.h"

#include <math.h>

/* The flight a bouncing ball is in, and the peaks so far. */
typedef struct PeakWatch {
    LabPeaks peaks;
    int32_t count;  /* bounces seen */
    double slowest; /* |v| of the sample that now counts */
    double last_speed, last_energy;
} PeakWatch;

static void watch_peak(PeakWatch *watch, double gap, double speed, double gravity, double restitution)
{
    double energy = gap + speed * speed / (2.0 * gravity);
    bool rebound = watch->last_speed < 0.0 && speed > 0.0;
    bool weaker = restitution < 1.0 && energy < 0.5 * (1.0 + restitution * restitution) * watch->last_energy;
    if (rebound || weaker) {
        ++watch->count;
        watch->slowest = (double)INFINITY;
    }
    if (watch->count > 0 && watch->count <= LAB_PEAKS && fabs(speed) < watch->slowest) {
        watch->slowest = fabs(speed);
        watch->peaks.heights[watch->count - 1] = energy;
    }
    watch->last_speed = speed;
    watch->last_energy = energy;
}

/* Height at time t of a point that falls from `height` and keeps the part e of its speed at each bounce. */
static double bouncing_height(double t, double height, double gravity, double e)
{
    double speed = sqrt(2.0 * gravity * height), way = t - speed / gravity;
    if (way < 0.0) {
        return height - 0.5 * gravity * t * t;
    }
    for (speed *= e; way > 2.0 * speed / gravity; speed *= e) {
        way -= 2.0 * speed / gravity;
    }
    return way * (speed - 0.5 * gravity * way);
}

LabPeaks lab_drop(LabRun *run, double scale, double restitution, double threshold, int32_t bounces)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    def.length_unit = (float)scale;
    def.restitution_threshold = (float)threshold;
    def.sleeping = false; /* a peak lasts long where lengths are */
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, restitution);
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 5.5 * scale, 0.0), 0.5 * scale, &options);
    lab_set_mass(&scene, ball, 10.0);
    PeakWatch watch = { .slowest = (double)INFINITY, .last_energy = 5.0 * scale };
    while (lab_time(&scene) < 16.0 * fmax(sqrt(scale), 1.0) && watch.count <= bounces && lab_step(&scene)) {
        double gap = lab_position(&scene, ball).y - 0.5 * scale, t = lab_time(&scene);
        watch_peak(&watch, gap, lab_velocity(&scene, ball).y, 10.0, restitution);
        if (lab_recording(run) && t < 6.0) {
            lab_record(run, run->variant, t, gap, bouncing_height(t, 5.0 * scale, 10.0, restitution));
        }
    }
    lab_close(&scene);
    return watch.peaks;
}
