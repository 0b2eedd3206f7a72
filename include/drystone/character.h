/**
 * @file
 * Characters: an upright capsule that walks, climbs steps, keeps to the ground, rides what moves, and pushes
 * what it can.
 *
 * A character is moved by its program, not by forces: dry_character_move() goes as far towards the wanted
 * velocity as the world allows, dry_character_update() does so with jumps and gravity. Call one of them
 * before each step of the world with the same dt, after velocities and targets of platforms have been set:
 * the character is then, after the step, where its position says, and so are the platforms.
 *
 *     DryCharacterDef def = dry_character_def_default(world);
 *     def.position = dry_pos(0, 0, 0);
 *     DryCharacter *hero = dry_character_create(world, &def);
 *     DryCharacterInput input = { .move = { 1, 0, 0 }, .speed = 4, .jump = pressed, .jump_speed = 5 };
 *     dry_character_update(hero, &input, dt);
 *     dry_world_step(world, dt);
 *
 * Characters belong to the program. When the world is destroyed first, their calls answer DRY_ERROR_STATE,
 * getters what they knew last, and they must still be destroyed. Calls that fail change nothing, and leave
 * their message in dry_last_error(). A character counts as part of its world for threads: one thread at a
 * time moves the characters of a world, and nothing else changes the world meanwhile.
 */
#ifndef DRYSTONE_CHARACTER_H
#define DRYSTONE_CHARACTER_H

#include <drystone/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A character. */
typedef struct DryCharacter DryCharacter;

/** What can be changed at any time. Start from dry_character_def_default(). */
typedef struct DryCharacterSettings {
    /** Highest step that is climbed, m, 0..1e6; 0.3 times length_unit. Steps lead onto ground that is not too
     * steep, and only where the whole capsule has room. Heights are those of the edge above the ground that
     * the character stands on. */
    float step_height;
    /** How far the character is drawn down to keep to the ground when it walks off a step or over a crest, m,
     * 0..1e6; 0.5 times length_unit. Never while it rises. */
    float snap_distance;
    /** Steepest ground that is walked on, radians, 0..1.5; 0.83 (47.5 degrees). */
    float slope_limit;
    /** Largest force on all dynamic bodies that are pushed together, N, 0..1e12; 400. */
    float push_force;
    /** Presses with its weight on the dynamic body that it stands on, kg, 0..1e12; 80. */
    float mass;
    /** m/s^2 against `up`, at most 1e6; negative: what the world's gravity has in this direction; -1 */
    float gravity;
    float ground_acceleration; /**< by which dry_character_update() changes the velocity along the ground,
                                  m/s^2, >= 0; infinite: at once; infinite */
    float air_acceleration;    /**< likewise in the air; 20 times length_unit */
    DryFilter filter;          /**< what blocks the character; as a shape's; default */
    /** Asked about what would block; DRY_QUERY_SKIP: the shape does not. Null: all block; null. Must depend
     * on its arguments alone, and must not change the world. */
    DryQueryFn *accept;
    void *user;
} DryCharacterSettings;

/** Definition of a character; start from dry_character_def_default(). */
typedef struct DryCharacterDef {
    DryPos position; /**< of the feet: the lowest point of the capsule; within 1e11 m; the origin */
    DryVec3 up;      /**< need not be unit; (0, 1, 0) */
    float radius;    /**< m, 1e-4..1e4; 0.3 times length_unit */
    float height;    /**< m, at least twice the radius, at most 1e4; 1.8 times length_unit */
    /** The character keeps this far from everything, m; up to half the radius; 0.01 times length_unit. It is
     * part of radius and height: a capsule smaller by the skin is what never enters anything, and is what
     * others meet. */
    float skin;
    /** A kinematic body with a capsule stands in the world for the character: rays, sensors and bodies meet
     * it. true */
    bool presence;
    DryFilter presence_filter; /**< of its shape; dry_shape_set_material() and the like give it what else it
                                  is to have, which it keeps when the height changes; default */
    void *presence_user_data;  /**< of its body */
    DryCharacterSettings settings;
} DryCharacterDef;

/** Defaults in metres for this world's length_unit; null: for a length_unit of 1. */
DRY_API DryCharacterDef dry_character_def_default(const DryWorld *world);

/** Null when the definition is wrong, memory ran out, or during the world's step. It may be put inside
 * others: the first move takes it out if there is a way. */
DRY_API DryCharacter *dry_character_create(DryWorld *world, const DryCharacterDef *def);
/** With its presence. Null is allowed. Ignored during the world's step. */
DRY_API void dry_character_destroy(DryCharacter *character);
/** Null when the world is gone. */
DRY_API DryWorld *dry_character_world(const DryCharacter *character);
/** The presence; the zero id when there is none. */
DRY_API DryBodyId dry_character_body(const DryCharacter *character);

/* ---- moving ---- */

/**
 * Moves for a step of `dt` seconds (0..1; less than 1e-7: only out of what it overlaps) at `velocity` (m/s,
 * within 1e6), which counts relative to the ground that the character stands on, and to the world when it
 * stands on none. Gravity is the caller's. In order: out of what has come to overlap it; with the velocity,
 * along walls and slopes, over steps, down to the ground, unless the velocity leads up from it; and with the
 * ground, as it will move in the step that follows. Pushes dynamic bodies in its way by forces on them for
 * that step.
 *
 * DRY_ERROR_STATE when the world is gone or steps, DRY_ERROR_ID when the presence was destroyed,
 * DRY_ERROR_RANGE when it would leave the world (1e11 m).
 */
DRY_API DryStatus dry_character_move(DryCharacter *character, DryVec3 velocity, float dt);

