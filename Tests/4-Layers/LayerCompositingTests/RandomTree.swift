// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// A tree of layers that is edited at random, as a mutable model of the nodes.
struct RandomTree {
  /// A layer and its identity.
  struct Item {
    var id: LayerID?
    var properties: LayerProperties
    var contents = NodeContents.none
    var children: [Item] = []
    var mask: [Item] = []
    /// The node made last, until something at or below this item changes.
    var node: RenderNode?

    mutating func makeNode() -> RenderNode {
      if let node { return node }
      let sublayers = children.indices.map { children[$0].makeNode() }
      let covering = mask.isEmpty ? nil : mask[0].makeNode()
      let new = RenderNode(
        id: id, properties: properties, contents: contents, mask: covering, sublayers: sublayers)
      node = new
      return new
    }

    var count: Int { 1 + children.reduce(0) { $0 + $1.count } }
  }

  var random: SeededGenerator
  /// Whether layers get the decorations of boxes.
  var decorates = false
  var root: Item
  let size = Size(width: 160, height: 120)
  let pictures: [Bitmap]

  init(seed: UInt64, decorates: Bool = false) throws {
    self.decorates = decorates
    random = SeededGenerator(seed: seed)
    var properties = LayerProperties()
    properties.frame = Rect(width: 160, height: 120)
    root = Item(id: LayerID(), properties: properties)
    pictures = try [PixelFormat.rgba8, .alpha8].map { format in
      var context = try GraphicsContext(size: Size(width: 24, height: 16), format: format)
      try context.fill(Rect(x: 2, y: 2, width: 12, height: 9), with: .red)
      try context.fill(Path(ellipseIn: Rect(x: 8, y: 4, width: 14, height: 11)), with: .blue)
      return context.makeBitmap()
    }
    for _ in 0..<12 { edit() }
  }

  mutating func tree() -> RenderTree {
    RenderTree(root: root.makeNode(), size: size, background: .white)
  }

  /// Changes one thing.
  mutating func edit() {
    let target = Int.random(in: 0..<root.count, using: &random)
    var left = target
    var edited = root
    change(&edited, &left, depth: 0)
    root = edited
  }

  private mutating func change(_ item: inout Item, _ left: inout Int, depth: Int) {
    item.node = nil
    if left == 0 {
      left = -1
      return apply(&item, depth: depth)
    }
    left -= 1
    for i in item.children.indices {
      let count = item.children[i].count
      if left < count {
        change(&item.children[i], &left, depth: depth + 1)
        return
      }
      left -= count
    }
  }

