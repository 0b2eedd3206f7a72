/* A platform that is solid from above only. A ball is thrown up through it, comes to rest on it, and drops
   through it again when told to. Prints what happens and when. */
#include <drystone/drystone.h>
#include <stdbool.h>
#include <stdio.h>

#define DT (1.0f / 60.0f)

typedef struct Platform {
    DryShapeId shape;
    DryVec3 up; /* the solid side, in the platform's axes */
    bool drops; /* lets everything through */
} Platform;

/* Called in the step for every contact of the platform. Needs no memory of its own: that the contact was left
   out before is told, and it stays so until the two have come apart. */
static void one_way(DryContactModification *contact, int32_t worker, void *user)
{
    (void)worker;
    const Platform *platform = user;
    bool is_a = contact->shape_a.index == platform->shape.index;
    DryBodyId body = is_a ? contact->body_a : contact->body_b;
    DryVec3 up = dry_quat_rotate(dry_body_rotation(contact->world, body), platform->up);
    float rising = 0.0f, separation = 1.0f;
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        for (int32_t p = 0; p < contact->manifolds[i].point_count; ++p) {
            const DryModifyPoint *point = &contact->manifolds[i].points[p];
            float speed = dry_vec3_dot(point->velocity, up) * (is_a ? 1.0f : -1.0f);
            rising = speed > rising ? speed : rising;
            separation = point->separation < separation ? point->separation : separation;
        }
    }
    bool inside = contact->filtered && separation < 0.0f;
    bool passes = (contact->is_new || contact->filtered) && rising > 0.01f;
    contact->drop = platform->drops || inside || passes;
}

int main(void)
{
    DryWorldDef world_def = dry_world_def_default();
    DryWorld *world = dry_world_create(&world_def);

    DryBodyDef def = dry_body_def_default(); /* static */
    def.position = (DryPos){ 0, 2, 0 };
    DryBodyId base = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.modify_contacts = true;
    Platform platform = { .up = { 0, 1, 0 } };
    platform.shape = dry_shape_add_box(world, base, &(DryBox){ { 2, 0.1f, 2 } }, &options);
    DryContactModifier modifier = { .modify = one_way, .user = &platform };
    dry_world_set_contact_modifier(world, &modifier);

    def.type = DRY_DYNAMIC;
    def.position = (DryPos){ 0, 0, 0 };
    def.velocity = (DryVec3){ 0, 9, 0 }; /* rises to 4.1 m */
    DryBodyId ball = dry_body_create(world, &def);
    dry_shape_add_sphere(world, ball, &(DrySphere){ .radius = 0.3f }, NULL);

    for (int i = 0; i < 240; ++i) {
        if (i == 180) {
            printf("%.2f s: at %.2f m, %s\n", i * (double)DT, dry_body_position(world, ball).y,
                   dry_body_is_awake(world, ball) ? "awake" : "asleep");
            platform.drops = true;
            dry_body_set_awake(world, ball, true); /* sleepers are not asked about */
        }
        if (dry_world_step(world, DT) != DRY_OK)
            return fprintf(stderr, "%s\n", dry_world_error(world)), 1;
        DryEvents events = dry_world_events(world);
        for (int32_t k = 0; k < events.contact_begin_count; ++k)
            printf("%.2f s: lands at %.2f m\n", (i + 1) * (double)DT, dry_body_position(world, ball).y);
        for (int32_t k = 0; k < events.contact_end_count; ++k)
            printf("%.2f s: drops\n", (i + 1) * (double)DT);
    }
    printf("%.2f s: at %.2f m\n", 240 * (double)DT, dry_body_position(world, ball).y);
    dry_world_destroy(world);
}
