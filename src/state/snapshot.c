/* Snapshots: a header, the plain values, the counts of all arrays, then their bytes. Derived data is made
 * anew on restore. */
#include "state/fields.h"

#include "world/api/check.h"
#include "world/edit/proxy_edit.h"
#include "world/pipeline/stages.h"

#include <drystone/state.h>
#include <stddef.h>
#include <string.h>

#define MAGIC 0x315453u /* "ST1" */

typedef struct SnapshotHeader {
    uint32_t magic, protocol;
    uint32_t layout; /* hash of the record sizes: another build */
    int32_t array_count;
    uint64_t size;     /* of the whole snapshot */
    uint64_t world;    /* the world it was taken of */
    uint64_t checksum; /* of the rest, this field taken as 0 */
    StateValues values;
} SnapshotHeader;

static uint32_t layout_of(const StateArray *arrays, int32_t count)
{
    uint64_t hash = HASH_SEED;
    for (int32_t i = 0; i < count; ++i) {
        uint64_t element = arrays[i].element;
        hash = dry__hash_bytes(hash, &element, sizeof element);
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static size_t padded(size_t size)
{
    return (size + 15u) & ~(size_t)15u;
}

/* The registry of geometry as far as shapes use it: what a restore must find again. */
static size_t geometry_bytes(const DryWorld *w)
{
    return padded(sizeof(uint32_t) * 2u * (size_t)w->geometry.records.count);
}

static size_t snapshot_size(const DryWorld *w, const StateArray *arrays, int32_t count)
{
    size_t size =
        padded(sizeof(SnapshotHeader)) + padded(sizeof(int32_t) * ((size_t)count + 1u)) + geometry_bytes(w);
    for (int32_t i = 0; i < count; ++i) {
        size += padded((size_t)arrays[i].array->count * arrays[i].element);
    }
    return size;
}

/* A later world may get the same address, but not at the same time. */
static uint64_t identity(const DryWorld *w)
{
    uint64_t hash = dry__hash_bytes(HASH_SEED, &w->created, sizeof w->created);
    return hash ^ (uint64_t)(uintptr_t)w;
}

/* Of the bytes as they are, the checksum's own left out: padding counts, so it is never copied by assignment.
 */
static uint64_t checksum(const unsigned char *data, size_t size)
{
    const size_t at = offsetof(SnapshotHeader, checksum), after = at + sizeof(uint64_t);
    return dry__hash_bytes(dry__hash_bytes(HASH_SEED, data, at), data + after, size - after);
}

size_t dry_world_save(const DryWorld *world, void *buffer, size_t capacity)
{
    if (world == NULL || world->stepping) {
        return 0;
    }
    StateArray arrays[STATE_MAX_ARRAYS];
    /* the list hands out writable views; saving only reads them */
    int32_t count = dry__state_arrays((WorldState *)(uintptr_t)&world->state, arrays);
    size_t size = snapshot_size(world, arrays, count);
    if (buffer == NULL || capacity < size) {
        return size;
    }
    unsigned char *out = buffer;
    memset(out, 0, padded(sizeof(SnapshotHeader)));
    size_t at = padded(sizeof(SnapshotHeader));
    size_t table = padded(sizeof(int32_t) * ((size_t)count + 1u));
    memset(out + at, 0, table + geometry_bytes(world));
    for (int32_t i = 0; i < count; ++i) {
        memcpy(out + at + sizeof(int32_t) * (size_t)i, &arrays[i].array->count, sizeof(int32_t));
    }
    memcpy(out + at + sizeof(int32_t) * (size_t)count, &world->geometry.records.count, sizeof(int32_t));
    at += table;
    for (int32_t i = 0; i < world->geometry.records.count; ++i) {
        const GeometryRecord *r = &world->geometry.records.data[i];
        uint32_t entry[2] = { r->generation, (uint32_t)r->users };
        memcpy(out + at + sizeof entry * (size_t)i, entry, sizeof entry);
    }
    at += geometry_bytes(world);
    for (int32_t i = 0; i < count; ++i) {
        size_t bytes = (size_t)arrays[i].array->count * arrays[i].element;
        if (bytes > 0) {
            memcpy(out + at, arrays[i].array->data, bytes);
            memset(out + at + bytes, 0, padded(bytes) - bytes);
        }
        at += padded(bytes);
    }
    SnapshotHeader header = { .magic = MAGIC,
                              .protocol = DRY_PROTOCOL_VERSION,
                              .layout = layout_of(arrays, count),
                              .array_count = count,
                              .size = size,
                              .world = identity(world),
                              .values = dry__state_values(&world->state) };
    memcpy(out, &header, sizeof header);
    header.checksum = checksum(out, size);
    memcpy(out + offsetof(SnapshotHeader, checksum), &header.checksum, sizeof header.checksum);
    return size;
}

static DryStatus check_header(DryWorld *w, const unsigned char *data, size_t size, SnapshotHeader *h,
                              const char *call)
{
    StateArray arrays[STATE_MAX_ARRAYS];
    int32_t count = dry__state_arrays(&w->state, arrays);
    size_t begin = padded(sizeof *h);
    uint32_t magic = MAGIC;
    memcpy(&magic, data, size < sizeof magic ? 0 : sizeof magic);
    if (magic != MAGIC) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "this is no snapshot");
    }
    if (size < begin) {
        return dry__fail(w, DRY_ERROR_SIZE, call, "%zu bytes are too few for a snapshot", size);
    }
    memcpy(h, data, sizeof *h);
    if (h->protocol != DRY_PROTOCOL_VERSION) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "protocol version %u, this library has %d", h->protocol,
                         DRY_PROTOCOL_VERSION);
    }
    if (h->layout != layout_of(arrays, count) || h->array_count != count) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "written by another build of the library");
    }
    if (h->world != identity(w)) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "taken of another world");
    }
    if (h->size > size) {
        return dry__fail(w, DRY_ERROR_SIZE, call, "cut off: %zu of %llu bytes", size,
                         (unsigned long long)h->size);
    }
    if (h->size < begin + padded(sizeof(int32_t) * ((size_t)count + 1u))) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "damaged: it gives its size as %llu bytes",
                         (unsigned long long)h->size);
    }
    if (h->checksum != checksum(data, (size_t)h->size)) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "damaged: the checksum does not fit");
    }
    return DRY_OK;
}

