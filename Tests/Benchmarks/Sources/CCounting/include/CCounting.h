// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Runs the work. callgrind counts what happens inside this function, see Scripts/bench/count-instructions.
void counted_section(void (*work)(void *), void *context);

/// Of CCanvasKernels, which is no product: forces a variant of the pixel loops.
int ctk_set_level(int level);
