/* What each contact law costs: one field of columns, of boxes or balls, with one material after another. */
#include "bench/scenes.h"

enum {
    SIDE = 20, /* columns */
    HEIGHT = 4
};

typedef struct Column {
    DryShapeOptions options;
    float top_density; /* 0: as the others */
    bool balls;
    double gap; /* between one and the next above it, m */
} Column;

static Column ordinary(void)
{
    Column column = { .options = bench_options() };
    return column;
}

static void add_member(BenchWorld *bench, const Column *column, double x, double y, double z, bool top)
{
    DryBodyDef def = bench_body_def(DRY_DYNAMIC, x, y, z);
    DryBodyId body = bench_add_body(bench, &def);
    DryShapeOptions options = column->options;
    if (top && column->top_density > 0.0f) {
        options.density = column->top_density;
    }
    if (column->balls) {
        DrySphere ball = { { 0.0f, 0.0f, 0.0f }, 0.5f };
        bench_check(bench, dry_shape_add_sphere(bench->world, body, &ball, &options).index != 0);
    } else {
        bench_add_box(bench, body, dry_vec3(0.5f, 0.5f, 0.5f), &options);
    }
}

static void build_columns(BenchWorld *bench, const Column *column)
{
    bench_add_ground(bench, 60.0f, 1.0f, 60.0f);
    for (int32_t i = 0; i < SIDE; ++i) {
        for (int32_t j = 0; j < SIDE; ++j) {
            for (int32_t k = 0; k < HEIGHT; ++k) {
                double y = 0.5 + column->gap + k * (1.0 + column->gap);
                add_member(bench, column, 2.0 * i - SIDE, y, 2.0 * j - SIDE, k + 1 == HEIGHT);
            }
        }
    }
}

/* Loaded columns would be solved directly. */
void bench_define_swept(DryWorldDef *def)
{
    def->direct_contacts = false;
}

void bench_define_apart(DryWorldDef *def)
{
    def->position_pass = true;
}

void bench_build_contacts_plain(BenchWorld *bench)
{
    Column column = ordinary();
    build_columns(bench, &column);
}

void bench_build_contacts_heavy(BenchWorld *bench)
{
    Column column = ordinary();
    column.top_density = 1000.0f * column.options.density;
    build_columns(bench, &column);
}

void bench_build_contacts_bounce(BenchWorld *bench)
{
    Column column = ordinary();
    column.balls = true;
    column.gap = 0.5;
    column.options.material.restitution = 0.95f;
    build_columns(bench, &column);
}

void bench_build_contacts_rolling(BenchWorld *bench)
{
    Column column = ordinary();
    column.balls = true;
    column.options.material.rolling_resistance = 0.02f;
    build_columns(bench, &column);
}

/* Sinks by a tenth of a millimetre under one box. */
void bench_build_contacts_spring(BenchWorld *bench)
{
    Column column = ordinary();
    column.options.material.stiffness = 2.5e7f;
    column.options.material.damping = 1e5f;
    build_columns(bench, &column);
}

void bench_build_contacts_grain(BenchWorld *bench)
{
    Column column = ordinary();
    column.options.material.friction_direction = dry_vec3(1.0f, 0.0f, 0.0f);
    column.options.material.friction_across = 0.5f;
    build_columns(bench, &column);
}
