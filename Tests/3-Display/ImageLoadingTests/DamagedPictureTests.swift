// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import Testing
import TextTestSupport

@testable import ImageLoading

/// Damaged pictures of each format: each is read or refused.
@Suite struct DamagedPictureTests {
  /// Decodes like a store does; the code of the failure, or `nil`.
  private func decode(_ bytes: [UInt8]) -> ImageError.Code? {
    var limits = ImageStore.Configuration()
    limits.maximumPixelCount = 1 << 20
    do throws(ImageError) {
      let picture = try EncodedImage(
        bytes, of: "a", decoders: .withCodecs, limits: limits.limits, isFromDiskCache: false)
      let bitmap = try picture.decode(for: "a", pool: .shared, cancellation: .never)
      #expect((bitmap?.width ?? 0) > 0 && (bitmap?.height ?? 0) > 0)
      return nil
    } catch {
      return error.code
    }
  }

  private func damage(_ file: [UInt8], seed: UInt64) -> (read: Int, refused: Int) {
    let expected: Set<ImageError.Code?> = [nil, .damaged, .unknownFormat, .tooLarge]
    var (read, refused) = (0, 0)
    func check(_ bytes: [UInt8]) {
      let code = decode(bytes)
      #expect(expected.contains(code), "\(String(describing: code))")
      if code == nil { read += 1 } else { refused += 1 }
    }
    for length in stride(from: 0, to: file.count, by: 64) { check(Array(file[..<length])) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<600 {
      var changed = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Half of the changes in the header, whose numbers say how much memory is taken.
        let reach = Bool.random(using: &random) ? min(200, file.count) : file.count
        changed[Int.random(in: 0..<reach, using: &random)] =
          [0, 1, 4, 16, 0x7F, 0x80, 0xC2, 0xDA, 0xFF].randomElement(using: &random) ?? 0
      }
      check(changed)
    }
    return (read, refused)
  }

  @Test func pngIsReadOrRefused() throws {
    let file = try TestPicture.png(width: 60, height: 45)
    #expect(decode(file) == nil)
    let (_, refused) = damage(file, seed: 21)
    #expect(refused > 300)
  }

  #if JPEG
    @Test(arguments: [false, true]) func jpegIsReadOrRefused(isProgressive: Bool) throws {
      let file = try JPEGFile.bytes(
        TestPicture.bitmap(width: 60, height: 45), isProgressive: isProgressive)
      #expect(decode(file) == nil)
      let (read, refused) = damage(file, seed: 22)
      #expect(read > 100)
      #expect(refused > 50)
    }
  #endif

  #if WebP
    @Test(arguments: [false, true]) func webPIsReadOrRefused(isLossless: Bool) throws {
      let file = try WebPFile.bytes(
        TestPicture.bitmap(width: 60, height: 45), isLossless: isLossless)
      #expect(decode(file) == nil)
      let (_, refused) = damage(file, seed: 23)
      #expect(refused > 50)
    }
  #endif
}
