#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* stat */
#endif

#include "scene/html_write.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The places of viewer/FORMAT.md: content goes between the tags. */
static const char SCENE_OPEN[] = "<script type=\"application/octet-stream;base64\" id=\"scene-glb\">";
static const char TELEMETRY_OPEN[] = "<script type=\"application/json\" id=\"telemetry\">";
static const char PLACE_CLOSE[] = "</script>";

/* A page is about 1 MB. The limit only keeps a wrong path, say to a device, from filling the memory. */
#define TEMPLATE_LIMIT ((size_t)64 << 20)

typedef struct ErrorText {
    char *text;
    size_t size;
} ErrorText;

typedef struct Page {
    const char *text;
    size_t size;
    /* Offsets where the two contents go. */
    size_t scene;
    size_t telemetry;
} Page;

static bool fail(ErrorText error, const char *file, const char *reason)
{
    if (error.text && error.size > 0)
        (void)snprintf(error.text, error.size, "%s: %s", file, reason);
    return false;
}

static bool fail_errno(ErrorText error, const char *file, const char *action)
{
    char reason[160];
    int code = errno;
    (void)snprintf(reason, sizeof reason, "%s: %s", action, code ? strerror(code) : "input or output error");
    return fail(error, file, reason);
}

/* Reads until the end rather than asking for the size, so that pipes work too. The text ends with a NUL. */
static char *read_stream(FILE *file, const char *path, size_t *size, ErrorText error)
{
    size_t capacity = (size_t)1 << 20;
    size_t used = 0;
    char *text = malloc(capacity);
    while (text) {
        used += fread(text + used, 1, capacity - 1 - used, file);
        if (used < capacity - 1)
            break;
        if (capacity >= TEMPLATE_LIMIT) {
            free(text);
            fail(error, path, "too large for a player's page");
            return NULL;
        }
        capacity *= 2;
        char *larger = realloc(text, capacity);
        if (!larger)
            free(text);
        text = larger;
    }
    if (!text) {
        fail(error, path, "out of memory while reading");
        return NULL;
    }
    if (ferror(file)) {
        fail_errno(error, path, "cannot read");
        free(text);
        return NULL;
    }
    text[used] = '\0';
    *size = used;
    return text;
}

static char *read_text(const char *path, size_t *size, ErrorText error)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail_errno(error, path, "cannot open");
        return NULL;
    }
    char *text = read_stream(file, path, size, error);
    (void)fclose(file);
    return text;
}

/* Finds the empty place that begins with the tag; it has to be the only one. */
static bool find_place(const char *text, const char *tag, size_t *offset)
{
    const char *found = strstr(text, tag);
    if (!found)
        return false;
    const char *content = found + strlen(tag);
    *offset = (size_t)(content - text);
    return strncmp(content, PLACE_CLOSE, strlen(PLACE_CLOSE)) == 0 && !strstr(content, tag);
}

static bool find_places(Page *page, const char *path, ErrorText error)
{
    if (!find_place(page->text, SCENE_OPEN, &page->scene))
        return fail(error, path, "not a player's page: it has no single empty place for the scene");
    if (!find_place(page->text, TELEMETRY_OPEN, &page->telemetry))
        return fail(error, path, "not a player's page: it has no single empty place for the telemetry");
    return true;
}

/* RFC 4648, with padding. Write errors stay in the stream until it is closed. */
static void write_base64(FILE *file, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char buffer[4096];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        size_t rest = size - i;
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= rest > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= rest > 2 ? (uint32_t)bytes[i + 2] : 0;
        buffer[used++] = digits[group >> 18];
        buffer[used++] = digits[group >> 12 & 63];
        buffer[used++] = rest > 1 ? digits[group >> 6 & 63] : '=';
        buffer[used++] = rest > 2 ? digits[group & 63] : '=';
        if (used == sizeof buffer) {
            (void)fwrite(buffer, 1, used, file);
            used = 0;
        }
    }
    (void)fwrite(buffer, 1, used, file);
}

