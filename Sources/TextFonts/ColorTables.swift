// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// The colour tables of a face, as far as it has them.
final class ColorTables: Sendable {
  let colr: FontTable
  let cpal: FontTable

  init(_ face: OpaquePointer) {
    colr = unsafe FontTable("COLR", in: face)
    cpal = unsafe FontTable("CPAL", in: face)
  }
}
