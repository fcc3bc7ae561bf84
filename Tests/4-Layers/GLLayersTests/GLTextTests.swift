// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  import AsyncTextLayer
  import FoundationEssentials
  import Testing
  import TextTestSupport

  @testable import GLLayers

  /// The triangle of the articles turns under a text.
  @Suite("GLLayer under a text", .needsEGL, .timeLimit(.minutes(30)))
  @MainActor
  struct GLTextTests {
    private static let frames = 60

    /// Sixty frames of a turn: each is the picture of the angle, and the text on it is whole.
    @Test func a15_s217_rotatingUnderText() async throws {
      let root = Layer()
      root.frame = Rect(width: 300, height: 300)
      let gl = GLLayer(context: GLContext(api: .es2))
      gl.frame = root.frame
      let text = TextLayer()
      text.fonts = BundledFonts.collection
      text.frame = Rect(x: 60, y: 150, width: 200, height: 60)
      text.fontSize = 40
      text.foregroundColor = .white
      root.addSublayer(gl)
      root.addSublayer(text)
      let host = LayerHost(root: root, size: Size(width: 300, height: 300), background: .black)
      var pictures: [Bitmap] = []
      for frame in 0..<Self.frames {
        text.string = "frame \(frame)"
        gl.drawFrame = GLTests.triangle(turned: 2 * .pi * Double(frame) / Double(Self.frames))
        let image = try await host.settledFrame().image
        let (triangle, label) = (try #require(gl.contents), try #require(text.contents))
        check(image, triangle, label, frame)
        if let last = pictures.last { #expect(last != image, "frame \(frame)") }
        pictures.append(image)
      }
      #expect(gl.counts.presented == Self.frames)
      checkTurn(of: try #require(gl.contents), by: 59)
      // By 0, 90, 180 and 270 degrees, anticlockwise: the green corner's place.
      for (frame, x, y) in [(0, 150, 77), (15, 77, 150), (30, 150, 222), (45, 222, 150)] {
        #expect(GLTests.isNear(pictures[frame].rgba(x, y), [3, 250, 3, 255], within: 8))
      }
      if let folder = ProcessInfo.processInfo.environment["GL_PICTURES"] {
        try await pictures[0].write(to: folder + "/frame0.png")
        try await pictures[7].write(to: folder + "/frame7.png")
        try await pictures[15].write(to: folder + "/frame15.png")
      }
    }

    /// Under the text, and beside it, is the triangle on black; where the text is opaque, white.
    private func check(_ image: Bitmap, _ triangle: Bitmap, _ label: Bitmap, _ frame: Int) {
      var (white, wrong) = (0, 0)
      #expect(abs(GLTests.inked(triangle) - 11_250) < 200, "frame \(frame)")
      let (image, triangle) = (GLTests.rows(of: image), GLTests.rows(of: triangle))
      let label = GLTests.rows(of: label)
      for (y, row) in image.enumerated() {
        for (x, pixel) in row.enumerated() {
          let isInside = label.indices.contains(y - 150) && label[0].indices.contains(x - 60)
          let ink = isInside ? label[y - 150][x - 60] >> 24 : 0
          if ink == 255 { white += 1 }
          let isRight =
            switch ink {
            case 255: pixel == 0xFFFF_FFFF
            case 0: pixel == triangle[y][x] | 0xFF00_0000
            default: true
            }
          if !isRight { wrong += 1 }
        }
      }
      #expect(white > 300 && wrong == 0, "frame \(frame): \(white) white, \(wrong) wrong")
    }

    /// The middle of the ink lies where the angle says.
    private func checkTurn(of triangle: Bitmap, by frame: Int) {
      var (sumX, sumY, count) = (0, 0, 0)
      for (y, row) in GLTests.rows(of: triangle).enumerated() {
        for (x, pixel) in row.enumerated() where pixel >> 24 != 0 {
          (sumX, sumY, count) = (sumX + x, sumY + y, count + 1)
        }
      }
      // The centroid lies 25 pixels below the middle before the turn.
      let turn = Angle.sineAndCosine(2 * .pi * Double(frame) / Double(Self.frames))
      let x = 149.5 + 25 * turn.sine
      let y = 149.5 + 25 * turn.cosine
      #expect(abs(Double(sumX) / Double(count) - x) < 0.5)
      #expect(abs(Double(sumY) / Double(count) - y) < 0.5)
    }
  }
#endif
