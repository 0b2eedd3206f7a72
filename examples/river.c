/* A river carries a raft and a stone towards a vent, which lifts what comes by. The stone sinks, the raft is
   towed back on a rope by a winch. Prints where they are every two seconds. */
#include <drystone/drystone.h>
#include <stdio.h>

#define DT (1.0f / 60.0f)

static DryBodyId add_box(DryWorld *world, DryPos place, DryVec3 half, float density)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = place;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.density = density; /* kg/m^3: water has 1000 */
    dry_shape_add_box(world, body, &(DryBox){ half }, &options);
    return body;
}

int main(void)
{
    DryWorldDef world_def = dry_world_def_default();
    DryWorld *world = dry_world_create(&world_def);

    DryBodyDef def = dry_body_def_default();
    def.position = (DryPos){ 0, -3, 0 }; /* the river's bed is 3 m deep */
    DryBodyId bed = dry_body_create(world, &def);
    dry_shape_add_half_space(world, bed, &(DryHalfSpace){ .normal = { 0, 1, 0 } }, NULL);

    DryField river = dry_field_default();
    river.kind = DRY_FIELD_FLUID;
    river.region.kind = DRY_REGION_BOX; /* 40 m long, 10 m wide, its surface at y = 0 */
    river.region.pose.position = (DryPos){ 0, -1.5, 0 };
    river.region.half_extents = (DryVec3){ 20, 1.5f, 5 };
    river.flow = (DryVec3){ 1.5f, 0, 0 }; /* m/s */

    DryField vent = dry_field_default(); /* blows upwards, weaker with height */
    vent.region.kind = DRY_REGION_CYLINDER;
    vent.region.pose.position = (DryPos){ 8, 2, 0 };
    vent.region.radius = 1.5f;
    vent.region.half_height = 3;
    vent.per_mass = true;
    vent.strength = 15; /* m/s^2 at its lower end, in the water */
    vent.damping = 1;

    DryField fields[] = { river, vent };
    DryBodyId raft = add_box(world, (DryPos){ 0, 0.2, 0 }, (DryVec3){ 1, 0.2f, 1 }, 400);
    DryBodyId stone = add_box(world, (DryPos){ 0, 0, 3 }, (DryVec3){ 0.3f, 0.3f, 0.3f }, 2500);

    /* a rope: a distance joint that has a longest length alone */
    def.position = (DryPos){ 0, 0.5, 0 };
    DryBodyId winch = dry_body_create(world, &def);
    DryDistanceDef rope_def = dry_distance_def_default();
    rope_def.body_a = winch;
    rope_def.body_b = raft;
    rope_def.frame_b.position = (DryVec3){ -1, 0, 0 };
    rope_def.max_length = 12;
    rope_def.break_force = 100000; /* it is stiff: 640 kg brought to rest within a step take 60 kN */
    DryJointId rope = dry_distance_create(world, &rope_def);

    for (int i = 0; i <= 1200; ++i) {
        if (i % 120 == 0) {
            DryPos r = dry_body_position(world, raft), s = dry_body_position(world, stone);
            float pull = dry_vec3_length(dry_joint_force(world, rope));
            printf("%4.1f s: raft at %5.2f m, %5.2f m high; stone at %5.2f m, %5.2f m high; rope %.0f N\n",
                   i * (double)DT, r.x, r.y, s.x, s.y, (double)pull);
        }
        if (i >= 600) { /* the winch takes the rope in by half a metre per second */
            DryLimit length = dry_joint_limit(world, rope, DRY_AXIS_RADIUS);
            length.upper -= 0.5f * DT;
            dry_joint_set_limit(world, rope, DRY_AXIS_RADIUS, &length);
        }
        if (dry_fields_apply(world, fields, 2, DT) < 0 || dry_world_step(world, DT) != DRY_OK)
            return fprintf(stderr, "%s\n", dry_last_error()), 1;
    }
    dry_world_destroy(world);
}