/* Counts against the size, geometry against the registry, and room in every array, before anything is
 * changed. */
static DryStatus prepare_restore(DryWorld *w, const unsigned char *data, const SnapshotHeader *h,
                                 size_t *arrays_at, const char *call)
{
    StateArray arrays[STATE_MAX_ARRAYS];
    int32_t count = dry__state_arrays(&w->state, arrays);
    const unsigned char *counts = data + padded(sizeof *h);
    int32_t geometries;
    memcpy(&geometries, counts + sizeof(int32_t) * (size_t)count, sizeof geometries);
    size_t at = padded(sizeof *h) + padded(sizeof(int32_t) * ((size_t)count + 1u));
    if (geometries < 0 || geometries > w->geometry.records.count ||
        padded(sizeof(uint32_t) * 2u * (size_t)geometries) > (size_t)h->size - at) {
        return dry__fail(w, DRY_ERROR_FORMAT, call, "names geometry that the world no longer has");
    }
    for (int32_t i = 0; i < geometries; ++i) {
        uint32_t entry[2];
        memcpy(entry, data + at + sizeof entry * (size_t)i, sizeof entry);
        if (entry[1] > 0 && entry[0] != w->geometry.records.data[i].generation) {
            return dry__fail(w, DRY_ERROR_FORMAT, call, "names geometry that was trimmed");
        }
    }
    at += padded(sizeof(uint32_t) * 2u * (size_t)geometries);
    *arrays_at = at;
    for (int32_t i = 0; i < count; ++i) {
        int32_t n;
        memcpy(&n, counts + sizeof(int32_t) * (size_t)i, sizeof n);
        size_t bytes = n < 0 ? SIZE_MAX : padded((size_t)n * arrays[i].element);
        if (n < 0 || bytes > (size_t)h->size - at) {
            return dry__fail(w, DRY_ERROR_FORMAT, call, "damaged: array %d has %d elements", i, n);
        }
        at += bytes;
        if (!dry__array_reserve(arrays[i].array, n, arrays[i].element)) {
            return dry__fail(w, DRY_ERROR_MEMORY, call, "out of memory");
        }
    }
    return DRY_OK;
}

