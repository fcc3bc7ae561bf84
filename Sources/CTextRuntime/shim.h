// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Holds a native Swift object once more, unless its last holder has let it go: then `NULL`.
///
/// The runtime exports it, beside `swift_retain`; the language has no word for it but `weak`, which does more.
void *_Nullable swift_tryRetain(void *_Nonnull object);
