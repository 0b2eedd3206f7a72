/* Numbers out of a fuzzer's bytes. Behind their end all is zero. */
#ifndef FUZZ_READ_BYTES_H
#define FUZZ_READ_BYTES_H

#include <drystone/math.h>

#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
    const uint8_t *data;
    size_t size, at;
} Bytes;

/* How points are spelt: small whole numbers make equal, collinear and coplanar ones likely, any bits make
   huge, tiny and non-finite ones. */
typedef struct PointKind {
    unsigned spelling;
    float scale;
    DryVec3 offset;
} PointKind;

unsigned read_byte(Bytes *bytes);
PointKind read_point_kind(Bytes *bytes);
DryVec3 read_point(Bytes *bytes, const PointKind *kind);
/* Bytes a point takes. */
size_t point_size(const PointKind *kind);

/* Ends the run with a line on what is wrong. */
_Noreturn void fuzz_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
