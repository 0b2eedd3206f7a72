/*
 * The HTML composer. With four arguments (page, .glb, telemetry, output) this program composes instead of
 * testing: the browser tests of viewer/test/ make their pages through it.
 */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* setenv */
#endif

#include "scene/html_write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SCENE_TAG "<script type=\"application/octet-stream;base64\" id=\"scene-glb\">"
#define TELEMETRY_TAG "<script type=\"application/json\" id=\"telemetry\">"

static const char PAGE[] = "page.test.html";
static const char OUT[] = "out.test.html";
static const char GOOD[] = "<a>" SCENE_TAG "</script><b>" TELEMETRY_TAG "</script><c>";

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = NULL;
    size_t used = 0;
    size_t got = 0;
    do {
        char *larger = realloc(bytes, used + 65537);
        assert_non_null(larger);
        bytes = larger;
        got = fread(bytes + used, 1, 65536, file);
        used += got;
    } while (got > 0);
    bytes[used] = '\0';
    fclose(file);
    if (size)
        *size = used;
    return bytes;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static void assert_output(const char *expected)
{
    char *text = read_all(OUT, NULL);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static int clean(void **state)
{
    (void)state;
    remove(PAGE);
    remove(OUT);
    remove("out.test.html.partial");
    return 0;
}

static void fills_both_places(void **state)
{
    (void)state;
    char error[200] = "old";
    put(PAGE, GOOD);
    assert_true(dry_html_write(PAGE, "hello", 5, "{\"version\":1}", OUT, error, sizeof error));
    assert_string_equal(error, "");
    assert_output("<a>" SCENE_TAG "aGVsbG8=</script><b>" TELEMETRY_TAG "{\"version\":1}</script><c>");
    assert_false(exists("out.test.html.partial"));
}

static void order_of_the_places_is_free(void **state)
{
    (void)state;
    put(PAGE, TELEMETRY_TAG "</script>-" SCENE_TAG "</script>");
    assert_true(dry_html_write(PAGE, "f", 1, "7", OUT, NULL, 0));
    assert_output(TELEMETRY_TAG "7</script>-" SCENE_TAG "Zg==</script>");
}

static void base64_matches_the_rfc(void **state)
{
    (void)state;
    static const struct {
        const char *plain;
        const char *coded;
    } rows[] = { { "f", "Zg==" },           { "fo", "Zm8=" },        { "foo", "Zm9v" },
                 { "foob", "Zm9vYg==" },    { "fooba", "Zm9vYmE=" }, { "foobar", "Zm9vYmFy" },
                 { "\xff\xfe\xfd", "//79" } };
    put(PAGE, SCENE_TAG "</script>" TELEMETRY_TAG "</script>");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char expected[256];
        assert_true(dry_html_write(PAGE, rows[i].plain, strlen(rows[i].plain), NULL, OUT, NULL, 0));
        snprintf(expected, sizeof expected, SCENE_TAG "%s</script>" TELEMETRY_TAG "</script>", rows[i].coded);
        assert_output(expected);
    }
}

static int decode_digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = strchr(digits, c);
    return found ? (int)(found - digits) : 0;
}

/* Longer than the writer's buffer, every byte value, lengths of every remainder. */
static void long_scenes_survive(void **state)
{
    (void)state;
    put(PAGE, SCENE_TAG "</script>" TELEMETRY_TAG "</script>");
    static uint8_t scene[10001];
    for (size_t i = 0; i < sizeof scene; ++i)
        scene[i] = (uint8_t)(i * 167 + i / 256);
    for (size_t size = sizeof scene - 2; size <= sizeof scene; ++size) {
        assert_true(dry_html_write(PAGE, scene, size, NULL, OUT, NULL, 0));
        char *text = read_all(OUT, NULL);
        const char *code = text + strlen(SCENE_TAG);
        assert_int_equal(strcspn(code, "<"), (size + 2) / 3 * 4);
        for (size_t i = 0; i < size; ++i) {
            const char *group = code + i / 3 * 4;
            int bits = decode_digit(group[0]) << 18 | decode_digit(group[1]) << 12 |
                       decode_digit(group[2]) << 6 | decode_digit(group[3]);
            assert_int_equal(bits >> (16 - 8 * (int)(i % 3)) & 255, scene[i]);
        }
        free(text);
    }
}

static void telemetry_cannot_leave_its_element(void **state)
{
    (void)state;
    put(PAGE, SCENE_TAG "</script>" TELEMETRY_TAG "</script>");
    assert_true(dry_html_write(PAGE, "foo", 3, "[\"</script><!--<script>\",\"a<b\",\"<\"]", OUT, NULL, 0));
    assert_output(SCENE_TAG
                  "Zm9v</script>" TELEMETRY_TAG
                  "[\"\\u003c/script>\\u003c!--\\u003cscript>\",\"a\\u003cb\",\"\\u003c\"]</script>");
}

static void an_existing_page_is_replaced(void **state)
{
    (void)state;
    put(PAGE, SCENE_TAG "</script>" TELEMETRY_TAG "</script>");
    put(OUT, "something older and much longer than what comes now, so that leftovers would show; "
             "something older and much longer than what comes now, so that leftovers would show");
    assert_true(dry_html_write(PAGE, "foo", 3, "1", OUT, NULL, 0));
    assert_output(SCENE_TAG "Zm9v</script>" TELEMETRY_TAG "1</script>");
}

