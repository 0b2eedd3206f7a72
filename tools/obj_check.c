#include "tools/obj_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 65536,
    WORD = 48
};

/* How many v, vt and vn there are. */
typedef struct Totals {
    long v, vt, vn;
} Totals;

typedef struct Lines {
    const char *at, *end;
    long number;     /* of the line read last, its first one when it goes on over several */
    char line[LINE]; /* without comment; what does not fit is cut */
    bool cut;
} Lines;

/* A line, together with those that a backslash at its end continues it with. */
static bool next_line(Lines *lines, long *skip)
{
    size_t length = 0;
    bool more = true, comment = false;
    lines->number += *skip;
    *skip = 0;
    lines->cut = false;
    if (lines->at >= lines->end) {
        return false;
    }
    while (more && lines->at < lines->end) {
        more = false;
        ++*skip;
        while (lines->at < lines->end) {
            char c = *lines->at++;
            if (c == '\n') {
                break;
            }
            bool ends = lines->at >= lines->end || *lines->at == '\n' || *lines->at == '\r';
            if (c == '\\' && ends) {
                more = true;
            } else if (c == '#') {
                comment = true;
            } else if (!comment && length + 1 < LINE) {
                lines->line[length++] = c == '\r' || c == '\t' || c == '\0' ? ' ' : c;
            } else if (!comment) {
                lines->cut = true;
            }
        }
    }
    lines->line[length] = '\0';
    return true;
}

/* The word that a line begins with, and what follows it. */
static const char *keyword(const Lines *lines, char word[8])
{
    const char *rest = lines->line + strspn(lines->line, " ");
    size_t length = strcspn(rest, " ");
    snprintf(word, 8, "%.*s", length < 7 ? (int)length : 7, rest);
    return rest + length;
}

static Totals count_all(const char *text, size_t size, Lines *lines)
{
    Totals totals = { 0, 0, 0 };
    long skip = 1;
    *lines = (Lines){ .at = text, .end = text + size };
    while (next_line(lines, &skip)) {
        char word[8];
        (void)keyword(lines, word);
        totals.v += strcmp(word, "v") == 0;
        totals.vt += strcmp(word, "vt") == 0;
        totals.vn += strcmp(word, "vn") == 0;
    }
    return totals;
}

static bool check_vertex(const char *rest, char *message, size_t room)
{
    for (int i = 0; i < 3; ++i) {
        char *end = NULL;
        double value = strtod(rest, &end);
        if (end == rest || (*end != ' ' && *end != '\0')) {
            rest += strspn(rest, " ");
            snprintf(message, room, "a vertex has three numbers, not \"%.*s\"", WORD, rest);
            return false;
        }
        if (!isfinite(value)) {
            snprintf(message, room, "a vertex at %g", value);
            return false;
        }
        rest = end;
    }
    return true;
}

/* An index counts from 1, or back from the latest one. */
static bool check_index(const char *what, long index, long total, long so_far, char *message, size_t room)
{
    if (index == 0) {
        snprintf(message, room, "%s 0: they count from 1", what);
        return false;
    }
    if (index > total || index < -so_far) {
        snprintf(message, room, "%s %ld of %ld", what, index, index > 0 ? total : so_far);
        return false;
    }
    return true;
}

static bool check_corner(const char *word, const Totals *all, const Totals *so_far, char *message,
                         size_t room)
{
    static const char *const names[] = { "vertex", "texture coordinate", "normal" };
    const long totals[] = { all->v, all->vt, all->vn }, until[] = { so_far->v, so_far->vt, so_far->vn };
    const char *at = word;
    for (int i = 0; i < 3; ++i) {
        char *end = NULL;
        long index = strtol(at, &end, 10);
        bool absent = i == 1 && end == at && *end == '/'; /* 3//4 */
        if (!absent && (end == at || (*end != '/' && *end != '\0'))) {
            break;
        }
        if (!absent && !check_index(names[i], index, totals[i], until[i], message, room)) {
            return false;
        }
        if (*end == '\0') {
            return true;
        }
        at = end + 1;
    }
    snprintf(message, room, "a corner is a number or numbers with slashes, not \"%.*s\"", WORD, word);
    return false;
}

static bool check_face(char *rest, const Totals *all, const Totals *so_far, char *message, size_t room)
{
    int corners = 0;
    for (char *word = strtok(rest, " "); word; word = strtok(NULL, " ")) {
        if (!check_corner(word, all, so_far, message, room)) {
            return false;
        }
        ++corners;
    }
    if (corners < 3) {
        snprintf(message, room, "a face of %d corner%s", corners, corners == 1 ? "" : "s");
        return false;
    }
    return true;
}

static bool check_lines(Lines *lines, const Totals *all, char *message, size_t room)
{
    Totals so_far = { 0, 0, 0 };
    long skip = 1;
    while (next_line(lines, &skip)) {
        char word[8], reason[160] = "";
        char *rest = lines->line + (keyword(lines, word) - lines->line);
        bool good = true;
        if (strcmp(word, "v") == 0) {
            ++so_far.v;
            good = check_vertex(rest, reason, sizeof reason);
        } else if (strcmp(word, "vt") == 0) {
            ++so_far.vt;
        } else if (strcmp(word, "vn") == 0) {
            ++so_far.vn;
        } else if (strcmp(word, "f") == 0 && !lines->cut) {
            good = check_face(rest, all, &so_far, reason, sizeof reason);
        }
        if (!good) {
            snprintf(message, room, "%ld: %s", lines->number, reason);
            return false;
        }
    }
    return true;
}

bool obj_check(const char *text, size_t size, char *message, size_t room)
{
    Lines *lines = malloc(sizeof *lines);
    if (!lines) {
        return true; /* the reader will say so */
    }
    Totals all = count_all(text, size, lines);
    *lines = (Lines){ .at = text, .end = text + size };
    bool good = check_lines(lines, &all, message, room);
    free(lines);
    return good;
}
