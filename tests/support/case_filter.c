/* CASE=pattern in the environment (with * and ?) runs only the cases of a test program whose names match.
   Linked to every test program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void choose_cases(void)
{
    const char *pattern = getenv("CASE");
    if (pattern != NULL && pattern[0] != '\0')
        cmocka_set_test_filter(pattern);
}
