// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
internal import CanvasGeometry
package import DocumentJSON
package import SystemConcurrency
internal import TextModel

/// Readers of paths: SVG path data, or one shape.
package enum PathValue {
  /// Reads SVG path data; at an error in the data the path ends, with a note.
  ///
  /// - Parameters:
  ///   - cancellation: Polled while the data are read.
  ///   - notes: The list to which the note is appended.
  /// - Throws: ``DocumentError`` with `cancelled`.
  package static func path(
    data: String, _ key: DocumentKey, _ cancellation: Cancellation, notes: inout [String]
  ) throws(DocumentError) -> Path {
    // The reader throws only if it is cancelled.
    guard let (path, offset) = try? SVGPathReader.path(data, cancellation: cancellation) else {
      throw .cancelled
    }
    if let offset {
      notes.append(key.note("the path data ends at its byte \(offset), where it goes wrong"))
    }
    return path
  }

  /// Reads a shape.
  ///
  /// - Parameter corners: The corners of a rounded rectangle that are round.
  package static func path(
    of shape: PathMember, _ value: JSONValue, _ key: DocumentKey, corners: Corners
  ) throws(DocumentError) -> Path {
    switch shape {
    case .circle:
      let n = try key.numbers(value, 3...3)
      return Path(
        ellipseIn: Rect(x: n[0] - n[2], y: n[1] - n[2], width: 2 * n[2], height: 2 * n[2]))
    case .ellipse: return Path(ellipseIn: try key.rect(value))
    case .roundedRect:
      let n = try key.numbers(value, 5...5)
      return Path(
        roundedRect: Rect(x: n[0], y: n[1], width: n[2], height: n[3]), cornerRadius: n[4],
        corners: corners)
    case .rect, .corners: return Path(rect: try key.rect(value))
    }
  }

  /// Reads the corners of a rectangle that are round.
  package static func corners(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Corners {
    var corners: Corners = []
    var list = try key.list(value)
    while let (key, value) = try list.next() {
      corners.formUnion((try key.keyword(value) as CornerKeyword).corners)
    }
    return corners
  }
}