static void copy_arrays(DryWorld *w, const unsigned char *data, size_t at)
{
    StateArray arrays[STATE_MAX_ARRAYS];
    int32_t count = dry__state_arrays(&w->state, arrays);
    const unsigned char *counts = data + padded(sizeof(SnapshotHeader));
    for (int32_t i = 0; i < count; ++i) {
        ArrayView *a = arrays[i].array;
        memcpy(&a->count, counts + sizeof(int32_t) * (size_t)i, sizeof a->count);
        size_t bytes = (size_t)a->count * arrays[i].element;
        if (bytes > 0) {
            memcpy(a->data, data + at, bytes);
        }
        at += padded(bytes);
    }
}

/* Poses of the collision shapes, users of geometry and the packed tree follow from the state. */
static void rebuild_derived(DryWorld *w)
{
    w->derived.kinematics = 0;
    for (int32_t i = 0; i < w->state.awake.count; ++i) {
        bool kinematic = world_body(w, w->state.awake.data[i])->type == (uint8_t)DRY_KINEMATIC;
        w->derived.kinematics += kinematic ? 1 : 0;
    }
    ShapeTable *t = &w->state.shapes;
    for (int32_t i = 0; i < w->geometry.records.count; ++i) {
        w->geometry.records.data[i].users = 0;
    }
    for (int32_t i = 0; i < t->records.count; ++i) {
        if (!id_alive(&t->ids, i)) {
            continue;
        }
        const ShapeRecord *r = &t->records.data[i];
        t->collide.data[i].geometry = dry__shape_geometry(r, &w->geometry);
        if (r->geometry >= 0) {
            w->geometry.records.data[r->geometry].users++;
        }
        if (r->palette >= 0) {
            w->geometry.records.data[r->palette].users++;
        }
        dry__shape_place(w, i);
    }
    dry__clear_events(w);
    w->events.ended.count = 0;
    w->events.sensor_ended.count = 0;
    w->modified = true;
    /* without memory for the packed tree queries use the persistent one */
    (void)dry__rebuild_queries(w);
}

DryStatus dry_world_restore(DryWorld *world, const void *data, size_t size)
{
    const char *call = "dry_world_restore";
    DryStatus status = dry__begin_edit(world, call);
    if (status != DRY_OK) {
        return status;
    }
    if (data == NULL) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "the data is null");
    }
    SnapshotHeader header = { 0 };
    size_t arrays_at = 0;
    status = check_header(world, data, size, &header, call);
    status = status != DRY_OK ? status : prepare_restore(world, data, &header, &arrays_at, call);
    if (status != DRY_OK) {
        return status;
    }
    if (!array_resize(&world->state.shapes.collide, world->state.shapes.collide.count) ||
        !array_reserve(&world->state.shapes.collide, world->state.shapes.records.capacity)) {
        return dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
    }
    copy_arrays(world, data, arrays_at);
    dry__state_set_values(&world->state, &header.values);
    (void)array_resize(&world->state.shapes.collide, world->state.shapes.records.count);
    rebuild_derived(world);
    return DRY_OK;
}

void dry_world_trim(DryWorld *world)
{
    if (dry__begin_edit(world, "dry_world_trim") == DRY_OK) {
        dry__geometry_trim(&world->geometry);
    }
}