/** What a player wants. Zero-initialise and fill. */
typedef struct DryCharacterInput {
    DryVec3 move; /**< direction in the world; what it has along `up` is left out, and a length above 1 counts
                     as 1 */
    float speed;  /**< m/s, 0..1e5 */
    bool jump;    /**< jump, if it stands on ground */
    float jump_speed; /**< m/s, 0..1e5: the jump is jump_speed^2 / (2 gravity) high */
} DryCharacterInput;

/**
 * dry_character_move() with the velocity that the character has, changed by the input and by gravity. On the
 * ground the input is relative to it. A jump takes along the velocity of the ground. On ground that is too
 * steep the character slides, and the input moves it sideways only. Heights do not depend on dt: gravity is
 * integrated exactly.
 */
DRY_API DryStatus dry_character_update(DryCharacter *character, const DryCharacterInput *input, float dt);

/* ---- what it stands on ---- */

/** How a character stands. */
typedef enum DryGroundState {
    DRY_GROUND_NONE = 0,  /**< in the air */
    DRY_GROUND_STEEP = 1, /**< on something too steep to stand on */
    DRY_GROUND_FIRM = 2   /**< stands */
} DryGroundState;

/** The ground as of the last move. All zero in the air. */
typedef struct DryCharacterGround {
    DryGroundState state;
    DryBodyId body; /**< may be stale by now */
    DryShapeId shape;
    int32_t triangle; /**< of a mesh, else -1 */
    uint64_t material;
    DryPos point;
    DryVec3 normal;   /**< of the contact, unit; on an edge between those of its sides */
    DryVec3 velocity; /**< of the ground at this point in the step that follows, m/s, with the material's
                         surface_velocity */
} DryCharacterGround;

DRY_API DryCharacterGround dry_character_ground(const DryCharacter *character);

/** Something the last move ran into, stood on, or was pushed out of. */
typedef struct DryCharacterContact {
    DryBodyId body;
    DryShapeId shape;
    int32_t triangle; /**< of a mesh, else -1 */
    uint64_t material;
    DryPos point;
    DryVec3 normal; /**< unit, towards the character */
    DryVec3 force;  /**< that it exerts on the body in the step that follows, N */
} DryCharacterContact;

enum {
    DRY_CHARACTER_MAX_CONTACTS = 16
};

/** Contacts of the last move in the order in which they were met; returns how many there are, at most
 * DRY_CHARACTER_MAX_CONTACTS, and writes at most `capacity`. -1 when an argument is wrong. */
DRY_API int32_t dry_character_contacts(const DryCharacter *character, DryCharacterContact *contacts,
                                       int32_t capacity);

/** What the last move did. */
typedef struct DryCharacterMotion {
    DryVec3 moved;   /**< all of it, m */
    DryVec3 carried; /**< part of it by the ground, m */
    float yaw;    /**< by which the ground turned the character about `up`, radians: add it to the heading */
    bool stepped; /**< climbed a step */
    bool blocked; /**< did not get where the velocity led */
    /** There was no room: it still overlaps something, by `overlap` (m) at the most. Static bodies come last
     * in this: it is pressed into what moves. */
    bool squeezed;
    float overlap;
} DryCharacterMotion;

DRY_API DryCharacterMotion dry_character_motion(const DryCharacter *character);

/* ---- state and settings; getters of a null character answer zero ---- */

/**
 * All that decides what a character does next, besides its settings and the world: plain data to copy, send
 * and restore. To roll back, restore the world first.
 */
typedef struct DryCharacterState {
    DryPos position;
    DryVec3 up;       /**< unit */
    float height;     /**< m */
    DryVec3 velocity; /**< m/s in the world: that of dry_character_update() */
    DryCharacterGround ground;
    double anchor[3];        /**< place of the feet in the frame of the ground's body */
    DryQuat ground_rotation; /**< of that body after the step that follows the last move */
    DryBodyId presence;
    DryShapeId presence_shape;
} DryCharacterState;

DRY_API DryCharacterState dry_character_state(const DryCharacter *character);
/** Puts it back; contacts and motion are then empty. DRY_ERROR_ARGUMENT when a member is out of range or the
 * state is of a character with a presence and this one has none, or the other way round; DRY_ERROR_ID when
 * the presence or the ground's body is stale. */
DRY_API DryStatus dry_character_set_state(DryCharacter *character, const DryCharacterState *state);

DRY_API DryCharacterSettings dry_character_settings(const DryCharacter *character);
/** Holds from the next move on. */
DRY_API DryStatus dry_character_set_settings(DryCharacter *character, const DryCharacterSettings *settings);

/** Of the feet, after the step that follows the last move. */
DRY_API DryPos dry_character_position(const DryCharacter *character);
/** Puts it there at once, without looking what is there, and off the ground. */
DRY_API DryStatus dry_character_set_position(DryCharacter *character, DryPos position);
/** m/s in the world, that of the ground it rides on included. */
DRY_API DryVec3 dry_character_velocity(const DryCharacter *character);
/** For the next dry_character_update(), within 1e6 m/s; a velocity that leads up takes it off the ground. */
DRY_API DryStatus dry_character_set_velocity(DryCharacter *character, DryVec3 velocity);
DRY_API float dry_character_radius(const DryCharacter *character);
DRY_API float dry_character_height(const DryCharacter *character);
/** Crouches or rises; the feet stay. DRY_ERROR_STATE when there is no room for the new height. */
DRY_API DryStatus dry_character_set_height(DryCharacter *character, float height);
DRY_API DryVec3 dry_character_up(const DryCharacter *character);
/** Turns it about the middle of its capsule, and takes it off the ground. DRY_ERROR_STATE when there is no
 * room. */
DRY_API DryStatus dry_character_set_up(DryCharacter *character, DryVec3 up);

#ifdef __cplusplus
}
#endif

#endif
