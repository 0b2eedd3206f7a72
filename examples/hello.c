/* A ball falls on the ground and bounces; prints its height sixty times a second. */
#include <drystone/drystone.h>
#include <stdio.h>

int main(void)
{
    DryWorldDef world_def = dry_world_def_default();
    DryWorld *world = dry_world_create(&world_def);

    DryBodyDef def = dry_body_def_default(); /* static, at the origin */
    DryBodyId ground = dry_body_create(world, &def);
    dry_shape_add_half_space(world, ground, &(DryHalfSpace){ .normal = { 0, 1, 0 } }, NULL);

    def.type = DRY_DYNAMIC;
    def.position = (DryPos){ 0, 10, 0 }; /* metres */
    DryBodyId ball = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.restitution = 0.5f;
    dry_shape_add_sphere(world, ball, &(DrySphere){ .radius = 0.5f }, &options);

    for (int i = 0; i < 120; ++i) {
        if (dry_world_step(world, 1.0f / 60.0f) != DRY_OK)
            return fprintf(stderr, "%s\n", dry_world_error(world)), 1;
        printf("%.3f\n", dry_body_position(world, ball).y);
    }
    dry_world_destroy(world);
}
