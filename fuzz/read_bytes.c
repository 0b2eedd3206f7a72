#include "read_bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 0, /* a byte a coordinate */
    FINE = 1,  /* two bytes */
    RAW = 2    /* four bytes: the float itself */
};

unsigned read_byte(Bytes *bytes)
{
    return bytes->at < bytes->size ? bytes->data[bytes->at++] : 0;
}

static float power_of_ten(int exponent)
{
    float value = 1.0f;
    for (; exponent > 0; --exponent) {
        value *= 10.0f;
    }
    for (; exponent < 0; ++exponent) {
        value *= 0.1f;
    }
    return value;
}

PointKind read_point_kind(Bytes *bytes)
{
    PointKind kind = { 0 };
    unsigned how = read_byte(bytes), size = read_byte(bytes);
    kind.spelling = how % 8 < 4 ? SMALL : how % 8 < 7 ? FINE : RAW;
    kind.scale = how & 8 ? power_of_ten((int)(size % 16) - 10) : 1.0f / 64.0f;
    if (how & 16) {
        float far = power_of_ten((int)(size / 16) - 6);
        kind.offset = dry_vec3(far, how & 32 ? far : 0.0f, how & 64 ? -far : 0.0f);
    }
    return kind;
}

size_t point_size(const PointKind *kind)
{
    return kind->spelling == SMALL ? 3 : kind->spelling == FINE ? 6 : 12;
}

static float read_coordinate(Bytes *bytes, const PointKind *kind)
{
    unsigned low = read_byte(bytes);
    if (kind->spelling == SMALL) {
        return (float)((int)low - 128) * kind->scale;
    }
    unsigned high = read_byte(bytes);
    if (kind->spelling == FINE) {
        return (float)((int)(low | high << 8) - 32768) * (1.0f / 256.0f) * kind->scale;
    }
    uint32_t bits = low | high << 8 | read_byte(bytes) << 16;
    bits |= (uint32_t)read_byte(bytes) << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

DryVec3 read_point(Bytes *bytes, const PointKind *kind)
{
    float x = read_coordinate(bytes, kind), y = read_coordinate(bytes, kind),
          z = read_coordinate(bytes, kind);
    if (kind->spelling != RAW) {
        x += kind->offset.x;
        y += kind->offset.y;
        z += kind->offset.z;
    }
    return dry_vec3(x, y, z);
}

_Noreturn void fuzz_failed(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}
