/**
 * The experiments themselves, one function each, in rows/<id>_<name>.c, where each tells what it sets up and
 * what is exact. What several of them share stands beside the scenes: slide.h, slope.h, drop.h, parts.h and
 * so on.
 */
#ifndef DRYSTONE_LAB_EXPERIMENTS_H
#define DRYSTONE_LAB_EXPERIMENTS_H

#include "lab/run.h"

/* Friction */
void lab_slide(LabRun *run);
void lab_slide_long_box(LabRun *run);
void lab_spin_down(LabRun *run);
void lab_slide_and_spin(LabRun *run);
void lab_ramp_holds(LabRun *run);
void lab_ramp_slides(LabRun *run);
void lab_static_and_kinetic(LabRun *run);
void lab_grain(LabRun *run);
void lab_slide_of_shapes(LabRun *run);
void lab_conveyor(LabRun *run);
void lab_rolling_resistance(LabRun *run);

/* Rolling */
void lab_roll_down(LabRun *run);
void lab_roll_shapes(LabRun *run);
void lab_slide_to_roll(LabRun *run);
void lab_board_on_balls(LabRun *run);

/* Bouncing */
void lab_bounce_peaks(LabRun *run);
void lab_bounce_any_effort(LabRun *run);
void lab_cradle(LabRun *run);
void lab_cradle_with_gaps(LabRun *run);
void lab_grid_of_balls(LabRun *run);
void lab_elastic_pile(LabRun *run);
void lab_plastic_pile(LabRun *run);
void lab_small_and_slow(LabRun *run);
void lab_off_centre_plank(LabRun *run);
void lab_landing(LabRun *run);

/* Stacks and structures */
void lab_column(LabRun *run);
void lab_heavy_on_light(LabRun *run);
void lab_pyramids(LabRun *run);
void lab_overhang(LabRun *run);
void lab_arch(LabRun *run);
void lab_card_house(LabRun *run);
void lab_topple(LabRun *run);
void lab_tub(LabRun *run);
void lab_springs(LabRun *run);

/* Rotation and joints */
void lab_tumble(LabRun *run);
void lab_pendulum(LabRun *run);
void lab_heavy_chain(LabRun *run);
void lab_light_chain(LabRun *run);
void lab_pulled_chain(LabRun *run);

/* Everything else */
void lab_ballistics(LabRun *run);
void lab_momentum(LabRun *run);
void lab_bowl(LabRun *run);
void lab_loop(LabRun *run);
void lab_rocking_block(LabRun *run);
void lab_dominoes(LabRun *run);
void lab_billiards(LabRun *run);
void lab_reversal(LabRun *run);
void lab_tunnelling(LabRun *run);
void lab_flat_floor(LabRun *run);
void lab_blast(LabRun *run);
void lab_turning_point(LabRun *run);
void lab_buoyancy(LabRun *run);

#endif
