// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import Testing
import TextLayers
import TextModel
import TextTypesetting

@testable import Pictures

/// Layers in SVG. `Scripts/compare/svg` has whole scenes drawn by librsvg.
@Suite struct LayerSVGTests {
  private static func layer(_ set: (inout LayerProperties) -> Void = { _ in }) -> RenderNode {
    var properties = LayerProperties()
    properties.bounds.size = Size(width: 100, height: 50)
    properties.anchorPoint = .zero
    set(&properties)
    return RenderNode(properties: properties)
  }

  private static func svg(_ root: RenderNode) throws -> (text: String, notes: [String]) {
    let tree = RenderTree(root: root, size: Size(width: 100, height: 50))
    let made = try LayerSVG.document(tree)
    return (String(decoding: made.bytes, as: UTF8.self), made.notes)
  }

  @Test func fillsArePathsInDevicePixels() throws {
    let (text, notes) = try Self.svg(Self.layer { $0.backgroundColor = .red })
    #expect(notes.isEmpty)
    #expect(text.contains("width=\"100\" height=\"50\" viewBox=\"0 0 100 50\""))
    // Two pixels a point, which the group around makes points again.
    #expect(text.contains("matrix(0.5 0.0 0.0 0.5 0.0 0.0)"))
    #expect(text.contains("M0,0 L200,0 L200,100 L0,100 Z"))
    #expect(text.contains("fill=\"#ff0000\""))
  }

  @Test func shadowsAreFilters() throws {
    let (text, notes) = try Self.svg(
      Self.layer {
        $0.backgroundColor = .red
        $0.shadow.opacity = 0.5
        $0.shadow.radius = 4
        $0.shadow.offset = Size(width: 3, height: 0)
      })
    #expect(notes.isEmpty, "\(notes)")
    #expect(text.contains("stdDeviation=\"8\"") && !text.contains("<image"))
    #expect(text.contains("M206,0") && text.contains("L6,100"), "it is moved by three points")
  }

  @Test func gradientsAreDefinitions() throws {
    func text(_ kind: Gradient.Kind, _ colors: [Color]) throws -> String {
      try Self.svg(
        Self.layer {
          var gradient = GradientProperties()
          (gradient.type, gradient.colors) = (kind, colors)
          $0.kind = .gradient(gradient)
        }
      ).text
    }
    #expect(try text(.axial, [.red, .blue]).contains("<linearGradient"))
    #expect(try text(.radial, [.red, .blue]).contains("<radialGradient"))
    #expect(try text(.conic, [.red, .blue]).contains("<image"))
    // SVG mixes colours that are not premultiplied: to a clear stop red stays red.
    let faded = try text(.axial, [.red, Color.blue.withAlpha(0), .blue])
    #expect(
      faded.contains(
        ##"stop-color="#ff0000" stop-opacity="0"/><stop offset="0.5" stop-color="#0000ff" "##
          + #"stop-opacity="0""#))
    #expect(try text(.axial, [.red, Color.blue.withAlpha(0.5)]).contains("<image"))
  }

  @Test func clipsAndGroupsAreThoseOfSVG() throws {
    var properties = Self.layer().properties
    (properties.masksToBounds, properties.cornerRadius) = (true, 9)
    properties.opacity = 0.4
    let inner = Self.layer { $0.backgroundColor = .blue }
    let (text, notes) = try Self.svg(
      RenderNode(properties: properties, sublayers: [inner, inner]))
    #expect(notes.isEmpty)
    #expect(text.contains("opacity=\"0.4\"") && text.contains("<clipPath"))
    #expect(text.split(separator: "<g").count == text.split(separator: "</g>").count)
  }

  @Test func aPictureIsEmbeddedOnce() throws {
    var context = try GraphicsContext(size: Size(width: 4, height: 4))
    try context.fill(Rect(x: 0, y: 0, width: 2, height: 4), with: .red)
    let image = context.makeBitmap()
    var properties = Self.layer().properties
    let node = RenderNode(properties: properties, contents: .image(ImageContents(image)))
    properties.bounds.size = Size(width: 100, height: 50)
    let (text, _) = try Self.svg(RenderNode(properties: properties, sublayers: [node, node]))
    #expect(text.split(separator: "data:image/png").count == 2)
    #expect(text.split(separator: "<use").count == 3)
  }

  @Test func filtersArePixels() throws {
    let (text, notes) = try Self.svg(
      Self.layer {
        $0.backgroundColor = .red
        $0.decoration.filters = [.blur(3)]
      })
    #expect(notes.count == 1 && notes[0].hasPrefix("1 thing is embedded as pixels"))
    #expect(text.contains("<image"))
  }
}

extension Color {
  fileprivate func withAlpha(_ alpha: Double) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
