/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Cold start through the Pango library: pango_hello FAMILY TEXT PX OUT.png */
#include <pango/pangocairo.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc != 5) return 2;
    PangoFontMap *fm = pango_cairo_font_map_new(); pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fm), 72);
    PangoContext *ctx = pango_font_map_create_context(fm);
    cairo_font_options_t *fo = cairo_font_options_create(); cairo_font_options_set_antialias(fo, CAIRO_ANTIALIAS_GRAY); cairo_font_options_set_hint_style(fo, CAIRO_HINT_STYLE_NONE);
    pango_cairo_context_set_font_options(ctx, fo);
    PangoLayout *l = pango_layout_new(ctx); PangoFontDescription *d = pango_font_description_new();
    pango_font_description_set_family(d, argv[1]); pango_font_description_set_absolute_size(d, atof(argv[3]) * PANGO_SCALE);
    pango_layout_set_font_description(l, d); pango_layout_set_text(l, argv[2], -1);
    PangoRectangle r; pango_layout_get_pixel_extents(l, NULL, &r);
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, r.width, r.height); cairo_t *c = cairo_create(s);
    cairo_set_source_rgb(c, 1, 1, 1); cairo_paint(c); cairo_set_source_rgb(c, 0, 0, 0); pango_cairo_show_layout(c, l);
    return cairo_surface_write_to_png(s, argv[4]);
}