static void a_failed_call_leaves_the_old_page(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "<html>some other page</html>",
        SCENE_TAG "</script>",
        TELEMETRY_TAG "</script>",
        SCENE_TAG "AAAA</script>" TELEMETRY_TAG "</script>",
        SCENE_TAG "</script>" TELEMETRY_TAG "{}</script>",
        SCENE_TAG "</script>" SCENE_TAG "</script>" TELEMETRY_TAG "</script>",
        SCENE_TAG "</script>" TELEMETRY_TAG "</script>" TELEMETRY_TAG "</script>",
        SCENE_TAG "</script>" TELEMETRY_TAG,
    };
    put(OUT, "old");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        char error[200];
        put(PAGE, bad[i]);
        assert_false(dry_html_write(PAGE, "foo", 3, "1", OUT, error, sizeof error));
        assert_int_equal(strncmp(error, "page.test.html: not a player's page", 35), 0);
        assert_output("old");
        assert_false(exists("out.test.html.partial"));
    }
}

static void errors_name_file_and_reason(void **state)
{
    (void)state;
    char error[200];
    assert_false(dry_html_write("no/such/page.html", "foo", 3, NULL, OUT, error, sizeof error));
    assert_string_equal(error, "no/such/page.html: cannot open: No such file or directory");
    assert_false(exists(OUT));

    put(PAGE, GOOD);
    assert_false(dry_html_write(PAGE, "foo", 3, NULL, "no/such/folder/out.html", error, sizeof error));
    assert_string_equal(error, "no/such/folder/out.html: cannot write: No such file or directory");

    char cut[8];
    assert_false(dry_html_write("no/such/page.html", "foo", 3, NULL, OUT, cut, sizeof cut));
    assert_string_equal(cut, "no/such");
}

static void missing_arguments_are_answered(void **state)
{
    (void)state;
    char error[200];
    put(PAGE, GOOD);
    assert_false(dry_html_write(NULL, "foo", 3, NULL, OUT, error, sizeof error));
    assert_string_equal(error, "dry_html_write: no player's page");
    assert_false(dry_html_write(PAGE, "foo", 3, NULL, NULL, error, sizeof error));
    assert_string_equal(error, "dry_html_write: no path to write to");
    assert_false(dry_html_write(PAGE, "foo", 3, NULL, "", error, sizeof error));
    assert_false(dry_html_write(PAGE, NULL, 3, NULL, OUT, error, sizeof error));
    assert_string_equal(error, "out.test.html: there is no scene to write");
    assert_false(dry_html_write(PAGE, "foo", 0, NULL, OUT, NULL, 0));
    assert_false(exists(OUT));
}

#if !defined(_WIN32)
static void a_device_is_written_to_and_not_replaced(void **state)
{
    (void)state;
    put(PAGE, GOOD);
    assert_true(dry_html_write(PAGE, "foo", 3, NULL, "/dev/null", NULL, 0));
    assert_false(exists("/dev/null.partial"));
    size_t size = 1;
    free(read_all("/dev/null", &size));
    assert_int_equal(size, 0);
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    if (!exists("/dev/full"))
        skip();
    char error[200];
    put(PAGE, GOOD);
    assert_false(dry_html_write(PAGE, "foo", 3, NULL, "/dev/full", error, sizeof error));
    assert_string_equal(error, "/dev/full: cannot write: No space left on device");
}

static void the_environment_chooses_the_page(void **state)
{
    (void)state;
    assert_int_equal(setenv("DRYSTONE_PLAYER", "elsewhere/player.html", 1), 0);
    assert_string_equal(dry_html_template_path(), "elsewhere/player.html");
    assert_int_equal(setenv("DRYSTONE_PLAYER", "", 1), 0);
    const char *found = dry_html_template_path();
    assert_true(found == NULL || exists(found));
    assert_int_equal(unsetenv("DRYSTONE_PLAYER"), 0);
    found = dry_html_template_path();
    assert_true(found == NULL || exists(found));
}
#endif

static int compose(char **paths)
{
    char error[400];
    size_t size = 0;
    char *glb = read_all(paths[1], &size);
    char *telemetry = read_all(paths[2], NULL);
    bool done = dry_html_write(paths[0], glb, size, telemetry, paths[3], error, sizeof error);
    if (!done)
        fprintf(stderr, "%s\n", error);
    free(glb);
    free(telemetry);
    return done ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 5)
        return compose(argv + 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fills_both_places, clean, clean),
        cmocka_unit_test_setup_teardown(order_of_the_places_is_free, clean, clean),
        cmocka_unit_test_setup_teardown(base64_matches_the_rfc, clean, clean),
        cmocka_unit_test_setup_teardown(long_scenes_survive, clean, clean),
        cmocka_unit_test_setup_teardown(telemetry_cannot_leave_its_element, clean, clean),
        cmocka_unit_test_setup_teardown(an_existing_page_is_replaced, clean, clean),
        cmocka_unit_test_setup_teardown(a_failed_call_leaves_the_old_page, clean, clean),
        cmocka_unit_test_setup_teardown(errors_name_file_and_reason, clean, clean),
        cmocka_unit_test_setup_teardown(missing_arguments_are_answered, clean, clean),
#if !defined(_WIN32)
        cmocka_unit_test_setup_teardown(a_device_is_written_to_and_not_replaced, clean, clean),
        cmocka_unit_test_setup_teardown(a_full_disk_is_reported, clean, clean),
        cmocka_unit_test_setup_teardown(the_environment_chooses_the_page, clean, clean),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
