/* A ball falls on a half-space. Prints where it comes to rest. */
#include <drystone/drystone.h>
#include <stdio.h>

int main(void)
{
    DryWorldDef world_def = dry_world_def_default();
    DryWorld *world = dry_world_create(&world_def);
    if (world == NULL)
        return fprintf(stderr, "%s\n", dry_last_error()), 1;

    DryBodyDef def = dry_body_def_default();
    DryBodyId ground = dry_body_create(world, &def);
    dry_shape_add_half_space(world, ground, &(DryHalfSpace){ .normal = { 0, 1, 0 } }, NULL);

    def.type = DRY_DYNAMIC;
    def.position = (DryPos){ 0, 2, 0 };
    DryBodyId ball = dry_body_create(world, &def);
    dry_shape_add_sphere(world, ball, &(DrySphere){ .radius = 0.5f }, NULL);

    for (int i = 0; i < 180; ++i) {
        if (dry_world_step(world, 1.0f / 60.0f) != DRY_OK)
            return fprintf(stderr, "%s\n", dry_world_error(world)), 1;
    }
    printf("%s %.3f\n", dry_version(), dry_body_position(world, ball).y);
    dry_world_destroy(world);
    return 0;
}
