#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* stat */
#endif

#include "scene/uri.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool dry__uri_is_data(const char *uri)
{
    return strncmp(uri, "data:", 5) == 0;
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Fills `out`, which has room for 3 bytes per 4 characters. */
static bool decode_base64(const char *text, size_t length, uint8_t *out, size_t *size)
{
    while (length > 0 && text[length - 1] == '=')
        --length;
    uint32_t bits = 0;
    int have = 0;
    size_t used = 0;
    for (size_t i = 0; i < length; ++i) {
        int digit = base64_digit(text[i]);
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[used++] = (uint8_t)(bits >> have);
        }
    }
    *size = used;
    return have < 6;
}

uint8_t *dry__uri_decode_data(const char *uri, size_t most, size_t *size, const char **reason)
{
    static const char marker[] = ";base64,";
    const char *comma = strchr(uri, ',');
    size_t head = comma ? (size_t)(comma - uri) + 1 : 0;
    if (!comma || head < strlen(marker) || memcmp(comma + 1 - strlen(marker), marker, strlen(marker)) != 0) {
        *reason = "is no data URI in base64";
        return NULL;
    }
    const char *text = comma + 1;
    size_t length = strlen(text);
    if (length / 4 > most / 3) {
        *reason = "holds more data than is allowed";
        return NULL;
    }
    uint8_t *data = malloc(length / 4 * 3 + 3);
    *reason = NULL;
    if (data && !decode_base64(text, length, data, size)) {
        *reason = "holds damaged base64";
        free(data);
        return NULL;
    }
    return data;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool percent_decode(const char *uri, char *path)
{
    while (*uri) {
        char c = *uri++;
        if (c == '%') {
            int high = hex_digit(uri[0]);
            int low = high < 0 ? -1 : hex_digit(uri[1]);
            if (low < 0)
                return false;
            c = (char)(high << 4 | low);
            uri += 2;
            if (c == '\0')
                return false;
        }
        *path++ = c;
    }
    *path = '\0';
    return true;
}

static bool segments_are_plain(const char *path)
{
    for (const char *at = path;;) {
        size_t length = strcspn(at, "/");
        if (length == 0 || (length == 2 && at[0] == '.' && at[1] == '.'))
            return false;
        if (at[length] == '\0')
            return true;
        at += length + 1;
    }
}

bool dry__uri_to_path(const char *uri, char path[DRY_SCENE_MAX_URI + 1], const char **reason)
{
    *reason = "is too long for a file's path";
    if (strlen(uri) > DRY_SCENE_MAX_URI)
        return false;
    *reason = "has a damaged percent code";
    if (!percent_decode(uri, path))
        return false;
    *reason = "names something else than a file at or below the scene's own folder";
    if (path[0] == '/' || strchr(path, '\\') || strchr(path, ':') || !segments_are_plain(path))
        return false;
    *reason = "holds a control character";
    for (const char *c = path; *c; ++c)
        if ((unsigned char)*c < 32 || *c == 127)
            return false;
    *reason = NULL;
    return true;
}

/* Opening a device or a pipe could block or never end. */
static bool is_regular(const char *path, const char **reason)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        *reason = strerror(errno);
        return false;
    }
    *reason = "is no regular file";
#if defined(_WIN32)
    return (status.st_mode & _S_IFMT) == _S_IFREG;
#else
    return S_ISREG(status.st_mode);
#endif
}

static uint8_t *read_stream(FILE *file, int64_t most, size_t *size, const char **reason)
{
    size_t capacity = (size_t)64 << 10;
    size_t used = 0;
    uint8_t *data = malloc(capacity);
    *reason = "out of memory";
    while (data) {
        used += fread(data + used, 1, capacity - used, file);
        if (used < capacity)
            break;
        if (used >= (size_t)most) {
            *reason = "is larger than is allowed";
            free(data);
            return NULL;
        }
        capacity *= 2;
        uint8_t *larger = realloc(data, capacity);
        if (!larger)
            free(data);
        data = larger;
    }
    if (data && ferror(file)) {
        *reason = "cannot be read";
        free(data);
        return NULL;
    }
    *size = used;
    return data;
}

uint8_t *dry__file_read(const char *path, int64_t most, size_t *size, const char **reason)
{
    if (!is_regular(path, reason))
        return NULL;
    FILE *file = fopen(path, "rb");
    if (!file) {
        *reason = strerror(errno);
        return NULL;
    }
    uint8_t *data = read_stream(file, most, size, reason);
    (void)fclose(file);
    return data;
}
