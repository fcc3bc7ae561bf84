// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The start of a Swift process alone: what the language's runtime costs before any text is drawn.
#if FOUNDATION
  import Foundation
  print(ProcessInfo.processInfo.processName.isEmpty ? "" : "ok")
#else
  print("ok")
#endif
