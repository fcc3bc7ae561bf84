// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Pictures in black and white, by the options of pictures.
struct OneBitPictureTests {
  private func render(_ arguments: String...) -> ToolRun {
    ToolRun(
      ["render", "--no-system-fonts", "--font", ToolRun.sans, "--text", "Sum 12,50"] + arguments
        + ["-o", "-"])
  }

  @Test func allFormatsShowTheSamePixels() throws {
    let pixels = render("--one-bit", "--format", "rgba").output
    #expect(Set(stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }) == [0, 255])
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0 + 3] == 255 })
    let image = try Bitmap(png: render("--one-bit").output)
    let (width, height) = (image.width, image.height)
    #expect(pixels.count == width * height * 4)
    var file = Array("P4\n\(width) \(height)\n".utf8)
    for y in 0..<height {
      for x in stride(from: 0, to: width, by: 8) {
        var byte: UInt8 = 0
        for bit in 0..<min(8, width - x) {
          let black = pixels[(y * width + x + bit) * 4] == 0
          #expect((image.pixel(x: x + bit, y: y) == 0xFF00_0000) == black)
          if black { byte |= 0x80 >> UInt8(bit) }
        }
        file.append(byte)
      }
    }
    #expect(render("--format", "pbm").output == file)
    #expect(render("--format", "pbm", "--one-bit").output == file)
    // One bit of grey.
    #expect(Array(render("--one-bit").output[24...25]) == [1, 0])
  }

  @Test func ditheringIsByChoice() {
    let gray = ["--color", "#808080", "--format", "pbm"]
    let plain = ToolRun(["render", "--text", "█", "--no-system-fonts"] + gray + ["-o", "-"]).output
    let pattern = ToolRun(
      ["render", "--text", "█", "--no-system-fonts", "--dither", "ordered"] + gray + ["-o", "-"]
    ).output
    #expect(plain.count == pattern.count && plain != pattern)
    let dark = ToolRun(
      ["render", "--text", "█", "--no-system-fonts", "--threshold", "0.9"] + gray + ["-o", "-"]
    ).output
    #expect(dark != plain)
  }

  @Test func whatHasNoEffectIsNoted() {
    #expect(render("--dither", "ordered").errors.contains("black and white pixels alone"))
    #expect(
      render("--one-bit", "--format", "svg-picture").errors.contains(
        "no effect on shapes and opacity"))
    #expect(render("--threshold", "2", "--one-bit").status != 0)
    #expect(render("--dither", "wild", "--one-bit").status != 0)
  }
}
