// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
import DocumentJSON
internal import GLLayers
internal import LayerCompositing
internal import StyledDocuments

/// Reading of layers that are drawn with OpenGL.
extension SceneReader {
  /// The most vertices of a layer.
  private static let mostVertices = 65_536

  /// Draws the picture of a layer. The size in pixels is the layer's bounds times its
  /// `contentsScale`, or times the scale of the scene.
  ///
  /// - Parameter members: The members of the layer.
  mutating func gl(
    _ members: LayerMembers, _ key: DocumentKey,
    _ properties: inout LayerProperties
  ) throws(DocumentError) -> NodeContents {
    var drawing = SceneGLDrawing()
    for (row, member) in members.only(of: .gl) {
      try read(row.name, member.value, key.at(member), into: &drawing)
    }
    if members[.contentsScale] == nil { properties.contentsScale = scale }
    let (bounds, scale) = (properties.bounds.size, properties.contentsScale)
    guard bounds.isDrawable(scale: scale) else {
      note(key, "nothing is drawn: the layer has no whole pixel")
      return .none
    }
    guard let size = bounds.pixels(scale: scale) else {
      throw key.error(
        "the layer is too large: a side has \(CanvasLimits.bitmapSide) pixels at most", .tooLarge)
    }
    try files.take(
      bytes: size.width * size.height * 4, paintedPixels: drawing.paintedPixels(in: size), key)
    let bitmap = try drawing.bitmap(size: size, isOpaque: properties.isOpaque, key)
    return .image(ImageContents(bitmap, drawnSize: bounds))
  }

  private func read(
    _ name: LayerMember, _ value: JSONValue, _ key: DocumentKey,
    into drawing: inout SceneGLDrawing
  ) throws(DocumentError) {
    switch name {
    case .vertices: drawing.vertices = try vertices(value, key)
    case .vertexColors: drawing.colors = (try vertexColors(value, key), key)
    case .primitive: drawing.primitive = try key.keyword(value)
    case .clearColor: drawing.clearColor = try key.color(value)
    case .modelview: drawing.modelview = try TransformValue.transform(value, key)
    case .projection: drawing.projection = try TransformValue.transform(value, key)
    case .depthTest: drawing.depthTest = try key.bool(value)
    default: break
    }
  }

  private func vertices(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [SIMD3<Float>] {
    var list = try key.list(value)
    guard list.count <= Self.mostVertices else {
      throw key.error("a layer has \(Self.mostVertices) vertices at most", .tooLarge)
    }
    var vertices: [SIMD3<Float>] = []
    while let (key, value) = try list.next() {
      let numbers = try key.numbers(value, 2...3).map { Float(max(-1e30, min(1e30, $0))) }
      vertices.append(SIMD3(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0))
    }
    return vertices
  }

  private func vertexColors(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [Color] {
    guard case .array = value else { return [try key.color(value)] }
    var colors: [Color] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() { colors.append(try key.color(value)) }
    return colors
  }
}

/// The drawing of a layer of a scene with OpenGL.
private struct SceneGLDrawing {
  /// The positions of the vertices; `nil` for a default triangle, whose vertices have their own
  /// colours.
  var vertices: [SIMD3<Float>]?
  var colors: (values: [Color], key: DocumentKey)?
  var primitive = GLMesh.Primitive.triangles
  var clearColor = Color.clear
  var modelview = Transform3D.identity
  var projection = Transform3D.identity
  var depthTest = false

  /// The positions of the vertices, given or of the default triangle.
  private var positions: [SIMD3<Float>] { vertices ?? GLMesh.triangle.positions }

  /// An estimate of the number of pixels that are painted, including the background.
  func paintedPixels(in size: PixelSize) -> Double {
    let mesh = GLMesh(positions: positions, primitive: primitive)
    let matrix = modelview.concatenating(projection)
    return mesh.paintedArea(under: matrix, size: size) + Double(size.width * size.height)
  }

  /// The vertices with their colours, and the colour of vertices without one.
  private func mesh() throws(DocumentError) -> (mesh: GLMesh, color: Color) {
    guard let colors else {
      var mesh = GLMesh.triangle
      if let vertices { mesh = GLMesh(positions: vertices) }
      mesh.primitive = primitive
      return (mesh, .white)
    }
    if colors.values.count == 1 {
      return (GLMesh(positions: positions, primitive: primitive), colors.values[0])
    }
    guard colors.values.count == positions.count else {
      throw colors.key.error(
        "\(positions.count) colours are wanted, one for each vertex, or one for all, not "
          + "\(colors.values.count)")
    }
    return (GLMesh(positions: positions, colors: colors.values, primitive: primitive), .white)
  }

  /// Draws the picture, and waits for the result.
  ///
  /// - Parameter key: The key of the layer, for errors.
  func bitmap(
    size: PixelSize, isOpaque: Bool, _ key: DocumentKey
  ) throws(DocumentError) -> Bitmap {
    let (mesh, color) = try mesh()
    #if GL
      var properties = GLDrawableProperties()
      properties.hasDepth = depthTest
      var effect = BasicEffect(modelview: modelview, projection: projection)
      effect.constantColor = color
      let clear = clearColor
      do {
        return try GLContext.shared.bitmapAndWait(
          size: size, properties: properties, isOpaque: isOpaque
        ) { gl, _ in
          let alpha = clear.alpha
          glClearColor(
            GLfloat(clear.red * alpha), GLfloat(clear.green * alpha),
            GLfloat(clear.blue * alpha), GLfloat(alpha))
          glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
          if depthTest { glEnable(GLenum(GL_DEPTH_TEST)) }
          glEnable(GLenum(GL_BLEND))
          glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
          try effect.prepareToDraw(in: gl)
          mesh.draw(in: gl)
        }
      } catch let error as GLError {
        let code: DocumentError.Code =
          switch error.code {
          case .tooLarge: .tooLarge
          case .noEGL, .noContext: .unsupported
          default: .failed
          }
        throw key.error("the layer cannot be drawn: \(error.message)", code)
      } catch {
        throw key.error("the layer cannot be drawn: \(error)", .failed)
      }
    #else
      _ = (mesh, color)
      throw key.error(GLError.notBuilt.message, .unsupported)
    #endif
  }
}