  private mutating func apply(_ item: inout Item, depth: Int) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4 where depth < 4 && item.count < 30: item.children.append(newItem())
    case 4 where !item.children.isEmpty:
      item.children.remove(at: Int.random(in: item.children.indices, using: &random))
    case 5: item.children.shuffle(using: &random)
    case 6 where !item.children.isEmpty:
      item.children.append(
        item.children.remove(at: Int.random(in: item.children.indices, using: &random)))
      item.children[item.children.count - 1].node = nil
    case 7: item.mask = item.mask.isEmpty ? [newItem()] : []
    case 8: item.contents = newContents()
    default:
      // The root keeps its place, so that the picture does not stay empty.
      if depth > 0 { vary(&item.properties) } else { item.children.append(newItem()) }
    }
    if depth == 0, item.count > 40 { item.children.removeFirst(item.children.count / 2) }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    let value = Double.random(in: range, using: &random)
    return Bool.random(using: &random) ? value.rounded() : value
  }

  private mutating func color() -> Color {
    let isOpaque = Int.random(in: 0..<3, using: &random) > 0
    return Color(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: isOpaque ? 1 : number(0...1))
  }

  private mutating func newContents() -> NodeContents {
    guard let picture = pictures.randomElement(using: &random), Bool.random(using: &random) else {
      return .none
    }
    return .image(ImageContents(picture, tint: color()))
  }

  private mutating func newItem() -> Item {
    var properties = LayerProperties()
    properties.frame = Rect(
      x: number(-20...120), y: number(-20...90), width: number(0...80), height: number(0...60))
    properties.backgroundColor = Int.random(in: 0..<4, using: &random) == 0 ? nil : color()
    return Item(
      id: Int.random(in: 0..<5, using: &random) == 0 ? nil : LayerID(), properties: properties,
      contents: newContents())
  }

  private mutating func copies() -> ReplicatorProperties {
    var copies = ReplicatorProperties()
    copies.instanceCount = Int.random(in: 0...3, using: &random)
    copies.instanceTransform = .rotation(number(-1...1))
      .translated(x: number(-30...30), y: number(-30...30))
    if Bool.random(using: &random) { copies.instanceColor = color() }
    copies.instanceRedOffset = number(-1...1)
    copies.instanceAlphaOffset = number(-0.5...0.5)
    copies.preservesDepth = Int.random(in: 0..<4, using: &random) == 0
    return copies
  }

  private mutating func vary(_ p: inout LayerProperties) {
    if Int.random(in: 0..<5, using: &random) == 0 { return varyKind(&p) }
    if decorates, Bool.random(using: &random) { return decorate(&p) }
    switch Int.random(in: 0..<26, using: &random) {
    case 0: p.position = Point(x: number(-10...160), y: number(-10...120))
    case 1: p.bounds.size = Size(width: number(0...90), height: number(0...70))
    case 2: p.bounds.origin = Point(x: number(-9...9), y: number(-9...9))
    case 3: p.anchorPoint = Point(x: number(0...1), y: number(0...1))
    case 4: p.zPosition = number(-2...2)
    case 5: p.opacity = number(0...1)
    case 6: p.isHidden.toggle()
    case 7: p.masksToBounds.toggle()
    case 8: p.backgroundColor = color()
    case 9: p.backgroundColor = nil
    case 10: p.transform = .rotation(number(-2...2)).scaled(x: number(0.05...3), y: number(-4...4))
    case 11: p.transform = .identity
    case 12: p.cornerRadius = number(0...30)
    case 13: p.maskedCorners = Corners(rawValue: UInt8.random(in: 0...15, using: &random))
    case 14: p.borderWidth = number(0...6)
    case 15: p.borderColor = color()
    case 16:
      p.shadow = Shadow(
        color: color(), opacity: number(0...1),
        offset: Size(width: number(-6...6), height: number(-6...6)), radius: number(0...5))
    case 17: p.shadow.path = Path(ellipseIn: Rect(width: number(1...50), height: number(1...50)))
    case 18: p.shadow = Shadow()
    case 19: p.blendMode = BlendMode.allCases.randomElement(using: &random) ?? .sourceOver
    case 20: p.blendMode = .sourceOver
    case 21: p.contentsGravity = ContentsGravity.allCases.randomElement(using: &random) ?? .resize
    case 22:
      p.contentsRect = Rect(
        x: number(-0.5...0.5), y: number(-0.5...0.5), width: number(0...1.5),
        height: number(0...1.5))
      p.contentsCenter = Rect(x: 0.25, y: 0.25, width: number(0...0.5), height: number(0...0.5))
    case 23: p.kind = Bool.random(using: &random) ? .plain : .replicator(copies())
    case 24: p.replicator.instanceCount = Int.random(in: 0...3, using: &random)
    default: p.sublayerTransform = .scale(x: number(0...2), y: number(0...2))
    }
  }

  private mutating func corner() -> Size { Size(width: number(0...40), height: number(0...30)) }

  private mutating func border() -> BoxBorder {
    BoxBorder(
      width: number(0...9), style: LineStyle.allCases.randomElement(using: &random) ?? .solid,
      color: color())
  }

  private mutating func filter() -> LayerFilter {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .blur(number(0...4))
    case 1:
      .dropShadow(color(), Size(width: number(-9...9), height: number(-9...9)), number(0...3))
    case 2: .hueRotate(number(0...360))
    case 3: .opacity(number(0...1))
    default: .contrast(number(0...2))
    }
  }

  /// Changes the decoration of a box.
  private mutating func decorate(_ p: inout LayerProperties) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: p.decoration = BoxDecoration()
    case 1:
      p.cornerRadii = CornerRadii(
        topLeft: corner(), topRight: corner(), bottomRight: corner(), bottomLeft: corner())
    case 2: p.borders = BoxBorders(border())
    case 3: p.borders = BoxBorders(top: border(), right: border(), bottom: border(), left: border())
    case 4:
      p.boxShadows.append(
        BoxShadow(
          color: color(), offset: Size(width: number(-9...9), height: number(-9...9)),
          blur: number(0...12), spread: number(-6...6), isInset: Bool.random(using: &random)))
    case 5: p.outline = BoxOutline(width: number(0...5), color: color(), offset: number(-9...9))
    case 6: p.filters = [filter()]
    case 7: p.filters = []
    case 8: p.backdropFilters = p.backdropFilters.isEmpty ? [filter()] : []
    case 9:
      p.clipPath = ClipPath(
        Path(ellipseIn: Rect(x: number(-9...9), y: 0, width: number(9...60), height: 40)))
    case 10:
      p.backgroundClip = BoxInsets(number(0...5))
      p.backgrounds = [
        BoxBackground(
          .bitmap(pictures[0]), position: Point(x: number(-9...9), y: number(-9...9)),
          size: Size(width: number(3...30), height: number(3...30)),
          repeatX: BoxRepeat.allCases.randomElement(using: &random) ?? .repeat,
          repeatY: BoxRepeat.allCases.randomElement(using: &random) ?? .repeat,
          blendMode: Bool.random(using: &random) ? .sourceOver : .multiply)
      ]
    default:
      p.borderImage = BorderImage(
        .bitmap(pictures[0]), slice: BoxInsets(number(1...8)), widths: BoxInsets(number(0...12)),
        outset: BoxInsets(number(0...6)),
        repeatX: BoxRepeat.allCases.randomElement(using: &random) ?? .stretch)
    }
  }

  /// Changes what the layer draws by its kind, or the space that it lies in.
  private mutating func varyKind(_ p: inout LayerProperties) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: p.kind = .plain
    case 1: p.kind = .transform
    case 2:
      p.shape.path = Path(
        ellipseIn: Rect(x: number(-9...9), y: number(-9...9), width: number(1...60), height: 20))
      p.shape.fillColor = color()
    case 3:
      p.shape.path = Path(rect: Rect(x: 3, y: 3, width: number(0...40), height: number(0...40)))
      p.shape.strokeColor = color()
      p.shape.stroke = StrokeStyle(
        lineWidth: number(0...9),
        lineJoin: LineJoin.allCases.randomElement(using: &random) ?? .miter,
        dashPattern: Bool.random(using: &random) ? [] : [5, 3])
      p.shape.strokeEnd = number(0...1)
    case 4:
      p.gradient.colors = [color(), color(), nil]
      p.gradient.type = Gradient.Kind.allCases.randomElement(using: &random) ?? .axial
      p.gradient.endPoint = Point(x: number(0...1), y: number(0...1))
    case 5: p.sublayerTransform.m34 = number(-0.02...0.005)
    case 6: p.transform = .rotation(number(-2...2), x: number(-1...1), y: 1, z: number(-1...1))
    case 7: p.transform = p.transform.translated(x: 0, y: 0, z: number(-40...60))
    case 8: p.cornerCurve = p.cornerCurve == .circular ? .continuous : .circular
    case 9: p.allowsGroupOpacity.toggle()
    case 10:
      p.shouldRasterize.toggle()
      p.rasterizationScale = number(0...3)
    default: p.isDoubleSided.toggle()
    }
  }
}
