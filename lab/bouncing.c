/* Balls that bounce, alone, in a row, in heaps. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

enum {
    PEAKS = 6
};

/* The peaks of a bouncing ball. Of each flight the sample nearest its top counts, extended to the top by v^2
   / 2g, which is less than half a millimetre: height is measured where the ball is, not inferred from its
   energy. */
typedef struct PeakWatch {
    double peaks[PEAKS];
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
    if (watch->count > 0 && watch->count <= PEAKS && fabs(speed) < watch->slowest) {
        watch->slowest = fabs(speed);
        watch->peaks[watch->count - 1] = energy;
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

/* A ball of half a length from five lengths high; `scale` says how long a length is. */
static PeakWatch drop_ball(LabRun *run, double scale, double restitution, double threshold, int32_t peaks)
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
    while (lab_time(&scene) < 16.0 * fmax(sqrt(scale), 1.0) && watch.count <= peaks && lab_step(&scene)) {
        double gap = lab_position(&scene, ball).y - 0.5 * scale, t = lab_time(&scene);
        watch_peak(&watch, gap, lab_velocity(&scene, ball).y, 10.0, restitution);
        if (lab_recording(run) && t < 6.0) {
            lab_record(run, run->variant, t, gap, bouncing_height(t, 5.0 * scale, 10.0, restitution));
        }
    }
    lab_close(&scene);
    return watch;
}

void lab_bounce_peaks(LabRun *run)
{
    const double restitutions[] = { 1.0, 0.8, 0.5 };
    lab_axes(run, "time, s", "height, m");
    for (int i = 0; i < 3; ++i) {
        double e = restitutions[i], exact = 5.0;
        lab_case(run, "e %g", e);
        /* the sixth bounce at e = 0.5 arrives with 0.31 m/s, less than the default threshold */
        PeakWatch watch = drop_ball(run, 1.0, e, 0.1, PEAKS);
        for (int n = 0; n < PEAKS; ++n) {
            exact *= e * e;
            lab_case(run, "e %g, peak %d", e, n + 1);
            if (i == 0) {
                lab_expect_range(run, "height", watch.peaks[n], exact, 4.95, 5.005, "m");
            } else {
                lab_expect_relative(run, "height", watch.peaks[n], exact, 0.01, "m");
            }
        }
    }
}

/* What a ball of `radius` keeps of its speed when it meets the ground with it. */
static double kept_speed(LabRun *run, double radius, double unit, double speed)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    def.length_unit = (float)unit;
    def.restitution_threshold = 0.0f;
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.5);
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, radius + 0.1 * speed, 0.0), radius, &options);
    lab_push(&scene, ball, lab_vec(0.0, -speed, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, 12);
    double kept = lab_velocity(&scene, ball).y / speed;
    lab_close(&scene);
    return kept;
}

void lab_small_and_slow(LabRun *run)
{
    for (int power = -2; power <= 2; ++power) {
        double scale = pow(10.0, power);
        PeakWatch watch = drop_ball(run, scale, 0.8, 0.0, 3);
        for (int n = 0; n < 3; ++n) {
            lab_case(run, "scale %g, peak %d", scale, n + 1);
            lab_expect_relative(run, "height over scale", watch.peaks[n] / scale,
                                5.0 * pow(0.8, 2.0 * (n + 1)), 0.01, "m");
        }
        lab_case(run, "%g m/s", scale);
        lab_expect_relative(run, "part of the speed kept", kept_speed(run, 0.5, 1.0, scale), 0.5, 0.01, "");
    }
    lab_case(run, "ball of 1.4 cm, 1 m/s");
    lab_expect_relative(run, "part of the speed kept", kept_speed(run, 0.007, 1.0, 1.0), 0.5, 0.01, "");
    lab_case(run, "the same, unit 1.4 cm");
    lab_expect_relative(run, "part of the speed kept", kept_speed(run, 0.007, 0.014, 1.0), 0.5, 0.01, "");
}

static double bounce_speed(LabRun *run, int32_t iterations, int32_t substeps)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    def.iterations = iterations;
    def.substeps = substeps;
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.5);
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 0.7, 0.0), 0.5, &options);
    lab_push(&scene, ball, lab_vec(0.0, -4.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, 15);
    double speed = lab_velocity(&scene, ball).y;
    lab_close(&scene);
    return speed;
}

void lab_bounce_any_effort(LabRun *run)
{
    for (int32_t substeps = 1; substeps <= 16; substeps *= 2) {
        double worst = 2.0;
        lab_case(run, "%d substeps", (int)substeps);
        for (int32_t iterations = 1; iterations <= 64; iterations *= 2) {
            double speed = bounce_speed(run, iterations, substeps);
            if (!(fabs(speed - 2.0) <= fabs(worst - 2.0))) {
                worst = speed;
            }
        }
        lab_expect(run, "worst speed of 1..64 iterations", worst, 2.0, 1e-3, "m/s");
    }
}

enum {
    CRADLE = 6
};

