// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @testable import CanvasGeometry
  import Testing
  import CanvasDrawing
  import TextTestSupport

  @testable import GLLayers

  @Suite("BasicEffect", .needsEGL, .timeLimit(.minutes(30)))
  struct BasicEffectTests {
    private let context = GLContext(api: .es2)
    private let square = PixelSize(width: 300, height: 300)

    private func picture(
      _ drawing: (borrowing CurrentGLContext, GLFramebuffer) throws -> Void
    ) throws -> Bitmap {
      try context.bitmapAndWait(size: square, drawing: drawing)
    }

    @Test(arguments: GLContext.API.allCases)
    func s223_triangle(api: GLContext.API) throws {
      let bitmap = try GLContext(api: api).bitmapAndWait(
        size: square, drawing: GLTests.triangle())
      #expect(GLTests.inked(bitmap) == 11_250)
      // A third of each, at a third of the height: as measured on another machine, 1 of 255 off.
      #expect(GLTests.isNear(bitmap.rgba(150, 174), [85, 86, 84, 255], within: 1))
      #expect(GLTests.isNear(bitmap.rgba(78, 223), [3, 1, 250, 255], within: 6))
      #expect(GLTests.isNear(bitmap.rgba(150, 77), [2, 250, 2, 255], within: 6))
      #expect(GLTests.isNear(bitmap.rgba(221, 223), [250, 1, 3, 255], within: 6))
      #expect(bitmap.rgba(74, 150) == [0, 0, 0, 0] && bitmap.rgba(150, 74) == [0, 0, 0, 0])
    }

    /// The colour for clearing is set before the clearing, so the first frame has it.
    @Test func s223_clearColorComesFirst() throws {
      let first = try picture(GLTests.triangle(clear: .white))
      #expect(first.rgba(0, 0) == [255, 255, 255, 255])
      #expect(GLTests.inked(first) == 90_000)
      #expect(try picture(GLTests.triangle(clear: .white)) == first)
    }

    /// Quarter turns about z, anticlockwise as seen, where y points upwards.
    @Test func s222_modelview() throws {
      for (angle, centroid, top) in [
        (Double.pi / 2, (175, 150), (77, 150)), (.pi, (150, 124), (150, 222)),
        (-.pi / 2, (124, 150), (222, 150)),
      ] {
        let bitmap = try picture(GLTests.triangle(turned: angle))
        #expect(abs(GLTests.inked(bitmap) - 11_250) < 200)
        #expect(GLTests.isNear(bitmap.rgba(centroid.0, centroid.1), [85, 85, 85, 255], within: 3))
        #expect(GLTests.isNear(bitmap.rgba(top.0, top.1), [3, 250, 3, 255], within: 8))
      }
    }

    @Test func s222_projection() throws {
      // The triangle at z -1, half as large by perspective: w is 2 there.
      var projection = Transform3D.identity
      (projection.m33, projection.m34, projection.m44) = (0, -1, 1)
      let bitmap = try picture { gl, _ in
        try BasicEffect(projection: projection).prepareToDraw(in: gl)
        GLMesh.triangle.draw(in: gl)
      }
      #expect(abs(GLTests.inked(bitmap) - 11_250 / 4) < 60)
      #expect(bitmap.rgba(150, 150)[3] == 255 && bitmap.rgba(150, 105)[3] == 0)
    }

    @Test func s222_constantColor() throws {
      let positions = GLMesh.triangle.positions
      let bitmap = try picture { gl, _ in
        var effect = BasicEffect()
        effect.constantColor = Color(red: 1, green: 0.4, blue: 0, alpha: 0.5)
        try effect.prepareToDraw(in: gl)
        GLMesh(positions: positions).draw(in: gl)
      }
      // Straight in the effect, premultiplied in the picture.
      #expect(GLTests.isNear(bitmap.rgba(150, 175), [128, 51, 0, 128], within: 1))
      #expect(GLTests.inked(bitmap) == 11_250)
    }

    @Test func primitives() throws {
      func inked(_ primitive: GLMesh.Primitive, _ places: [(Float, Float)]) throws -> Int {
        GLTests.inked(
          try context.bitmapAndWait(size: PixelSize(width: 100, height: 100)) { gl, _ in
            var effect = BasicEffect()
            effect.pointSize = 4
            try effect.prepareToDraw(in: gl)
            GLMesh(positions: places.map { SIMD3($0.0, $0.1, 0) }, primitive: primitive)
              .draw(in: gl)
          })
      }
      let square: [(Float, Float)] = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)]
      #expect(try inked(.triangleStrip, square) == 2_500)
      let around = [square[0], square[1], square[3], square[2]]
      #expect(try inked(.triangleFan, around) == 2_500)
      #expect(try inked(.points, square) == 64)
      #expect(abs(try inked(.lines, square) - 100) <= 2)
      #expect(abs(try inked(.lineStrip, around) - 150) <= 3)
      #expect(abs(try inked(.lineLoop, around) - 200) <= 4)
      #expect(try inked(.triangles, []) == 0)
    }

    @Test func hostileNumbersDrawNoHarm() throws {
      for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude] {
        var matrix = Transform3D.identity
        (matrix.m11, matrix.m14, matrix.m41) = (number, number, number)
        let bad = Float(number)
        let bitmap = try picture { gl, _ in
          var effect = BasicEffect(modelview: matrix)
          effect.pointSize = number
          effect.constantColor = Color(red: number, green: number, blue: number, alpha: number)
          for primitive in GLMesh.Primitive.allCases {
            try effect.prepareToDraw(in: gl)
            GLMesh(
              positions: [SIMD3(bad, 0, 0), SIMD3(0, bad, 1), SIMD3(1, 1, bad)],
              primitive: primitive
            ).draw(in: gl)
          }
        }
        #expect(bitmap.width == 300)
      }
      // What came before has no part in the next picture.
      #expect(GLTests.inked(try picture(GLTests.triangle())) == 11_250)
    }

    @Test func shaderErrorsHaveTheLog() throws {
      let vertex = "attribute vec4 p; void main() { gl_Position = p; }"
      let fragment = "precision mediump float; void main() { gl_FragColor = vec4(1.0); }"
      func error(_ vertex: String, _ fragment: String) -> GLError? {
        #expect(throws: GLError.self) {
          try context.runAndWait { gl in
            _ = try GLProgram(vertex: vertex, fragment: fragment, in: gl)
          }
        }
      }
      let wrong = error("void main() { gl_Position = nothing; }", fragment)
      #expect(wrong?.code == .shader && wrong?.message.contains("nothing") == true)
      #expect(wrong?.message.hasPrefix("The vertex shader cannot be compiled: ") == true)
      #expect(error(vertex, "void main() {").map { $0.message.contains("fragment") } == true)
      let unlinked = error(
        vertex, "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }")
      #expect(unlinked?.code == .shader && unlinked?.message.contains("linked") == true)
      #expect(error("", "")?.code == .shader)
      #expect(error("\0", "é")?.code == .shader)
      #expect(context.objectCount == 0)
      let index = try context.runAndWait { gl in
        let program = try GLProgram(
          vertex: vertex, fragment: fragment, attributes: ["p": 3], in: gl)
        program.use(in: gl)
        #expect(program.uniform("none", in: gl) == -1)
        return glGetAttribLocation(program.name, "p")
      }
      #expect(index == 3)
      #expect(try context.runAndWait { _ in context.objectCount } == 0)
    }

    /// A drawing does not depend on the state that another one left.
    @Test func stateIsReset() throws {
      let plain = try picture(GLTests.triangle())
      _ = try picture { gl, target in
        for capability in [GL_BLEND, GL_CULL_FACE, GL_SCISSOR_TEST, GL_DEPTH_TEST] {
          glEnable(GLenum(capability))
        }
        glScissor(0, 0, 1, 1)
        glViewport(0, 0, 1, 1)
        glFrontFace(GLenum(GL_CW))
        glColorMask(1, 0, 0, 0)
        glClearColor(1, 1, 1, 1)
        glBlendFunc(GLenum(GL_ZERO), GLenum(GL_ZERO))
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 8)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
      }
      #expect(try picture(GLTests.triangle()) == plain)
      #expect(GLTests.inked(try picture { _, _ in }) == 0)
    }
  }
#endif
