// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  public import CanvasGeometry

  /// A small shader after `GLKBaseEffect`: positions under two matrices, and colours of vertices or
  /// one for all.
  ///
  /// The colours are straight, and are multiplied by alpha in the shader, as layers want them;
  /// blend with `glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA)`. There is one program in a context,
  /// which all effects share, so an effect is a value that is cheap to make.
  ///
  /// ```swift
  /// var effect = BasicEffect()
  /// effect.modelview = .rotation(angle)
  /// try effect.prepareToDraw(in: gl)
  /// GLMesh.triangle.draw(in: gl)
  /// ```
  public struct BasicEffect: Hashable, Sendable {
    /// The attributes of a vertex and their indices.
    public enum Attribute: GLuint, Sendable {
      /// Two to four numbers.
      case position = 0
      /// Red, green, blue and alpha, straight.
      case color = 1
    }

    /// The map from the space of the positions to that of the eye. As in all of OpenGL, y points
    /// upwards: a positive angle about z turns anticlockwise as seen.
    public var modelview: Transform3D
    /// The map from the space of the eye to that of the clip: what lies between -1 and 1 in x, y
    /// and z is seen, and -1 in z is nearest.
    public var projection: Transform3D
    /// The colour of vertices that have none of their own.
    public var constantColor = Color.white
    /// The side of a point, in pixels.
    public var pointSize = 1.0

    /// Creates an effect.
    ///
    /// - Parameters:
    ///   - modelview: The map to the space of the eye.
    ///   - projection: The map to the space of the clip.
    public init(modelview: Transform3D = .identity, projection: Transform3D = .identity) {
      (self.modelview, self.projection) = (modelview, projection)
    }

    /// The map of positions to the space of the clip.
    var matrix: Transform3D { modelview.concatenating(projection) }

    /// Draws with the effect from now on.
    ///
    /// - Parameter gl: The context, which is current.
    /// - Throws: ``GLError`` with `shader` if the driver refuses the program.
    public func prepareToDraw(in gl: borrowing CurrentGLContext) throws(GLError) {
      let program = try Self.program(in: gl)
      glUseProgram(program.name)
      // The matrix is row-major for row vectors, which is the same as column-major for column
      // vectors, so it is passed as it is.
      let elements = matrix.elements.map(Self.number)
      // The array has the 16 numbers that the call reads.
      unsafe glUniformMatrix4fv(program.matrix, 1, GLboolean(GL_FALSE), elements)
      glUniform1f(program.pointSize, Self.number(pointSize))
      let color = constantColor
      glVertexAttrib4f(
        Attribute.color.rawValue, Self.number(color.red), Self.number(color.green),
        Self.number(color.blue), Self.number(color.alpha))
    }

    /// The number as OpenGL takes it: within ±10³⁰, and 0 for NaN.
    static func number(_ number: Double) -> GLfloat {
      number.isNaN ? 0 : GLfloat(max(-1e30, min(1e30, number)))
    }
  }

  /// The program of basic effects in a context, as names.
  struct BasicProgram: Sendable {
    let name: GLuint
    let matrix: GLint
    let pointSize: GLint
  }

  extension BasicEffect {
    /// The program of a context, which is linked when it is first asked for.
    private static func program(
      in gl: borrowing CurrentGLContext
    ) throws(GLError) -> BasicProgram {
      if let program = gl.context.basicProgram { return program }
      let name = try GLProgram.link(
        Self.vertex, Self.fragment,
        ["position": Attribute.position.rawValue, "color": Attribute.color.rawValue])
      // The calls only read the names, which are C strings.
      let program = BasicProgram(
        name: name, matrix: unsafe glGetUniformLocation(name, "matrix"),
        pointSize: unsafe glGetUniformLocation(name, "pointSize"))
      gl.context.keep(program)
      return program
    }

    private static let vertex = """
      attribute vec4 position;
      attribute vec4 color;
      uniform mat4 matrix;
      uniform float pointSize;
      varying vec4 vertexColor;
      void main() {
        gl_Position = matrix * position;
        gl_PointSize = pointSize;
        vertexColor = color;
      }
      """

    private static let fragment = """
      #ifdef GL_FRAGMENT_PRECISION_HIGH
      precision highp float;
      #else
      precision mediump float;
      #endif
      varying vec4 vertexColor;
      void main() {
        gl_FragColor = vec4(vertexColor.rgb * vertexColor.a, vertexColor.a);
      }
      """
  }
#endif
