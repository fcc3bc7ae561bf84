// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
internal import Markup
package import StyleSheets
package import SystemConcurrency

/// A picture of SVG, in a page or a file of its own: shapes, their colours and gradients. It is
/// drawn at any size.
///
/// Scripts, references to other files, and contents of other languages have no effect by design;
/// they are noted, as are texts and filters, which are not shown.
package struct SVGPicture: Sendable {
  let styled: StyledTree
  /// The outermost `svg` element.
  let root: Int
  /// The part of the plane that is seen; `nil` for all.
  let viewBox: Rect?
  let fit: SVGFit
  /// Whether the picture is a file; in a page its box has its background.
  let isFile: Bool
  /// The size and the ratio of the picture, as far as it has them.
  package let natural: NaturalSize
  /// What has no effect, in sentences with lines and columns.
  package let notes: [String]

  /// The picture of an element in a page.
  package init(_ styled: StyledTree, node: Int) {
    self.init(styled, node, isFile: false, name: "")
  }

  /// The picture of a file; `nil` if there is no `svg` element in it.
  ///
  /// - Throws: `MarkupError`, `CancellationError`.
  package init?(
    file bytes: [UInt8], name: String, environment: MediaEnvironment,
    cancellation: Cancellation
  ) throws {
    let tree = try MarkupTree(bytes: bytes, syntax: .xhtml, cancellation: cancellation)
    guard let root = tree.nodes.firstIndex(where: { $0.name == "svg" }) else { return nil }
    let sheets = try StyleSheet.sheets(of: tree, cancellation: cancellation)
    let styled = try Cascade(author: sheets, environment: environment)
      .styled(tree, cancellation: cancellation)
    self.init(styled, root, isFile: true, name: name)
  }

  /// Whether the bytes of a file begin as those of a picture do: with an element, a comment or a
  /// declaration of XML, after white space at most. O(white space).
  package static func begins(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let first = start.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "<")
  }

  private init(_ styled: StyledTree, _ root: Int, isFile: Bool, name: String) {
    (self.styled, self.root, self.isFile) = (styled, root, isFile)
    let tree = styled.tree
    var box = tree.attribute("viewBox", of: root).flatMap(Rect.init(viewBox:))
    var fit = SVGFit(tree.attribute("preserveAspectRatio", of: root) ?? "")
    func side(_ name: String) -> Double? {
      tree.attribute(name, of: root).flatMap { SVGLength($0) }?.points
    }
    let (width, height) = (side("width"), side("height"))
    if isFile, box == nil, let width, let height {
      // Without a view box the picture is stretched as a bitmap is, as in browsers.
      (box, fit) = (Rect(x: 0, y: 0, width: width, height: height), .stretched)
    }
    var natural = NaturalSize(width: isFile ? width : nil, height: isFile ? height : nil)
    if natural.ratio == nil, let box, box.width > 0, box.height > 0,
      tree.attribute("viewBox", of: root) != nil
    {
      natural.ratio = box.width / box.height
    }
    (self.natural, viewBox, self.fit) = (natural, box, fit)
    notes =
      Self.notes(tree, root, name: name) + (isFile ? styled.notes.map { "\(name):\($0)" } : [])
  }

  /// The drawing of the picture at a size, in points.
  ///
  /// - Parameter isClipped: Whether what lies outside of the size is cut off.
  package func drawing(
    size: Size, isClipped: Bool = true, cancellation: Cancellation
  ) throws -> SVGDrawing {
    var reader = SVGReader(styled, root: root, cancellation: cancellation)
    var items = try reader.items(of: self, size: size)
    let style = styled[root]
    let background = style.paint.backgroundColor.color(of: style.text.color)
    if isFile, background.alpha > 0 {
      items.insert(
        .fill(Path(rect: Rect(origin: .zero, size: size)), .nonZero, .color(background)), at: 0)
    }
    return SVGDrawing(items, size: size, isClipped: isClipped)
  }

  /// The picture as a bitmap.
  ///
  /// - Parameter scale: Device pixels per point, less for pictures of more than 16 million pixels.
  package func bitmap(size: Size, scale: Double, cancellation: Cancellation) throws -> Bitmap {
    let most = (16e6 / max(1e-9, size.width * size.height)).squareRoot()
    var scale = min(scale, max(most, 1e-6))
    let side = Double(CanvasLimits.bitmapSide)
    scale = min(scale, side / max(size.width, size.height, 1e-6))
    let pixels = PixelSize(
      width: max(1, Int((size.width * scale).rounded(.up))),
      height: max(1, Int((size.height * scale).rounded(.up))))
    var context = try GraphicsContext(pixels: pixels)
    context.scaleBy(
      x: Double(pixels.width) / size.width, y: Double(pixels.height) / size.height)
    try drawing(size: size, cancellation: cancellation)
      .draw(in: &context, layerBounds: Rect(origin: .zero, size: size))
    return context.makeBitmap()
  }

  // MARK: Notes

  private static let known: Set = [
    "svg", "g", "a", "switch", "use", "symbol", "defs", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "linearGradient", "radialGradient", "stop", "clipPath", "title", "desc",
    "metadata", "style", "view",
  ]
  private static let refused: Set = ["script", "foreignObject", "image"]

  private static func notes(_ tree: MarkupTree, _ root: Int, name: String) -> [String] {
    var (notes, seen) = ([String](), Set<String>())
    var skippedEnd = 0
    for node in tree.subtree(of: root) where tree[node].isElement && node >= skippedEnd {
      let element = tree[node].name
      func note(_ key: String, _ text: String) {
        guard seen.insert(key).inserted, notes.count < 100 else { return }
        let place = tree.position(of: node)
        notes.append(
          "\(name.isEmpty ? "" : "\(name):")\(place.line):\(place.column): \(text)")
      }
      if element == "metadata" {
        skippedEnd = tree.subtree(of: node).upperBound
      } else if refused.contains(element) {
        note(element, "The element '\(element)' of SVG is refused.")
        skippedEnd = tree.subtree(of: node).upperBound
      } else if !known.contains(element) {
        note(element, "The element '\(element)' of SVG is not shown.")
        skippedEnd = tree.subtree(of: node).upperBound
      }
      for attribute in tree.attributes(of: node) {
        switch attribute.name {
        case "href", "xlink:href":
          if element != "a", !attribute.value.hasPrefix("#") {
            note("href", "The reference '\(attribute.value.prefix(40))' of SVG is not followed.")
          }
        case "filter", "mask", "marker-start", "marker-mid", "marker-end":
          note(attribute.name, "The attribute '\(attribute.name)' of SVG has no effect.")
        default: break
        }
      }
    }
    return notes
  }
}
