// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Calls of Linux that Swift's module of the C library leaves out.

/// Writes all changes of the file system with an open file to its disk: syncfs(2).
int syncfs(int descriptor);
