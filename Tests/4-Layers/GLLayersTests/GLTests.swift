// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @testable import CanvasGeometry
  import FoundationEssentials
  import Testing
  import CanvasDrawing

  @testable import GLLayers

  extension Trait where Self == ConditionTrait {
    /// Tests that draw: without EGL they are skipped, and say so.
    static var needsEGL: Self {
      .enabled(
        if: GLContext.isAvailable,
        "SKIPPED: this machine cannot draw with EGL; see the packages in GLLayers' documentation")
    }
  }

  enum GLTests {
    /// The articles' drawing, turned by an angle.
    static func triangle(
      turned angle: Double = 0, clear: Color = .clear
    ) -> GLDrawing {
      { gl, _ in
        let alpha = clear.alpha
        glClearColor(
          GLfloat(clear.red * alpha), GLfloat(clear.green * alpha), GLfloat(clear.blue * alpha),
          GLfloat(alpha))
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        try BasicEffect(modelview: .rotation(angle)).prepareToDraw(in: gl)
        GLMesh.triangle.draw(in: gl)
      }
    }

    /// A drawing of one colour, premultiplied.
    static func fill(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> GLDrawing {
      { _, _ in
        glClearColor(GLfloat(red), GLfloat(green), GLfloat(blue), GLfloat(alpha))
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      }
    }

    /// The number of pixels that are not clear.
    static func inked(_ bitmap: Bitmap) -> Int {
      var count = 0
      for row in rows(of: bitmap) { for pixel in row where pixel >> 24 != 0 { count += 1 } }
      return count
    }

    /// The pixels of a picture, row by row.
    static func rows(of bitmap: Bitmap) -> [[UInt32]] {
      bitmap.withUnsafeBytes { bytes in
        (0..<bitmap.height).map { y in
          let start = y * bitmap.bytesPerRow
          return Array(
            UnsafeRawBufferPointer(rebasing: bytes[start..<start + 4 * bitmap.width])
              .assumingMemoryBound(to: UInt32.self))
        }
      }
    }

    /// Whether each component differs by so much at most.
    static func isNear(_ a: [UInt8], _ b: [UInt8], within tolerance: Int = 2) -> Bool {
      zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }

    /// The open descriptors of this process.
    static var descriptorCount: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// The private memory of this process, in bytes.
    static var privateMemory: Int {
      let text = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
      let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("RssAnon:") }
      return (line.flatMap { Int($0.split { !$0.isNumber }[0]) } ?? 0) << 10
    }
  }
#endif
