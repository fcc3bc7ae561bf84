// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import HostViews
import TextDefaultFonts

/// Foundation has a type of this name, too: said once, it is the library's in the whole program.
typealias AffineTransform = AsyncTextLayer.AffineTransform

/// Draws the systems of the articles about Core Animation's layers, and checks their numbers.
///
/// Each is written as the articles have it, in this library's words, with what a program can
/// import. Expected colours and places are computed here, and not by the library. The last line is
/// `N passed, N failed`; a failure ends the program with 1.
@main
struct Articles {
  @MainActor
  static func main() async throws {
    let ledger = Ledger()
    try await BackingImages.all(ledger)
    try await LayerGeometry.all(ledger)
    try await VisualEffects.all(ledger)
    try await Transforms.all(ledger)
    try await Solids.all(ledger)
    try await DrawnLayers.all(ledger)
    try await Containers.all(ledger)
    ledger.report()
    if ledger.failed > 0 { exit(1) }
  }
}
