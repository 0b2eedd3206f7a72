/* The stages of a step, in order. Each is a function of the world; step.c reads as their list. */
#ifndef DRY_WORLD_STAGES_H
#define DRY_WORLD_STAGES_H

#include "world/store/world.h"

/* scratch.work_kind of a pair that no kernel needs to see; else it is the kind. */
enum {
    WORK_SKIP = 255, /* cannot touch yet */
    WORK_STALE = 254 /* its fat boxes no longer overlap: it goes */
};

/* Velocities that bring kinematic bodies to their targets in dt. */
void dry__stage_aim(DryWorld *w, float dt);

/* Takes pending proxies into the packed tree, sweeps pairs of dirty shapes, finds new pairs. False: out of
 * memory. */
bool dry__stage_pairs(DryWorld *w);

/* Rebuilds the packed tree from the awake proxies' fat boxes. False: out of memory (the tree is then empty
 * and stale). */
bool dry__rebuild_tree(DryWorld *w);
/* Pending proxies included; a tree that found no memory stays stale and is built by the next step. */
void dry__rebuild_after_step(DryWorld *w);

/* Tests the pairs whose gap is used up: scratch.work, results and found_manifolds. False: out of memory. */
bool dry__stage_collide(DryWorld *w, float dt);

/* Takes false contacts out of what was found: scratch.results and found_manifolds. False: out of memory. */
bool dry__stage_weld(DryWorld *w);

/* Contacts far ahead of fast bodies become those of the moment they touch, or none. fall: metres that
   acceleration may add to their way. */
void dry__stage_foresee(DryWorld *w, float dt, float fall);

/* Contacts begin, change and end; bodies wake. In a fixed order. False: out of memory. */
bool dry__stage_change(DryWorld *w);

/* The bodies of a contact with CONTACT_APART are pushed apart in this step. */
void dry__mark_apart(DryWorld *w, const Contact *c);
/* A contact that was left out before: its overlap, if any, was not made by the solver. */
void dry__note_overlap_back(DryWorld *w, Contact *c);

/* Asks the contact modifier about the contacts that want it, and changes the solver's input. False: out of
 * memory. */
bool dry__modify_contacts(DryWorld *w, SolverInput *input);
/* What the solver made of the changed manifolds goes back into the contacts' own. */
void dry__modify_take_back(DryWorld *w);

/* Gathers the awake bodies and the active contacts and joints, and runs the solver. False: out of memory. */
bool dry__stage_solve(DryWorld *w, float dt);

/* While work is counted: what is known of the awake bodies before the solver (false: out of memory), and the
   work that each did after it. */
bool dry__account_open(DryWorld *w);
void dry__account_close(DryWorld *w);

/* Bodies that the solver would take through something stay before it: scratch.delta. */
void dry__stage_hold_back(DryWorld *w);

/* Poses, proxies, travel and sleep clocks from the solver's results; non-finite bodies are quarantined. */
void dry__stage_finish(DryWorld *w, float dt);

/* Islands whose bodies have all been at rest long enough fall asleep. */
void dry__stage_sleep(DryWorld *w);

/* Events and counters. False: out of memory; then some events are missing. */
bool dry__stage_report(DryWorld *w, float dt);

/* The packed tree for queries after a restore: without the proxies that are pending in the persistent tree.
 */
bool dry__rebuild_queries(DryWorld *w);

/* Empties the lists of the previous step's events. */
void dry__clear_events(DryWorld *w);

/* Removes the pair with its contact, if any, from stream and lists. */
void dry__remove_pair(DryWorld *w, int32_t pair);

#endif
