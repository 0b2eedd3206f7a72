/* Fuzzes dry_world_restore: the bytes are changes to a valid snapshot, or stand for one. Whatever they are,
   the call answers, the world is either as saved or as before, and it steps on. Build with clang
   -fsanitize=fuzzer,address,undefined. */
#include "support/invariants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static DryWorld *make_world(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    DryBox slab = { { 5.0f, 0.5f, 5.0f } }, box = { { 0.5f, 0.5f, 0.5f } };
    for (int i = 0; i < 5; ++i) {
        DryBodyDef body = dry_body_def_default();
        body.type = i == 0 ? DRY_STATIC : DRY_DYNAMIC;
        body.position = dry_pos(0.0, i == 0 ? -0.5 : i - 0.5, 0.0);
        (void)dry_shape_add_box(world, dry_body_create(world, &body), i == 0 ? &slab : &box, NULL);
    }
    for (int i = 0; i < 20; ++i) {
        (void)dry_world_step(world, 1.0f / 60.0f);
    }
    return world;
}

static void check(const DryWorld *world)
{
    const char *broken = broken_invariant(world, false);
    if (broken != NULL) {
        fprintf(stderr, "%s\n", broken);
        abort();
    }
}

/* Each three bytes change one byte of the snapshot. */
static void change(unsigned char *snapshot, size_t length, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 3 <= size; i += 3) {
        size_t at = ((size_t)data[i] << 8 | data[i + 1]) % length;
        snapshot[at] = (unsigned char)(snapshot[at] ^ data[i + 2]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static DryWorld *world;
    static unsigned char *saved, *changed;
    static size_t length;
    static uint64_t hash;
    if (world == NULL) {
        world = make_world();
        length = dry_world_save(world, NULL, 0);
        saved = malloc(length);
        changed = malloc(length);
        (void)dry_world_save(world, saved, length);
        hash = dry_world_hash(world);
    }
    memcpy(changed, saved, length);
    change(changed, length, data, size);
    uint64_t before = dry_world_hash(world);
    DryStatus status = dry_world_restore(world, changed, length);
    if (dry_world_hash(world) != (status == DRY_OK ? hash : before)) {
        fprintf(stderr, "neither as saved nor as before\n");
        abort();
    }
    if (dry_world_restore(world, data, size) == DRY_OK) {
        fprintf(stderr, "took %zu bytes of anything for a snapshot\n", size);
        abort();
    }
    check(world);
    (void)dry_world_step(world, 1.0f / 60.0f);
    check(world);
    return 0;
}
