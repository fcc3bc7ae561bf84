// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import Testing
import TextLayers
import TextTestSupport

/// Trees that are written as lists.
struct TreeBuilderTests {
  private func node(_ element: any TreeElement) throws -> RenderNode { try element.makeNode() }

  @Test func aListWithConditionsAndLoops() throws {
    let (isOn, list) = (true, [1, 2, 3])
    let tree = try RenderTree(
      size: Size(width: 400, height: 300), scale: 2, background: .white, time: 3
    ) {
      Box(.white).frame(0, 0, 400, 300).cornerRadius(8).name("box")
      if isOn { Text("on").name("on") }
      if !isOn { Text("off").name("off") } else { Group { Box().name("inner") }.name("group") }
      for i in list { Box().name("box \(i)") }
      switch list.count {
      case 3: Box().name("three")
      default: Box().name("other")
      }
      list.map { Box().name("list \($0)") }
    }
    #expect(
      tree.root.sublayers.map { $0.name ?? "" } == [
        "box", "on", "group", "box 1", "box 2", "box 3", "three", "list 1", "list 2", "list 3",
      ])
    #expect(tree.root.sublayers[2].sublayers.map(\.name) == ["inner"])
    #expect(tree.scale == 2 && tree.background == .white && tree.time == 3)
    #expect(tree.root.properties.frame == Rect(width: 400, height: 300))
  }

  @Test func animations() throws {
    var tree = try RenderTree(size: Size(width: 60, height: 20), background: .white) {
      Box {
        Box(.black).frame(0, 0, 10, 20)
          .animation(LayerAnimation("position.x", by: .number(40), duration: 1, curve: .linear))
          .animation(LayerAnimation("opacity", from: .number(0), duration: 0.1))
      }.frame(0, 0, 60, 20).timing(MediaTiming(duration: .infinity, speed: 0.5))
    }
    #expect(tree.root.sublayers[0].motion?.timing.speed == 0.5)
    #expect(tree.root.sublayers[0].sublayers[0].motion?.animations.map(\.key) == ["0", "1"])
    tree.time = 1
    let image = try Compositor.image(of: tree)
    #expect(image.rgba(19, 5) == [255, 255, 255, 255] && image.rgba(20, 5) == [0, 0, 0, 255])
    #expect(image.rgba(29, 5) == [0, 0, 0, 255] && image.rgba(30, 5) == [255, 255, 255, 255])
  }

  @Test func shapesGradientsCopiesAndSpaces() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let tree = try RenderTree(size: Size(width: 100, height: 100), background: .white) {
      GradientBox([.white, .black], from: .zero, to: Point(x: 1, y: 0)).frame(0, 0, 100, 10)
      Shape(Path(rect: Rect(width: 20, height: 20)), fill: red).stroke(.black, width: 4)
        .position(5, 15)
      Replicator(3, transform: .translation(x: 20, y: 0)) { Box(.white).frame(0, 50, 10, 10) }
        .fading(green: -0.5, blue: -0.5)
      Box {
        TransformGroup {
          Box(.black).frame(-10, -5, 20, 10).transform(.translation(x: 0, y: 0, z: -5))
          Box(red).frame(-5, -5, 10, 10)
        }.position(50, 10)
      }.frame(0, 70, 100, 20)
    }
    let image = try Compositor.image(of: tree)
    #expect(image.rgba(1, 5)[0] > 245 && image.rgba(98, 5)[0] < 10)
    #expect(image.rgba(15, 25) == [255, 0, 0, 255] && image.rgba(5, 25) == [0, 0, 0, 255])
    #expect(image.rgba(5, 55) == [255, 255, 255, 255] && image.rgba(45, 55) == [255, 0, 0, 255])
    #expect(
      image.rgba(25, 55) == [255, 128, 128, 255] || image.rgba(25, 55) == [255, 127, 127, 255])
    #expect(image.rgba(50, 80) == [255, 0, 0, 255] && image.rgba(42, 80) == [0, 0, 0, 255])
    let trimmed = Shape(Path(), fill: nil).stroke(red, style: StrokeStyle(), part: 0.25...0.5)
    #expect(trimmed.attributes.properties.shape.strokeStart == 0.25)
  }

  /// Each modifier sets its property, and no other.
  @Test func everyModifier() throws {
    let box = Box()
    let transform = Transform3D.scale(x: 2, y: 3)
    let cases: [(Box, (inout LayerProperties) -> Void)] = [
      (
        box.bounds(Rect(x: 1, y: 2, width: 3, height: 4)),
        { $0.bounds = Rect(x: 1, y: 2, width: 3, height: 4) }
      ),
      (box.frame(1, 2, 30, 40), { $0.frame = Rect(x: 1, y: 2, width: 30, height: 40) }),
      (box.position(5, 6), { $0.position = Point(x: 5, y: 6) }),
      (
        box.anchorPoint(0, 1, z: 2),
        {
          $0.anchorPoint = Point(x: 0, y: 1)
          $0.anchorPointZ = 2
        }
      ),
      (box.zPosition(3), { $0.zPosition = 3 }),
      (box.transform(transform), { $0.transform = transform }),
      (box.transform(AffineTransform.scale(x: 2, y: 3)), { $0.transform = transform }),
      (box.sublayerTransform(transform), { $0.sublayerTransform = transform }),
      (box.doubleSided(false), { $0.isDoubleSided = false }),
      (box.geometryFlipped(), { $0.isGeometryFlipped = true }),
      (box.hidden(), { $0.isHidden = true }), (box.opaque(), { $0.isOpaque = true }),
      (box.opacity(0.5), { $0.opacity = 0.5 }),
      (box.background(.black), { $0.backgroundColor = .black }),
      (
        box.cornerRadius(4, corners: .topLeft),
        {
          $0.cornerRadius = 4
          $0.maskedCorners = .topLeft
        }
      ),
      (box.clipped(), { $0.masksToBounds = true }),
      (
        box.border(2, .white),
        {
          $0.borderWidth = 2
          $0.borderColor = .white
        }
      ),
      (
        box.shadow(radius: 5, color: .white, opacity: 1, offset: .zero, path: Path(rect: .zero)),
        {
          $0.shadow = Shadow(
            color: .white, opacity: 1, offset: .zero, radius: 5, path: Path(rect: .zero))
        }
      ),
      (box.blendMode(.multiply), { $0.blendMode = .multiply }),
      (box.rasterized(), { $0.shouldRasterize = true }),
      (box.contentsGravity(.top), { $0.contentsGravity = .top }),
      (box.contentsScale(3), { $0.contentsScale = 3 }),
      (
        box.contentsRect(Rect(width: 0.5, height: 1)),
        { $0.contentsRect = Rect(width: 0.5, height: 1) }
      ),
      (
        box.contentsCenter(Rect(width: 0.5, height: 1)),
        { $0.contentsCenter = Rect(width: 0.5, height: 1) }
      ),
      (
        box.filters(magnification: .nearest, minification: .trilinear),
        {
          $0.magnificationFilter = .nearest
          $0.minificationFilter = .trilinear
        }
      ),
    ]
    for (element, change) in cases {
      var expected = LayerProperties()
      change(&expected)
      #expect(try node(element).properties == expected)
    }
    let id = LayerID()
    let named = try node(box.id(id).name("n").mask(Box(.black)))
    #expect(named.id == id && named.name == "n" && named.mask != nil)
  }

  @Test func theLastPlaceCounts() throws {
    let moved = try node(Box().frame(0, 0, 20, 10).position(50, 60)).properties
    #expect(
      moved.bounds.size == Size(width: 20, height: 10) && moved.position == Point(x: 50, y: 60))
    let framed = try node(Box().position(50, 60).frame(0, 0, 20, 10)).properties
    #expect(framed.position == Point(x: 10, y: 5))
    let late = try node(Box().frame(10, 20, 20, 10).anchorPoint(0, 0)).properties
    #expect(late.frame == Rect(x: 10, y: 20, width: 20, height: 10))
  }

  @Test func textsAndPicturesHaveASizeOfTheirOwn() throws {
    let text = try node(Text("Hello", size: 30).position(100, 50))
    guard case .vector(let vector as TextContents) = text.contents else {
      return #expect(Bool(false), "a text")
    }
    #expect(text.properties.bounds.size == vector.layout.size)
    #expect(text.properties.position == Point(x: 100, y: 50))
    let wrapped = try node(Text("one two three four", size: 30).frame(0, 0, 100, 300))
    guard case .vector(let lines as TextContents) = wrapped.contents else { return }
    #expect(lines.layout.lines.count > 1)
    let bitmap = try BitmapBuffer(width: 8, height: 4).freeze()
    let picture = try node(Image(bitmap).contentsScale(2))
    #expect(picture.properties.bounds.size == Size(width: 4, height: 2))
    let stretched = try node(Image(bitmap).frame(0, 0, 50, 60))
    #expect(stretched.properties.bounds.size == Size(width: 50, height: 60))
  }

  @Test func anErrorOfATextIsThrown() {
    #expect(throws: (any Error).self) {
      try RenderTree(size: Size(width: 9, height: 9)) { Group { Text("a", size: 1e9) } }
    }
  }

  /// A text has the size that it is given, as bounds or as a frame, and else its own.
  @Test func sizesOfTexts() throws {
    let text = Text("one two three four five six")
    let bounds = Rect(x: 3, y: 4, width: 50, height: 90)
    #expect(try text.bounds(bounds).makeNode().properties.bounds == bounds)
    #expect(
      try text.frame(5, 6, 50, 90).makeNode().properties.frame
        == Rect(x: 5, y: 6, width: 50, height: 90))
    let own = try text.makeNode().properties.bounds.size
    #expect(own.width > 90 && own.height < 40)
  }
}
