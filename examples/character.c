/* A character walks up a step, jumps a gap onto a platform, rides it to a ledge and walks on. Prints where it
   is every half second. */
#include <drystone/drystone.h>
#include <stdio.h>

#define DT (1.0f / 60.0f)

static DryBodyId add_box(DryWorld *world, DryBodyType type, DryPos middle, DryVec3 half)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = middle;
    DryBodyId body = dry_body_create(world, &def);
    dry_shape_add_box(world, body, &(DryBox){ half }, NULL);
    return body;
}

int main(void)
{
    DryWorldDef world_def = dry_world_def_default();
    DryWorld *world = dry_world_create(&world_def);
    add_box(world, DRY_STATIC, (DryPos){ 0, -0.5, 0 }, (DryVec3){ 5, 0.5f, 5 }); /* ground to x = 5 */
    add_box(world, DRY_STATIC, (DryPos){ 4, 0.1, 0 }, (DryVec3){ 1, 0.1f, 5 });  /* a step of 0.2 m */
    add_box(world, DRY_STATIC, (DryPos){ 20, 1.5, 0 }, (DryVec3){ 5, 0.5f, 5 }); /* a ledge at y = 2 */
    DryBodyId ferry = add_box(world, DRY_KINEMATIC, (DryPos){ 8, 0, 0 }, (DryVec3){ 1.5f, 0.2f, 1.5f });

    DryCharacterDef def = dry_character_def_default(world);
    DryCharacter *hero = dry_character_create(world, &def); /* its feet are at the origin */

    for (int i = 0; i <= 420; ++i) {
        DryPos feet = dry_character_position(hero), deck = dry_body_position(world, ferry);
        bool aboard = dry_character_ground(hero).body.index == ferry.index;
        if (i % 30 == 0) {
            const char *where[] = { "in the air", "sliding", aboard ? "on the ferry" : "on the ground" };
            printf("%3.1f s: x %5.2f m, y %5.2f m, %s\n", i * (double)DT, feet.x, feet.y,
                   where[dry_character_ground(hero).state]);
        }
        /* what moves first, then the character, then the world */
        DryVec3 ferry_velocity = { 0, 0, 0 };
        if (aboard && deck.x < 13.2)
            ferry_velocity = (DryVec3){ 2, 0.7f, 0 };
        dry_body_set_velocity(world, ferry, ferry_velocity);

        DryCharacterInput input = { .move = { 1, 0, 0 }, .speed = 4, .jump_speed = 4.5f };
        input.jump = feet.x > 4.7 && feet.x < 5.0;
        if (aboard && feet.x > deck.x - 0.5 && deck.x < 13.2)
            input.speed = 0; /* waits on deck */
        if (dry_character_update(hero, &input, DT) != DRY_OK || dry_world_step(world, DT) != DRY_OK)
            return fprintf(stderr, "%s\n", dry_last_error()), 1;
    }
    DryPos feet = dry_character_position(hero);
    dry_character_destroy(hero);
    dry_world_destroy(world);
    return feet.x > 15 && feet.y > 1.9 ? 0 : 1;
}
