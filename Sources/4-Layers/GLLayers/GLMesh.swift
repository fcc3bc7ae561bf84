// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// Vertices, built once and drawn as often as wanted.
public struct GLMesh: Hashable, Sendable {
  /// The shapes that consecutive vertices make.
  public enum Primitive: String, Sendable, Hashable, CaseIterable {
    /// A triangle for each three vertices.
    case triangles
    /// A triangle for each vertex from the third on, with the two before it.
    case triangleStrip
    /// A triangle for each vertex from the third on, with the one before it and the first.
    case triangleFan
    /// A line for each two vertices.
    case lines
    /// Lines from each vertex to the next.
    case lineStrip
    /// Lines from each vertex to the next, and from the last to the first.
    case lineLoop
    /// A square for each vertex.
    case points
  }

  /// The positions.
  public var positions: [SIMD3<Float>]
  /// The straight colours, one for each vertex. Without any, all vertices have the effect's
  /// constant colour; otherwise vertices beyond the last colour are not drawn.
  public var colors: [SIMD4<Float>]
  /// The shapes that the vertices make.
  public var primitive: Primitive

  /// Creates a mesh.
  ///
  /// - Parameters:
  ///   - positions: The positions.
  ///   - colors: A colour for each of them; empty for the effect's constant colour.
  ///   - primitive: The shapes that the vertices make.
  public init(
    positions: [SIMD3<Float>], colors: [Color] = [], primitive: Primitive = .triangles
  ) {
    self.positions = positions
    self.colors = colors.map {
      SIMD4(Float($0.red), Float($0.green), Float($0.blue), Float($0.alpha))
    }
    self.primitive = primitive
  }

  /// The number of vertices that are drawn.
  package var vertexCount: Int {
    colors.isEmpty ? positions.count : min(positions.count, colors.count)
  }

  /// The triangle that introductions to OpenGL begin with: blue at the lower left, green at the
  /// top, red at the lower right. It covers an eighth of the picture.
  public static let triangle = GLMesh(
    positions: [SIMD3(-0.5, -0.5, -1), SIMD3(0, 0.5, -1), SIMD3(0.5, -0.5, -1)],
    colors: [
      Color(red: 0, green: 0, blue: 1), Color(red: 0, green: 1, blue: 0),
      Color(red: 1, green: 0, blue: 0),
    ])
}

#if GL
  extension GLMesh.Primitive {
    var mode: GLenum {
      switch self {
      case .triangles: GLenum(GL_TRIANGLES)
      case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
      case .triangleFan: GLenum(GL_TRIANGLE_FAN)
      case .lines: GLenum(GL_LINES)
      case .lineStrip: GLenum(GL_LINE_STRIP)
      case .lineLoop: GLenum(GL_LINE_LOOP)
      case .points: GLenum(GL_POINTS)
      }
    }
  }

  extension GLMesh {
    /// Draws the vertices; ``BasicEffect/prepareToDraw(in:)`` comes before it.
    ///
    /// - Parameter gl: The context, which is current.
    public func draw(in gl: borrowing CurrentGLContext) {
      let count = vertexCount
      if count == 0 || count > Int(GLsizei.max) { return }
      if gl.majorVersion >= 3 { glBindVertexArray(0) }
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
      let (position, color) = (BasicEffect.Attribute.position, BasicEffect.Attribute.color)
      unsafe positions.withUnsafeBytes { positions in
        unsafe colors.withUnsafeBytes { colors in
          // Both arrays have `count` vertices, which OpenGL reads before `glDrawArrays` returns.
          glEnableVertexAttribArray(position.rawValue)
          unsafe glVertexAttribPointer(
            position.rawValue, 3, GLenum(GL_FLOAT), GLboolean(GL_FALSE),
            GLsizei(MemoryLayout<SIMD3<Float>>.stride), positions.baseAddress)
          if unsafe !colors.isEmpty {
            glEnableVertexAttribArray(color.rawValue)
            unsafe glVertexAttribPointer(
              color.rawValue, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE),
              GLsizei(MemoryLayout<SIMD4<Float>>.stride), colors.baseAddress)
          }
          glDrawArrays(primitive.mode, 0, GLsizei(count))
          glDisableVertexAttribArray(position.rawValue)
          glDisableVertexAttribArray(color.rawValue)
        }
      }
    }
  }
#endif
