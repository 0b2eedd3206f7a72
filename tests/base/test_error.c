/* Status names, messages, the log hook. */
#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <string.h>

static void every_status_has_a_name_of_its_own(void **unused)
{
    (void)unused;
    for (int i = DRY_OK; i <= DRY_ERROR_RANGE; ++i) {
        assert_true(strlen(dry_status_name((DryStatus)i)) > 0);
        assert_string_not_equal(dry_status_name((DryStatus)i), "unknown");
        for (int k = DRY_OK; k < i; ++k) {
            assert_string_not_equal(dry_status_name((DryStatus)i), dry_status_name((DryStatus)k));
        }
    }
    assert_string_equal(dry_status_name(DRY_ERROR_ARGUMENT), "argument");
    assert_string_equal(dry_status_name((DryStatus)99), "unknown");
    assert_string_equal(dry_status_name((DryStatus)-1), "unknown");
    assert_string_equal(dry_version(), "0.1.0");
}

static void *other_thread(void *unused)
{
    (void)unused;
    bool empty = dry_last_error()[0] == '\0';
    dry__error_set(DRY_ERROR_ID, "from another thread");
    return empty ? NULL : (void *)"not empty";
}

static void the_last_error_belongs_to_the_thread(void **unused)
{
    (void)unused;
    assert_string_equal(dry_last_error(), "");
    assert_int_equal(dry__error_set(DRY_ERROR_RANGE, "call: value %d", 42), DRY_ERROR_RANGE);
    pthread_t thread;
    void *answer;
    assert_int_equal(pthread_create(&thread, NULL, other_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, &answer), 0);
    assert_null(answer);
    assert_string_equal(dry_last_error(), "call: value 42");
}

static void long_messages_are_cut(void **unused)
{
    (void)unused;
    char text[1000], small[8];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    dry__error_set(DRY_ERROR_ID, "%s", text);
    assert_int_equal(strlen(dry_last_error()), ERROR_CAPACITY - 1);
    memset(small, '!', sizeof small);
    assert_int_equal(dry__error_format(small, 4, DRY_ERROR_SIZE, "%s", "abcdef"), DRY_ERROR_SIZE);
    assert_string_equal(small, "abc");
    assert_int_equal(small[4], '!');
    assert_int_equal(dry__error_format(small, 0, DRY_ERROR_SIZE, "z"), DRY_ERROR_SIZE);
    assert_int_equal(dry__error_format(NULL, 10, DRY_ERROR_SIZE, "z"), DRY_ERROR_SIZE);
    assert_string_equal(small, "abc");
}

static void remember(const char *message, void *user)
{
    strncat(user, message, 100);
}

static void the_log_hook_hears_lines(void **unused)
{
    (void)unused;
    char heard[200] = "";
    dry__log("nobody listens %d", 1);
    dry_set_log(remember, heard);
    dry__log("%d stones", 3);
    dry_set_log(NULL, NULL);
    dry__log("nobody listens %d", 2);
    assert_string_equal(heard, "3 stones");
}

static void code_on_top_sets_the_last_error(void **state)
{
    (void)state;
    assert_int_equal(dry_set_last_error(DRY_ERROR_STATE, "mine: 100 %s"), DRY_ERROR_STATE);
    assert_int_equal(dry_last_status(), DRY_ERROR_STATE);
    assert_string_equal(dry_last_error(), "mine: 100 %s");
    assert_int_equal(dry_set_last_error(DRY_OK, "nothing"), DRY_OK);
    assert_string_equal(dry_last_error(), "mine: 100 %s");
    assert_int_equal(dry_set_last_error(DRY_ERROR_ID, NULL), DRY_ERROR_ID);
    assert_string_equal(dry_last_error(), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_on_top_sets_the_last_error),
        cmocka_unit_test(every_status_has_a_name_of_its_own),
        cmocka_unit_test(the_last_error_belongs_to_the_thread),
        cmocka_unit_test(long_messages_are_cut),
        cmocka_unit_test(the_log_hook_hears_lines),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
