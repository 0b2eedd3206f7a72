/* Fuzzes the whole public interface: the bytes choose calls and arguments of a program on a world
   (tests/support/api_program.h), with the invariants checked after each. Build with clang
   -fsanitize=fuzzer,address,undefined. */
#include "support/api_program.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const ApiProgram program = { .worlds = 1, .calls = 200, .wild = 12, .stop_with_bytes = 1 };
    Choices choices = { .bytes = data, .size = size, .random = size };
    ApiReport report = run_api_program(&program, choices);
    if (report.message[0] != '\0') {
        fprintf(stderr, "%s\n", report.message);
        abort();
    }
    return 0;
}