static void cradle(LabRun *run, double gap, double tolerance)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.0, 1.0);
    DryBodyId balls[CRADLE];
    for (int i = 0; i < CRADLE; ++i) {
        /* the first one comes from a metre away */
        double x = i == 0 ? -2.0 : (double)(i - 1) * (1.0 + gap);
        balls[i] = lab_ball(&scene, lab_vec(x, 0.0, 0.0), 0.5, &options);
        lab_set_mass(&scene, balls[i], 1.0);
    }
    lab_push(&scene, balls[0], lab_vec(4.0, 0.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, 60);
    for (int i = 0; i < CRADLE; ++i) {
        lab_case(run, "ball %d", i + 1);
        lab_expect(run, "speed", lab_velocity(&scene, balls[i]).x, i == CRADLE - 1 ? 4.0 : 0.0, tolerance,
                   "m/s");
    }
    lab_close(&scene);
}

void lab_cradle(LabRun *run)
{
    lab_case(run, "%s", "");
    cradle(run, 0.0, 1e-3);
}

void lab_cradle_with_gaps(LabRun *run)
{
    lab_case(run, "%s", "");
    cradle(run, 0.01, 1e-2);
}

/* How the energy of a world strays from what it was at the start. */
typedef struct EnergyWatch {
    double start, sum_of_squares, highest;
} EnergyWatch;

static void watch_energy(LabScene *scene, EnergyWatch *watch, double seconds)
{
    int32_t steps = lab_step_count(scene, seconds);
    watch->start = lab_energy(scene);
    watch->highest = watch->start;
    for (int32_t i = 0; i < steps; ++i) {
        if (!lab_step(scene)) {
            return;
        }
        double energy = lab_energy(scene), error = energy - watch->start;
        watch->sum_of_squares += error * error / steps;
        watch->highest = fmax(watch->highest, energy);
    }
}

void lab_grid_of_balls(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "49 balls");
    DryShapeOptions options = lab_material(0.0, 1.0);
    lab_ground(&scene, &options);
    for (int i = 0; i < 49; ++i) {
        DryBodyId ball =
            lab_ball(&scene, lab_vec(2.0 * (i % 7) - 6.0, 5.0, 2.0 * (i / 7) - 6.0), 0.1, &options);
        lab_set_mass(&scene, ball, 10.0);
    }
    EnergyWatch watch = { 0 };
    watch_energy(&scene, &watch, 20.0);
    lab_expect(run, "mean square energy error", watch.sum_of_squares, 0.0, 1.0, "J2");
    lab_close(&scene);
}

enum {
    HEAP = 216
};

/* 6 x 6 x 6 balls, each up to a millimetre from its place. */
static void add_heap(LabScene *scene, DryBodyId balls[HEAP], double lowest, const DryShapeOptions *options)
{
    uint32_t seed = 12345u;
    for (int i = 0; i < HEAP; ++i) {
        double jitter[3];
        for (int k = 0; k < 3; ++k) {
            seed = seed * 1664525u + 1013904223u;
            jitter[k] = 1e-3 * ((double)(seed >> 8) / 16777216.0);
        }
        LabVec place = lab_vec(0.21 * (i % 6) - 0.525 + jitter[0], lowest + 0.21 * (i / 36) + jitter[1],
                               0.21 * (i / 6 % 6) - 0.525 + jitter[2]);
        balls[i] = lab_ball(scene, place, 0.1, options);
        lab_set_mass(scene, balls[i], 10.0);
    }
}

void lab_elastic_pile(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    /* with a threshold, slow impacts are plastic */
    def.restitution_threshold = 0.0f;
    LabScene scene = lab_open(run, &def);
    lab_case(run, "216 balls");
    DryShapeOptions options = lab_material(0.0, 1.0);
    lab_ground(&scene, &options);
    DryBodyId balls[HEAP];
    add_heap(&scene, balls, 1.101, &options);
    EnergyWatch watch = { 0 };
    watch_energy(&scene, &watch, 10.0);
    double rise = (watch.highest - watch.start) / watch.start;
    lab_expect_range(run, "highest energy rise", 100.0 * rise, 0.0, 0.0, 0.1, "%");
    lab_expect(run, "mean square energy error", watch.sum_of_squares, 0.0, 10.0, "J2");
    lab_close(&scene);
}

/* Sum over ground and pairs of the squared overlap of balls. */
static double overlap_squared(const LabScene *scene, const DryBodyId balls[HEAP])
{
    LabVec places[HEAP];
    double sum = 0.0;
    for (int i = 0; i < HEAP; ++i) {
        places[i] = lab_position(scene, balls[i]);
        double depth = fmax(0.1 - places[i].y, 0.0);
        sum += depth * depth;
        for (int k = 0; k < i; ++k) {
            depth = fmax(0.2 - lab_length(lab_sub(places[i], places[k])), 0.0);
            sum += depth * depth;
        }
    }
    return sum;
}

void lab_plastic_pile(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "216 balls");
    DryShapeOptions options = lab_material(0.0, 0.0);
    lab_ground(&scene, &options);
    DryBodyId balls[HEAP];
    add_heap(&scene, balls, 0.101, &options);
    int32_t steps = lab_step_count(&scene, 10.0);
    double sum = 0.0;
    for (int32_t i = 0; i < steps && lab_step(&scene); ++i) {
        sum += overlap_squared(&scene, balls) / steps;
    }
    lab_expect(run, "mean of summed squared overlap", sum, 0.0, 1e-5, "m2");
    lab_close(&scene);
}
