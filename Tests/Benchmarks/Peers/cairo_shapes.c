/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The scenes of Sources/LayerBenchmarks/ShapeScenes.swift, which says what they are, drawn with cairo's image
 * surfaces. Patterns are made before the clock starts. Prints name, median and least milliseconds of the processor;
 * given a folder, writes a picture of each scene there.
 *   cc -O2 -o cairo_shapes cairo_shapes.c $(pkg-config --cflags --libs cairo) -lm */
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cairo_rounded.h"

/* As many passes as fit SPAN milliseconds, beside one that warms. */
enum { W = 512, H = 600, SHAPES = 1000, LEAST_PASSES = 3, PASSES = 21, SPAN = 100, ROUNDED = 1 };

/* `corners` of a polygon; 0 for rectangles, ROUNDED for rounded ones. */
static const struct scene {
    const char *name;
    int corners, aligned, turned, stroked, even_odd;
} scenes[] = {
    {"FillRectA", 0, 1, 0, 0, 0},        {"FillRectU", 0, 0, 0, 0, 0},       {"FillRectRot", 0, 0, 1, 0, 0},
    {"FillRoundU", ROUNDED, 0, 0, 0, 0}, {"FillRoundRot", ROUNDED, 0, 1, 0, 0}, {"FillTriangle", 3, 0, 0, 0, 0},
    {"FillPoly10NZ", 10, 0, 0, 0, 0},    {"FillPoly10EO", 10, 0, 0, 0, 1},   {"FillPoly20NZ", 20, 0, 0, 0, 0},
    {"FillPoly20EO", 20, 0, 0, 0, 1},    {"FillPoly40NZ", 40, 0, 0, 0, 0},   {"FillPoly40EO", 40, 0, 0, 0, 1},
    {"StrokeRectA", 0, 1, 0, 1, 0},      {"StrokeRectU", 0, 0, 0, 1, 0},     {"StrokeRoundU", ROUNDED, 0, 0, 1, 0},
    {"StrokeTriangle", 3, 0, 0, 1, 0},   {"StrokePoly10", 10, 0, 0, 1, 0},   {"StrokePoly20", 20, 0, 0, 1, 0},
    {"StrokePoly40", 40, 0, 0, 1, 0},
};

static struct shape {
    double x, y, radius, points[80];
    cairo_pattern_t *pattern;
} shapes[SHAPES];

static unsigned state;

static double number(void) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
}

static double level(void) { return floor(256 * number()) / 255; }

static void make(const struct scene *scene, int radial, double size) {
    state = 1;
    for (struct shape *s = shapes; s < shapes + SHAPES; s++) {
        s->x = number() * (W - size);
        s->y = number() * (H - size);
        if (scene->aligned) s->x = floor(s->x), s->y = floor(s->y);
        if (scene->corners == ROUNDED) s->radius = fmin(4 + 36 * number(), size / 2);
        for (int k = 0; scene->corners > ROUNDED && k < scene->corners; k++) {
            s->points[2 * k] = s->x + size * number();
            s->points[2 * k + 1] = s->y + size * number();
        }
        double color[10];
        for (int k = 0; k < (radial ? 10 : 4); k++) color[k] = level();
        if (!radial) {
            s->pattern = cairo_pattern_create_rgba(color[0], color[1], color[2], color[3]);
            continue;
        }
        double x = s->x + size / 2, y = s->y + size / 2, r = size / 2;
        s->pattern = cairo_pattern_create_radial(x - r / 2, y - r / 2, 0, x, y, r);
        for (int k = 0; k < 3; k++)
            cairo_pattern_add_color_stop_rgba(s->pattern, k / 2.0, color[3 * k], color[3 * k + 1], color[3 * k + 2],
                                              color[9]);
    }
}

static void outline(cairo_t *c, const struct scene *scene, const struct shape *s, double size) {
    double x = s->x, y = s->y, r = s->radius;
    if (scene->corners == 0) {
        cairo_rectangle(c, x, y, size, size);
    } else if (scene->corners == ROUNDED) {
        rounded(c, x, y, size, size, r);
    } else {
        for (int k = 0; k < scene->corners; k++) cairo_line_to(c, s->points[2 * k], s->points[2 * k + 1]);
        cairo_close_path(c);
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Draws into a new picture: the milliseconds of the drawing alone. */
static double draw(const struct scene *scene, double size, const char *path) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, W, H);
    cairo_t *c = cairo_create(surface);
    cairo_set_line_width(c, 2);
    cairo_set_miter_limit(c, 4);
    cairo_set_fill_rule(c, scene->even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
    double start = now();
    for (int i = 0; i < SHAPES; i++) {
        if (scene->turned) {
            cairo_translate(c, W / 2, H / 2);
            cairo_rotate(c, i / 100.0);
            cairo_translate(c, -W / 2, -H / 2);
        }
        cairo_set_source(c, shapes[i].pattern);
        outline(c, scene, &shapes[i], size);
        if (scene->stroked)
            cairo_stroke(c);
        else
            cairo_fill(c);
        if (scene->turned) cairo_identity_matrix(c);
    }
    double time = now() - start;
    if (path) cairo_surface_write_to_png(surface, path);
    cairo_destroy(c);
    cairo_surface_destroy(surface);
    return time;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **arguments) {
    static const int sizes[] = {8, 32, 128};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
        for (int radial = 0; radial < (scenes[k].stroked ? 1 : 2); radial++)
            for (int j = 0; j < 3; j++) {
                double times[PASSES];
                char name[64], path[4096];
                snprintf(name, sizeof name, "%s-%s-%d", scenes[k].name, radial ? "radial" : "solid", sizes[j]);
                if (count > 1) snprintf(path, sizeof path, "%s/%s.png", arguments[1], name);
                int passes = -1;
                for (double span = 0; passes < PASSES && (passes < LEAST_PASSES || span < SPAN);) {
                    make(&scenes[k], radial, sizes[j]);
                    double time = draw(&scenes[k], sizes[j], count > 1 ? path : NULL);
                    for (int i = 0; i < SHAPES; i++) cairo_pattern_destroy(shapes[i].pattern);
                    if (count > 1) break;
                    if (passes >= 0) times[passes] = time;
                    span += time;
                    passes++;
                }
                if (count > 1) continue;
                qsort(times, (size_t)passes, sizeof *times, ascending);
                printf("%s %.3f %.3f\n", name, times[passes / 2], times[0]);
            }
    return 0;
}