/*
 * In JSON a '<' can stand only inside a string, where the escape means the same. Escaping each one keeps both
 * "</script>" and "<!--" out of the element, after either of which a browser would read on differently.
 */
static void write_json(FILE *file, const char *json)
{
    while (*json) {
        size_t plain = strcspn(json, "<");
        (void)fwrite(json, 1, plain, file);
        json += plain;
        if (*json == '<') {
            (void)fputs("\\u003c", file);
            ++json;
        }
    }
}

static void write_page(FILE *file, const Page *page, const void *glb, size_t glb_size, const char *telemetry)
{
    size_t done = 0;
    for (int place = 0; place < 2; ++place) {
        bool scene_next = (page->scene < page->telemetry) == (place == 0);
        size_t offset = scene_next ? page->scene : page->telemetry;
        (void)fwrite(page->text + done, 1, offset - done, file);
        done = offset;
        if (scene_next)
            write_base64(file, glb, glb_size);
        else
            write_json(file, telemetry);
    }
    (void)fwrite(page->text + done, 1, page->size - done, file);
}

/* Devices and pipes are written to, not replaced by a file of their name. */
static bool is_special(const char *path)
{
#if defined(_WIN32)
    (void)path;
    return false;
#else
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
#endif
}

/* Puts the finished file in the place of the old one. */
static bool replace_file(const char *from, const char *to)
{
#if defined(_WIN32)
    (void)remove(to); /* rename does not replace there */
#endif
    return rename(from, to) == 0;
}

static bool write_file(const Page *page, const void *glb, size_t glb_size, const char *telemetry,
                       const char *path, ErrorText error)
{
    static const char suffix[] = ".partial";
    bool special = is_special(path);
    size_t size = strlen(path) + sizeof suffix;
    char *temporary = malloc(size);
    if (!temporary)
        return fail(error, path, "out of memory while writing");
    (void)snprintf(temporary, size, "%s%s", path, special ? "" : suffix);

    errno = 0;
    FILE *file = fopen(temporary, "wb");
    if (!file) {
        fail_errno(error, path, "cannot write");
        free(temporary);
        return false;
    }
    write_page(file, page, glb, glb_size, telemetry);
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (written && !special)
        written = replace_file(temporary, path);
    if (!written) {
        fail_errno(error, path, "cannot write");
        if (!special)
            (void)remove(temporary);
    }
    free(temporary);
    return written;
}

bool dry_html_write(const char *template_path, const void *glb, size_t glb_size, const char *telemetry_json,
                    const char *out_path, char *error, size_t error_size)
{
    ErrorText problem = { error, error_size };
    if (error && error_size > 0)
        error[0] = '\0';
    if (!template_path || !out_path || out_path[0] == '\0')
        return fail(problem, "dry_html_write", template_path ? "no path to write to" : "no player's page");
    if (!glb || glb_size == 0)
        return fail(problem, out_path, "there is no scene to write");

    size_t size = 0;
    char *text = read_text(template_path, &size, problem);
    if (!text)
        return false;
    Page page = { .text = text, .size = size };
    bool done = find_places(&page, template_path, problem) &&
                write_file(&page, glb, glb_size, telemetry_json ? telemetry_json : "", out_path, problem);
    free(text);
    return done;
}

#if defined(DRYSTONE_PLAYER_BUILT) || defined(DRYSTONE_PLAYER_INSTALLED)
static bool is_readable(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    (void)fclose(file);
    return true;
}
#endif

const char *dry_html_template_path(void)
{
    const char *chosen = getenv("DRYSTONE_PLAYER");
    if (chosen && chosen[0] != '\0')
        return chosen;
#if defined(DRYSTONE_PLAYER_BUILT)
    if (is_readable(DRYSTONE_PLAYER_BUILT))
        return DRYSTONE_PLAYER_BUILT;
#endif
#if defined(DRYSTONE_PLAYER_INSTALLED)
    if (is_readable(DRYSTONE_PLAYER_INSTALLED))
        return DRYSTONE_PLAYER_INSTALLED;
#endif
    return NULL;
}
