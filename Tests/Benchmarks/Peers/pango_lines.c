// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The number of lines that Pango makes of each item of a workload, at each width where there are several; one a line.
// Built by Scripts/bench/text against the peers' headers, so that the layouts are those that are timed.

#include "common.h"

#include "pango_build.h"

int main(int argc, char **argv) {
  Opt options = parse_opts(argc, argv);
  Workload workload = load_workload(options.file, options.limit);
  State *state = make(&options, &workload, 0);
  for (int i = 0; i < workload.n; i++) {
    Item *item = &workload.items[i];
    PangoLayout *layout = build(state, item);
    if (item->nwidths == 0) printf("%d\n", pango_layout_get_line_count(layout));
    for (int k = 0; k < item->nwidths; k++) {
      pango_layout_set_width(layout, (int)(item->widths[k] * item->scale * PANGO_SCALE));
      printf("%d\n", pango_layout_get_line_count(layout));
    }
    g_object_unref(layout);
  }
  return 0;
}
