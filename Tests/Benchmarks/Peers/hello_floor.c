/* Copyright AsyncTextLayer contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Floor for the cold start: the least a process does from start to a PNG of one line of text.
   hello_floor --file FONT[#index] | --family NAME   TEXT PX OUT.png
   --family asks fontconfig as a library user does; --file skips it (what an own font index could reach). */
#include "common.h"
#include <ft2build.h>
#include FT_FREETYPE_H
#include <fontconfig/fontconfig.h>
#include <hb-ft.h>
int main(int argc, char **argv) {
    if (argc != 6) die("usage: hello_floor --file FONT | --family NAME TEXT PX OUT.png");
    const char *file = argv[2]; int index = 0, px = atoi(argv[4]);
    if (!strcmp(argv[1], "--family")) {
        FcPattern *p = FcPatternCreate(); FcPatternAddString(p, FC_FAMILY, (FcChar8 *)argv[2]); FcConfigSubstitute(NULL, p, FcMatchPattern); FcDefaultSubstitute(p);
        FcResult r; FcPattern *m = FcFontMatch(NULL, p, &r); FcPatternGetString(m, FC_FILE, 0, (FcChar8 **)&file); FcPatternGetInteger(m, FC_INDEX, 0, &index);
    }
    FT_Library l; FT_Face f; FT_Init_FreeType(&l); if (FT_New_Face(l, file, index, &f)) die("font"); FT_Set_Pixel_Sizes(f, 0, (FT_UInt)px);
    hb_font_t *hf = hb_ft_font_create(f, NULL); hb_ft_font_set_load_flags(hf, FT_LOAD_NO_HINTING); hb_buffer_t *b = hb_buffer_create();
    hb_buffer_add_utf8(b, argv[3], -1, 0, -1); hb_buffer_guess_segment_properties(b); hb_shape(hf, b, NULL, 0);
    unsigned n; hb_glyph_info_t *gi = hb_buffer_get_glyph_infos(b, &n); hb_glyph_position_t *gp = hb_buffer_get_glyph_positions(b, NULL);
    int adv = 0; for (unsigned i = 0; i < n; i++) adv += gp[i].x_advance;
    int asc = (int)(f->size->metrics.ascender >> 6), W = (adv + 63) / 64, H = (int)((f->size->metrics.ascender - f->size->metrics.descender + 63) >> 6);
    uint8_t *p = malloc((size_t)W * (size_t)H * 4); memset(p, 255, (size_t)W * (size_t)H * 4);
    int x = 0;
    for (unsigned i = 0; i < n; x += gp[i++].x_advance) {
        FT_Load_Glyph(f, gi[i].codepoint, FT_LOAD_NO_HINTING | FT_LOAD_RENDER); FT_GlyphSlot s = f->glyph;
        int gx = (x + gp[i].x_offset + 32) / 64 + s->bitmap_left, gy = asc - s->bitmap_top;
        for (int r = 0; r < (int)s->bitmap.rows; r++) for (int c = 0; c < (int)s->bitmap.width; c++) {
            int X = gx + c, Y = gy + r; if (X < 0 || Y < 0 || X >= W || Y >= H) continue;
            uint8_t *d = p + ((size_t)Y * (size_t)W + (size_t)X) * 4, a = s->bitmap.buffer[r * s->bitmap.pitch + c];
            for (int k = 0; k < 3; k++) d[k] = (uint8_t)(d[k] * (255 - a) / 255);
        }
    }
    write_png(argv[5], p, W, H, W * 4, false, 1);
    return 0;
}
