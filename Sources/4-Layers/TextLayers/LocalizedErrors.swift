// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import AsyncDisplay
package import CanvasDrawing
package import FoundationEssentials
package import TextFonts
package import TextShaping
package import TextTypesetting

/// An error whose description Foundation shows as its `localizedDescription`.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension FontError: DescribedError {}

extension GraphicsError: DescribedError {}

extension ShapingError: DescribedError {}

extension TypesettingError: DescribedError {}

extension DisplayError: DescribedError {}
