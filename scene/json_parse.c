#include "scene/json_parse.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Parsing {
    SceneReport *report;
    const char *place; /* in front of line and column */
    const char *text;
    size_t size;
} Parsing;

/* Line 0: the text as a whole. */
static bool fail_at(const Parsing *p, int line, int column, const char *reason)
{
    char place[96];
    if (line > 0)
        (void)snprintf(place, sizeof place, "%s%sline %d column %d", p->place, *p->place ? " " : "", line,
                       column);
    else
        (void)snprintf(place, sizeof place, "%s", p->place);
    return dry__report_fail(p->report, DRY_ERROR_FORMAT, place, "%s", reason);
}

static bool fail_at_byte(const Parsing *p, size_t at, const char *reason)
{
    int line = 1;
    size_t start = 0;
    for (size_t i = 0; i < at; ++i) {
        if (p->text[i] == '\n') {
            ++line;
            start = i + 1;
        }
    }
    return fail_at(p, line, (int)(at - start) + 1, reason);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* What is no text at all, or none that could be glTF, before a parser's view of it confuses. */
static bool check_text(const Parsing *p)
{
    size_t start = 0;
    while (start < p->size && is_space(p->text[start]))
        ++start;
    if (start == p->size)
        return fail_at(p, 0, 0, p->size == 0 ? "is empty" : "holds nothing but white space");
    const unsigned char *first = (const unsigned char *)p->text + start;
    size_t left = p->size - start;
    if (left >= 2 && ((first[0] == 0xff && first[1] == 0xfe) || (first[0] == 0xfe && first[1] == 0xff) ||
                      (first[0] == '{' && first[1] == 0) || (first[0] == 0 && first[1] == '{')))
        return fail_at(p, 0, 0, "is UTF-16 text; glTF is UTF-8");
    if (first[0] != '{' && first[0] != '[') {
        char reason[160];
        int used = snprintf(reason, sizeof reason, "%s: the first bytes are",
                            *p->place ? "is no JSON"
                                      : "is neither glTF text, which begins with {, nor a .glb container, "
                                        "which begins with glTF");
        for (size_t i = 0; i < left && i < 4; ++i)
            used += snprintf(reason + used, sizeof reason - (size_t)used, " %02x", first[i]);
        return fail_at(p, 0, 0, reason);
    }
    const char *nul = memchr(p->text, 0, p->size);
    return !nul || fail_at_byte(p, (size_t)(nul - p->text),
                                "a NUL byte, which no text has: the file is damaged, or of another kind");
}

/* " near 'x'" of a parser's message. */
static const char *near_what(const json_error_t *error)
{
    const char *part = strstr(error->text, " near ");
    return part ? part : "";
}

static bool fail_parsing(const Parsing *p, const json_error_t *error)
{
    char reason[320];
    switch (json_error_code(error)) {
    case json_error_out_of_memory:
        return dry__report_memory(p->report);
    case json_error_stack_overflow:
        (void)snprintf(reason, sizeof reason, "arrays and objects are nested more than %d deep",
                       JSON_PARSER_MAX_DEPTH);
        break;
    case json_error_premature_end_of_input:
        (void)snprintf(
            reason, sizeof reason,
            "the text ends here, in the middle: it is cut off, or a closing \", ] or } is missing");
        break;
    case json_error_end_of_input_expected:
        (void)snprintf(reason, sizeof reason, "text after the end of the JSON%s", near_what(error));
        break;
    case json_error_invalid_utf8:
        (void)snprintf(reason, sizeof reason, "%s: it is no UTF-8 text", error->text);
        break;
    case json_error_null_character:
    case json_error_null_byte_in_key:
        (void)snprintf(reason, sizeof reason, "\\u0000 is not allowed in a text%s", near_what(error));
        break;
    case json_error_duplicate_key:
        (void)snprintf(reason, sizeof reason, "duplicate key in an object%s", near_what(error));
        break;
    case json_error_numeric_overflow:
        (void)snprintf(reason, sizeof reason, "the number is too large%s", near_what(error));
        break;
    default:
        (void)snprintf(reason, sizeof reason, "%s", error->text);
        break;
    }
    return fail_at(p, error->line, error->column, reason);
}

json_t *dry__json_parse(SceneReport *report, const char *place, const char *text, size_t size)
{
    const Parsing parsing = { report, place, text, size };
    if (!check_text(&parsing))
        return NULL;
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!json) {
        (void)fail_parsing(&parsing, &error);
    } else if (!json_is_object(json)) {
        (void)fail_at(&parsing, 0, 0, "is JSON, but no object, as glTF is");
        json_decref(json);
        json = NULL;
    }
    return json;
}
