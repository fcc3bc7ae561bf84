// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import HTMLPages
internal import LayerCompositing
internal import PDFFiles

/// The contents of a page or of a group, and the resources that they name.
final class PDFCanvas {
  let document: PDFDocument
  var content = PDFSyntax()
  /// What the contents name, by the kind of resource.
  private var resources: [String: [String: PDFReference]] = [:]
  /// The contents around the groups that are open, with what composites each.
  private var open: [Group] = []
  /// The rectangles around the clips that are open, in the plane of the contents.
  private var clips: [Rect] = []
  /// The rectangle of the page, in the plane of its contents.
  let area: Rect
  let structure: PDFStructure
  /// The part that the contents belong to; `nil` where none is open.
  private(set) var tag: Tag?

  private struct Group {
    let content: PDFSyntax
    let opacity: Double
    let blend: String?
    let form: PDFReference
    let key: Int
  }

  /// What contents belong to (ISO 32000-1, §14.8.2.2).
  enum Tag: Equatable {
    /// An ornament, which is not read aloud.
    case artifact
    /// A part of the structure, and the place of the contents among those of the part.
    case part(Int, order: Int)
  }

  init(_ document: PDFDocument, _ structure: PDFStructure, area: Rect) {
    (self.document, self.structure, self.area) = (document, structure, area)
  }

  /// The rectangle outside of which clips leave nothing.
  var visible: Rect { clips.last ?? area }

  // MARK: Tags

  /// Begins contents that belong to a part, if it is not the one that is open.
  func begin(_ tag: Tag) {
    if tag == self.tag { return }
    endTag()
    switch tag {
    case .artifact: content.raw("/Artifact BMC")
    case .part(let element, let order):
      content.name(structure.role(of: element).rawValue)
      content.dictionary { $0.entry("MCID", structure.mark(element, order: order)) }
      content.raw("BDC")
    }
    self.tag = tag
  }

  /// Ends the contents of the part that is open.
  func endTag() {
    if tag != nil { content.raw("EMC\n") }
    tag = nil
  }

  /// Names a resource of a kind, for example `Font`.
  func use(_ kind: String, _ name: String, _ reference: PDFReference) {
    resources[kind, default: [:]][name] = reference
  }

  /// Writes the dictionary of the resources into an object.
  func writeResources(to reference: PDFReference) throws {
    try document.write(reference) { syntax in
      syntax.dictionary { syntax in
        for (kind, names) in resources.sorted(by: { $0.key < $1.key }) {
          syntax.name(kind)
          syntax.dictionary { syntax in
            for (name, reference) in names.sorted(by: { $0.key < $1.key }) {
              syntax.name(name)
              syntax.reference(reference)
            }
          }
        }
      }
    }
  }

  // MARK: Painting

  /// Sets the opacity of what follows.
  func setAlpha(_ alpha: Double) throws {
    let state = try document.state(alpha: alpha)
    use("ExtGState", state.name, state.1)
    content.name(state.name)
    content.raw("gs")
  }

  func fill(_ path: Path, _ rule: FillRule, _ color: Color, _ map: AffineTransform) throws {
    guard color.alpha > 0, !path.isEmpty else { return }
    content.save()
    if color.alpha < 1 { try setAlpha(color.alpha) }
    if map != .identity { content.transform(map) }
    content.fillColor(color)
    content.path(path)
    content.fill(rule)
    content.restore()
  }

  /// Draws a picture that fills a rectangle.
  ///
  /// - Parameter part: The part of the picture that is seen, in its pixels; `nil` for all.
  func draw(
    _ bitmap: Bitmap, _ part: Rect? = nil, in rect: Rect, opacity: Double = 1,
    isSmooth: Bool = true, _ map: AffineTransform = .identity
  ) throws {
    let size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
    let source = part ?? Rect(origin: .zero, size: size)
    guard opacity > 0, source.width > 0, source.height > 0 else { return }
    let reference = try document.image(bitmap, isSmooth: isSmooth)
    let name = "I\(reference.number)"
    use("XObject", name, reference)
    content.save()
    if opacity < 1 { try setAlpha(opacity) }
    if map != .identity { content.transform(map) }
    if source != Rect(origin: .zero, size: size) {
      content.rectangle(rect)
      content.clip(.nonZero)
    }
    // A picture fills the unit square, its first row above.
    let (x, y) = (rect.width / source.width, rect.height / source.height)
    content.transform(
      AffineTransform(
        a: x * size.width, b: 0, c: 0, d: -y * size.height, tx: rect.minX - source.minX * x,
        ty: rect.minY + (size.height - source.minY) * y))
    content.name(name)
    content.raw("Do")
    content.restore()
  }

  // MARK: Nesting

  func beginClip(_ path: Path, _ rule: FillRule, _ map: AffineTransform) {
    endTag()
    let box = map.boundingBox(of: path.controlBounds)
    clips.append(visible.intersection(box))
    content.save()
    // The clip is in the axes of its own map, what follows in those of the page.
    content.path(path.applying(map))
    content.clip(rule)
  }

  func endClip() {
    endTag()
    clips.removeLast()
    content.restore()
  }

  /// Begins what is composited as a whole.
  func beginGroup(opacity: Double, blend: String?) {
    endTag()
    let form = document.reserve()
    open.append(
      Group(
        content: content, opacity: opacity, blend: blend, form: form,
        key: structure.beginForm(form)))
    content = PDFSyntax()
  }

  /// Ends the innermost group: a form of its own (ISO 32000-1, §11.6.6).
  ///
  /// - Parameter shared: The object of the page's resources, which its groups share.
  func endGroup(resources shared: PDFReference) throws {
    guard let outer = open.popLast() else { return }
    endTag()
    try structure.endStream()
    if content.deepest > 28 { document.note(.nested) }
    let form = outer.form
    try document.write(form, stream: content.bytes) {
      $0.entry("Type", name: "XObject")
      $0.entry("Subtype", name: "Form")
      $0.entry("BBox", rect: area)
      $0.entry("Resources", shared)
      $0.entry("StructParents", outer.key)
      $0.key("Group")
      $0.dictionary {
        $0.entry("S", name: "Transparency")
        $0.entry("CS", name: "DeviceRGB")
        // An isolated group: its contents do not blend with the page behind the group.
        $0.key("I")
        $0.raw("true")
      }
    }
    content = outer.content
    let name = "X\(form.number)"
    use("XObject", name, form)
    let state = try document.state(alpha: outer.opacity, blend: outer.blend)
    use("ExtGState", state.name, state.1)
    content.save()
    content.name(state.name)
    content.raw("gs")
    content.name(name)
    content.raw("Do")
    content.restore()
  }
}

extension BlendMode {
  /// The operator's name in PDF (ISO 32000-1, §11.3.5); `nil` where it has none.
  var pdfName: String? {
    switch self {
    case .sourceOver: "Normal"
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .darken: "Darken"
    case .lighten: "Lighten"
    case .colorDodge: "ColorDodge"
    case .colorBurn: "ColorBurn"
    case .hardLight: "HardLight"
    case .softLight: "SoftLight"
    case .difference: "Difference"
    case .exclusion: "Exclusion"
    case .hue: "Hue"
    case .saturation: "Saturation"
    case .color: "Color"
    case .luminosity: "Luminosity"
    default: nil
    }
  }
}
