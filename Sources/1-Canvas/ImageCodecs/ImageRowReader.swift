// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// A reader of an image of any size, row by row, as 8-bit RGBA with straight opacity.
///
/// Only one thread at a time uses a reader.
package protocol ImageRowReader: AnyObject {
  /// The size of the image as it is stored, in pixels.
  var size: PixelSize { get }
  /// Whether all pixels are opaque.
  var isOpaque: Bool { get }
  /// Notes about the image for the user, each a clause without a subject: "is …".
  var notes: [String] { get }
  /// More notes, from metadata behind the pixels; complete when all rows have been read.
  var lateNotes: [String] { get }

  /// Reads the next rows.
  ///
  /// - Parameters:
  ///   - count: The number of rows; no more than are left.
  ///   - rows: The memory that the rows are written to, without gaps.
  /// - Throws: `CancellationError`; an error of the reader's module if the file is damaged or ends
  ///   too early; the error of the stream.
  func read(_ count: Int, into rows: inout MutableSpan<UInt8>) throws
}

extension ImageRowReader {
  /// Empty: most files have all metadata before their pixels.
  package var lateNotes: [String] { [] }
}
