// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Holds a native Swift object once more, unless its last holder has let it go: then `NULL`.
///
/// A part of the runtime's stable interface, which `weak` is made of; the language has no word for it alone.
void *_Nullable swift_tryRetain(void *_Nonnull object);
