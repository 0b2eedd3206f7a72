#include "lab/lab.h"

#include "lab/experiments.h"

#include <ctype.h>

/* An experiment and the function that performs it. */
typedef struct Entry {
    LabExperiment row;
    void (*perform)(LabRun *run);
} Entry;

static const Entry entries[] = {
    { { "F1", "a box slides to a stop", true }, lab_slide },
    { { "F2", "a long box slides to a stop", true }, lab_slide_long_box },
    { { "F3", "a spinning box", true }, lab_spin_down },
    { { "F4", "a box slides and spins", true }, lab_slide_and_spin },
    { { "F5", "a slope holds a cube", true }, lab_ramp_holds },
    { { "F6", "a cube slides down a slope", true }, lab_ramp_slides },
    { { "F7", "static and kinetic friction", true }, lab_static_and_kinetic },
    { { "F8", "friction by direction", true }, lab_grain },
    { { "F9", "sliding does not depend on the shapes", true }, lab_slide_of_shapes },
    { { "F10", "a conveyor belt", true }, lab_conveyor },
    { { "F11", "rolling resistance", true }, lab_rolling_resistance },
    { { "R1", "a ball rolls down a slope", true }, lab_roll_down },
    { { "R2", "shapes roll or slide down a slope", true }, lab_roll_shapes },
    { { "R3", "a sliding ball begins to roll", true }, lab_slide_to_roll },
    { { "R4", "a board pulled from under balls", true }, lab_board_on_balls },
    { { "B1", "peaks of a bouncing ball", true }, lab_bounce_peaks },
    { { "B2", "a bounce at any effort", true }, lab_bounce_any_effort },
    { { "B3", "Newton's cradle, touching", true }, lab_cradle },
    { { "B4", "Newton's cradle with gaps", true }, lab_cradle_with_gaps },
    { { "B5", "a grid of elastic balls", true }, lab_grid_of_balls },
    { { "B6", "an elastic heap of balls", true }, lab_elastic_pile },
    { { "B7", "a plastic heap of balls", true }, lab_plastic_pile },
    { { "B8", "small and slow bounces", true }, lab_small_and_slow },
    { { "B9", "a plank struck off its centre", true }, lab_off_centre_plank },
    { { "B10", "a ball that lands starts to roll", true }, lab_landing },
    { { "S1", "a column of ten cubes", true }, lab_column },
    { { "S2", "heavy on light", true }, lab_heavy_on_light },
    { { "S3", "pyramids", true }, lab_pyramids },
    { { "S4", "overhanging blocks", true }, lab_overhang },
    { { "S5", "a masonry arch", true }, lab_arch },
    { { "S6", "a card house and a tower of planks", true }, lab_card_house },
    { { "S7", "a box topples on a slope", true }, lab_topple },
    { { "S8", "a tub of overlapping hulls", true }, lab_tub },
    { { "S9", "springs for contacts", true }, lab_springs },
    { { "J1", "a body spins about its middle axis", true }, lab_tumble },
    { { "J3", "a pendulum", true }, lab_pendulum },
    { { "J4", "a chain with a heavy end", false }, lab_heavy_chain },
    { { "J5", "a light chain", false }, lab_light_chain },
    { { "J6", "a chain pulled straight and let go", false }, lab_pulled_chain },
    { { "E1", "ballistics", true }, lab_ballistics },
    { { "E2", "momentum in a storm of collisions", true }, lab_momentum },
    { { "E3", "a ball in a bowl", true }, lab_bowl },
    { { "E4", "a ball through a loop", false }, lab_loop },
    { { "E5", "a rocking block", true }, lab_rocking_block },
    { { "E6", "dominoes", false }, lab_dominoes },
    { { "E7", "billiards", true }, lab_billiards },
    { { "E8", "a rattleback and Painleve's rod", true }, lab_reversal },
    { { "E9", "nothing tunnels", false }, lab_tunnelling },
    { { "E10", "flat floors of many kinds", true }, lab_flat_floor },
    { { "E11", "explosions", true }, lab_blast },
    { { "E12", "a pendulum turns round awake", true }, lab_turning_point },
    { { "E13", "floating, bobbing and sinking", true }, lab_buoyancy },
};

int32_t lab_experiment_count(void)
{
    return (int32_t)(sizeof entries / sizeof entries[0]);
}

const LabExperiment *lab_experiment(int32_t index)
{
    return index >= 0 && index < lab_experiment_count() ? &entries[index].row : NULL;
}

static bool same_id(const char *a, const char *b)
{
    while (*a != '\0' && toupper((unsigned char)*a) == toupper((unsigned char)*b)) {
        ++a;
        ++b;
    }
    return *a == '\0' && *b == '\0';
}

int32_t lab_experiment_find(const char *id)
{
    for (int32_t i = 0; i < lab_experiment_count(); ++i) {
        if (same_id(entries[i].row.id, id)) {
            return i;
        }
    }
    return -1;
}

void lab_experiment_run(int32_t index, const LabOptions *options, LabReport *report)
{
    if (index < 0 || index >= lab_experiment_count()) {
        return;
    }
    LabRun run = { .id = entries[index].row.id, .options = *options, .report = report };
    entries[index].perform(&run);
}
