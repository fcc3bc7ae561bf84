// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @testable import CanvasGeometry
  import Testing
  import TextTestSupport

  @testable import GLLayers

  @Suite("GLFramebuffer", .needsEGL, .timeLimit(.minutes(30)))
  struct GLFramebufferTests {
    private let context = GLContext(api: .es3)

    @Test(arguments: GLContext.API.allCases, [false, true])
    func s220_statusAndSize(api: GLContext.API, hasDepth: Bool) throws {
      try GLContext(api: api).runAndWait { gl in
        let size = PixelSize(width: 301, height: 7)
        let framebuffer = try GLFramebuffer(size: size, hasDepth: hasDepth, in: gl)
        #expect(framebuffer.status(in: gl) == 0x8CD5)
        var (width, height): (GLint, GLint) = (0, 0)
        let target = GLenum(GL_RENDERBUFFER)
        glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_WIDTH), &width)
        glGetRenderbufferParameteriv(target, GLenum(GL_RENDERBUFFER_HEIGHT), &height)
        #expect(width == 301 && height == 7)
        let bitmap = try framebuffer.bitmap(in: gl)
        #expect(bitmap.pixelSize == size && bitmap.format == .rgba8)
      }
    }

    @Test func s220_incompleteIsTold() throws {
      let error = #expect(throws: GLError.self) {
        try context.runAndWait { gl in
          let framebuffer = try GLFramebuffer(size: PixelSize(width: 8, height: 8), in: gl)
          glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), 0)
          _ = try framebuffer.bitmap(in: gl)
        }
      }
      #expect(error?.code == .framebufferIncomplete)
      #expect(error?.status == UInt32(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT))
      #expect(error?.message.contains("0x8CD7") == true)
    }

    @Test func s220_sizesAreChecked() throws {
      try context.runAndWait { gl in
        for (width, height) in [(0, 5), (5, 0), (-1, 5), (Int.min, Int.max)] {
          let error = #expect(throws: GLError.self) {
            try GLFramebuffer(size: PixelSize(width: width, height: height), in: gl)
          }
          #expect(error?.code == .badSize)
        }
        for (width, height) in [(16_385, 1), (1, 16_385), (16_384, 16_384), (Int.max, 1)] {
          let error = #expect(throws: GLError.self) {
            try GLFramebuffer(size: PixelSize(width: width, height: height), in: gl)
          }
          #expect(error?.code == .tooLarge)
        }
        #expect(gl.largestFramebuffer.width <= CanvasLimits.bitmapSide)
        let longest = try GLFramebuffer(size: PixelSize(width: 16_384, height: 1), in: gl)
        #expect(longest.status(in: gl) == 0x8CD5)
      }
      #expect(try context.runAndWait { _ in context.objectCount } == 0)
    }

    /// OpenGL itself no longer knows the names.
    @Test func s221_objectsAreDeleted() throws {
      let (framebuffer, program, color) = try context.runAndWait { gl in
        let framebuffer = try GLFramebuffer(size: PixelSize(width: 8, height: 8), in: gl)
        let program = try GLProgram(
          vertex: "void main() { gl_Position = vec4(0.0); }", fragment: "void main() {}", in: gl)
        var color: GLint = 0
        glGetIntegerv(GLenum(GL_RENDERBUFFER_BINDING), &color)
        #expect(context.objectCount == 2 && glIsFramebuffer(framebuffer.name) != 0)
        #expect(glIsRenderbuffer(GLuint(color)) != 0 && glIsProgram(program.name) != 0)
        return (framebuffer.name, program.name, GLuint(color))
      }
      // Their deletion is on the queue before this block.
      try context.runAndWait { _ in
        #expect(glIsFramebuffer(framebuffer) == 0 && glIsRenderbuffer(color) == 0)
        #expect(glIsProgram(program) == 0 && context.objectCount == 0)
      }
    }

    /// The pixel that a drawing leaves in a framebuffer which has been drawn into.
    private func pixel(
      of framebuffer: GLFramebuffer, retained: Bool, _ gl: borrowing CurrentGLContext,
      _ drawing: (borrowing CurrentGLContext, GLFramebuffer) throws -> Void
    ) throws -> [UInt8] {
      var properties = GLDrawableProperties()
      properties.retainedBacking = retained
      return try gl.draw(
        drawing, into: framebuffer, isFresh: false, properties: properties, isOpaque: false
      ).rgba(1, 1)
    }

    /// Without it a drawing begins clear; with it, with what is there.
    @Test func s219_retainedBacking() throws {
      let properties = GLDrawableProperties()
      #expect(!properties.retainedBacking && properties.colorFormat == .rgba8)
      let green = GLTests.fill(0, 1, 0, 1)
      let pixels = try context.runAndWait { gl in
        let framebuffer = try GLFramebuffer(size: PixelSize(width: 4, height: 4), in: gl)
        let first = try pixel(of: framebuffer, retained: false, gl, green)
        let cleared = try pixel(of: framebuffer, retained: false, gl) { _, _ in }
        _ = try pixel(of: framebuffer, retained: false, gl, green)
        return [first, cleared, try pixel(of: framebuffer, retained: true, gl) { _, _ in }]
      }
      #expect(pixels == [[0, 255, 0, 255], [0, 0, 0, 0], [0, 255, 0, 255]])
    }

    @Test(arguments: GLContext.API.allCases)
    func s224_rowZeroIsTheTop(api: GLContext.API) throws {
      // An odd width, so that rows are longer than their pixels; odd and even heights.
      for height in [4, 5] {
        let bitmap = try GLContext(api: api).bitmapAndWait(
          size: PixelSize(width: 3, height: height)
        ) { _, _ in
          glEnable(GLenum(GL_SCISSOR_TEST))
          // OpenGL's upper left pixel, and its lowest row.
          glScissor(0, GLint(height - 1), 1, 1)
          glClearColor(1, 0, 0, 1)
          glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
          glScissor(0, 0, 3, 1)
          glClearColor(0, 0, 1, 1)
          glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
        for y in 0..<height {
          for x in 0..<3 {
            let expected: [UInt8] =
              y == height - 1
              ? [0, 0, 255, 255] : (x, y) == (0, 0) ? [255, 0, 0, 255] : [0, 0, 0, 0]
            #expect(bitmap.rgba(x, y) == expected)
          }
        }
      }
    }

    @Test func s224_premultiplied() throws {
      func pixel(
        _ drawing: GLDrawing, _ mode: GLDrawableProperties.AlphaMode, opaque: Bool = false
      ) throws -> [UInt8] {
        var properties = GLDrawableProperties()
        properties.alphaMode = mode
        return try context.bitmapAndWait(
          size: PixelSize(width: 2, height: 2), properties: properties, isOpaque: opaque,
          drawing: drawing
        ).rgba(1, 1)
      }
      let half = 128.0 / 255
      #expect(try pixel(GLTests.fill(half, 0, 0.2, half), .premultiplied) == [128, 0, 51, 128])
      // No component of a picture is above its alpha.
      #expect(try pixel(GLTests.fill(1, 0.2, 0, half), .premultiplied) == [128, 51, 0, 128])
      #expect(try pixel(GLTests.fill(1, 0.2, 0, half), .straight) == [128, 26, 0, 128])
      #expect(try pixel(GLTests.fill(1, 1, 1, 0), .straight) == [0, 0, 0, 0])
      #expect(
        try pixel(GLTests.fill(1, 0.2, 0, half), .straight, opaque: true) == [255, 51, 0, 255])
      #expect(try pixel(GLTests.fill(1, 0.2, 0, 1), .straight) == [255, 51, 0, 255])
    }

    @Test func depthHidesWhatIsBehind() throws {
      let whole: [SIMD3<Float>] = [SIMD3(-1, -1, 0), SIMD3(3, -1, 0), SIMD3(-1, 3, 0)]
      func pixel(depth: Bool) throws -> [UInt8] {
        var properties = GLDrawableProperties()
        properties.hasDepth = depth
        return try context.bitmapAndWait(
          size: PixelSize(width: 2, height: 2), properties: properties
        ) { gl, _ in
          if depth { glEnable(GLenum(GL_DEPTH_TEST)) }
          for (z, color) in [(Float(-0.5), Color.red), (0.5, .blue)] {
            try BasicEffect().prepareToDraw(in: gl)
            GLMesh(
              positions: whole.map { SIMD3($0.x, $0.y, z) }, colors: [color, color, color]
            ).draw(in: gl)
          }
        }.rgba(0, 0)
      }
      #expect(try pixel(depth: true) == [255, 0, 0, 255])
      #expect(try pixel(depth: false) == [0, 0, 255, 255])
    }
  }
#endif
