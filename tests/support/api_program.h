/* Random programs over the public interface, with right and wrong arguments. One program drives several
   worlds in step, which must answer alike and keep equal state hashes; after every call the invariants of
   their tables are checked, and a refused call must leave the hash as it was. */
#ifndef SUPPORT_API_PROGRAM_H
#define SUPPORT_API_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Where a program's choices come from: bytes (of a fuzzer), and behind them random numbers of the seed. */
typedef struct Choices {
    const uint8_t *bytes;
    size_t size, at;
    uint64_t random; /* state of the generator */
} Choices;

typedef struct ApiProgram {
    int worlds; /* 1: one worker, scalar; 2: and two workers with the widest kernel */
    int calls;  /* fewer when `stop_with_bytes` and the bytes run out */
    int wild;   /* one argument in so many is a wrong or an extreme one; 0: none */
    int stop_with_bytes;
} ApiProgram;

typedef struct ApiReport {
    int calls, refused, steps, restores;
    char message[512]; /* "" when all went well */
} ApiReport;

ApiReport run_api_program(const ApiProgram *program, Choices choices);

#endif
