#include "tools/plot.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Pixels. */
enum {
    WIDTH = 680,
    HEIGHT = 400,
    LEFT = 84,
    RIGHT = 660,
    TOP = 62,
    BOTTOM = 348,
    LETTER = 7 /* about the width of one */
};

static const char *const colors[LAB_CURVES] = { "#1f6fb4", "#d1495b", "#2e8b57", "#b8860b",
                                                "#7a4fa3", "#008b8b", "#a0522d", "#606060" };

/* One axis: the values it shows, and the pixels at its ends. */
typedef struct Axis {
    double low, high;
    double from, to;
} Axis;

static void text_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; ++text) {
        switch (*text) {
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '&':
            fputs("&amp;", file);
            break;
        default:
            fputc(*text, file);
            break;
        }
    }
}

static void text_at(FILE *file, double x, double y, const char *attributes, const char *text)
{
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
    text_escaped(file, text);
    fputs("</text>\n", file);
}

static double to_pixel(const Axis *axis, double value)
{
    return axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

static void include(Axis *axis, double value)
{
    if (isfinite(value)) {
        axis->low = fmin(axis->low, value);
        axis->high = fmax(axis->high, value);
    }
}

/* Room beyond the values, also where all of them are the same. */
static void widen(Axis *axis, double share)
{
    if (!(axis->low <= axis->high)) {
        axis->low = axis->high = 0.0;
    }
    double room = share * (axis->high - axis->low), least = 1e-6 * fmax(fabs(axis->low), fabs(axis->high));
    room = fmax(room, axis->high - axis->low > 2.0 * least ? 0.0 : fmax(least, 1e-9));
    axis->low -= room;
    axis->high += room;
}

static void fit(const LabRecord *record, Axis *x, Axis *y)
{
    x->low = y->low = (double)INFINITY;
    x->high = y->high = -(double)INFINITY;
    for (int32_t c = 0; c < record->curve_count; ++c) {
        for (int32_t i = 0; i < record->curves[c].count; ++i) {
            const LabSample *s = &record->curves[c].samples[i];
            include(x, s->x);
            include(y, s->measured);
            include(y, s->exact);
        }
    }
    widen(x, 0.0);
    widen(y, 0.04);
}

/* 1, 2 or 5 times a power of ten, for some six intervals. */
static double tick_step(const Axis *axis)
{
    double raw = (axis->high - axis->low) / 6.0, power = pow(10.0, floor(log10(raw))), part = raw / power;
    return power * (part > 5.0 ? 10.0 : part > 2.0 ? 5.0 : part > 1.0 ? 2.0 : 1.0);
}

static void draw_ticks(FILE *file, const Axis *axis, bool upright)
{
    double step = tick_step(axis);
    for (double n = ceil(axis->low / step); n <= floor(axis->high / step); n += 1.0) {
        char label[32];
        double value = n * step + 0.0; /* not -0 */
        double at = to_pixel(axis, value);
        snprintf(label, sizeof label, "%.7g", value);
        if (upright) {
            fprintf(file, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, at, RIGHT);
            text_at(file, LEFT - 8, at + 4.0, " text-anchor=\"end\"", label);
        } else {
            fprintf(file, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, TOP, BOTTOM);
            text_at(file, at, BOTTOM + 18, " text-anchor=\"middle\"", label);
        }
    }
}

static double value_of(const LabSample *sample, bool exact)
{
    return exact ? sample->exact : sample->measured;
}

static bool has_values(const LabCurve *curve, bool exact)
{
    for (int32_t i = 0; i < curve->count; ++i) {
        if (isfinite(value_of(&curve->samples[i], exact))) {
            return true;
        }
    }
    return false;
}

/* Samples that would fall on the one before, to half a pixel, are left out. */
static void draw_curve(FILE *file, const LabCurve *curve, bool exact, const char *color, const Axis axes[2])
{
    if (!has_values(curve, exact)) {
        return;
    }
    fprintf(file, "<polyline class=\"%s\" stroke=\"%s\" points=\"", exact ? "exact" : "measured", color);
    double last_x = -(double)INFINITY, last_y = 0.0;
    for (int32_t i = 0; i < curve->count; ++i) {
        double value = value_of(&curve->samples[i], exact);
        double x = to_pixel(&axes[0], curve->samples[i].x), y = to_pixel(&axes[1], value);
        if (isfinite(value) && (i + 1 == curve->count || hypot(x - last_x, y - last_y) > 0.5)) {
            fprintf(file, "%.1f,%.1f ", x, y);
            last_x = x;
            last_y = y;
        }
    }
    fputs("\"/>\n", file);
}

static double draw_key(FILE *file, double x, const char *kind, const char *color, const char *name)
{
    fprintf(file, "<path class=\"%s\" stroke=\"%s\" d=\"M%.1f 46h24\"/>\n", kind, color, x);
    text_at(file, x + 30.0, 50.0, "", name);
    return x + 50.0 + LETTER * (double)strlen(name);
}

static void draw_legend(FILE *file, const LabRecord *record)
{
    double x = LEFT;
    bool exact = false;
    for (int32_t c = 0; c < record->curve_count; ++c) {
        if (has_values(&record->curves[c], false)) {
            x = draw_key(file, x, "measured", colors[c], record->curves[c].name);
        }
        exact = exact || has_values(&record->curves[c], true);
    }
    if (exact) {
        draw_key(file, x, "exact", "#222222", "exact");
    }
}

static void draw_frame(FILE *file, const char *title, const LabRecord *record)
{
    char turned[80];
    snprintf(turned, sizeof turned, " text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\"",
             (TOP + BOTTOM) / 2);
    text_at(file, LEFT, 26.0, " class=\"title\"", title);
    text_at(file, (LEFT + RIGHT) / 2, BOTTOM + 40, " text-anchor=\"middle\"", record->x);
    text_at(file, 16.0, (TOP + BOTTOM) / 2, turned, record->y);
    fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#444444\"/>\n",
            LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
}

void plot_write(FILE *file, const char *title, const LabRecord *record)
{
    Axis axes[2] = { { .from = LEFT, .to = RIGHT }, { .from = BOTTOM, .to = TOP } };
    fit(record, &axes[0], &axes[1]);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
            "<style>text{font:13px sans-serif;fill:#222222}.title{font-size:15px;font-weight:bold}"
            ".grid{stroke:#dddddd}.measured{fill:none;stroke-width:2.5}"
            ".exact{fill:none;stroke-width:1.2;stroke-dasharray:5 4}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_ticks(file, &axes[0], false);
    draw_ticks(file, &axes[1], true);
    for (int exact = 0; exact < 2; ++exact) {
        for (int32_t c = 0; c < record->curve_count; ++c) {
            draw_curve(file, &record->curves[c], exact != 0, exact != 0 ? "#222222" : colors[c], axes);
        }
    }
    draw_frame(file, title, record);
    draw_legend(file, record);
    fputs("</svg>\n", file);
}
