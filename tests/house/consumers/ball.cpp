// The same as ball.c, written by a C++ programmer.
#include <drystone/drystone.h>

#include <cstdio>
#include <memory>

int main()
{
    const DryWorldDef world_def = dry_world_def_default();
    const std::unique_ptr<DryWorld, decltype(&dry_world_destroy)> world(dry_world_create(&world_def), dry_world_destroy);
    if (!world) {
        std::fprintf(stderr, "%s\n", dry_last_error());
        return 1;
    }

    DryBodyDef def = dry_body_def_default();
    const DryBodyId ground = dry_body_create(world.get(), &def);
    DryHalfSpace floor{};
    floor.normal = { 0, 1, 0 };
    dry_shape_add_half_space(world.get(), ground, &floor, nullptr);

    def.type = DRY_DYNAMIC;
    def.position = { 0, 2, 0 };
    const DryBodyId ball = dry_body_create(world.get(), &def);
    DrySphere sphere{};
    sphere.radius = 0.5f;
    dry_shape_add_sphere(world.get(), ball, &sphere, nullptr);

    for (int i = 0; i < 180; ++i) {
        if (dry_world_step(world.get(), 1.0f / 60.0f) != DRY_OK) {
            std::fprintf(stderr, "%s\n", dry_world_error(world.get()));
            return 1;
        }
    }
    std::printf("%s %.3f\n", dry_version(), dry_body_position(world.get(), ball).y);
    return 0;
}
