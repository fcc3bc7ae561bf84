// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import ImageLoading
@testable import SystemFiles
@testable import SystemLanes

/// What `ImageCodecs` writes is read again; pictures in rows are those that its decoders read.
@Suite struct CodecWriterTests {
  /// A bitmap of one straight colour.
  private func bitmap(_ color: Color, width: Int = 20, height: Int = 10) throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    try context.fill(Rect(width: Double(width), height: Double(height)), with: color)
    return context.makeBitmap()
  }

  /// A picture without opacity, of which straight and premultiplied pixels are the same.
  private func opaque(width: Int, height: Int) throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: width, height: height), background: .white)
    try context.draw(
      TestPicture.bitmap(width: width, height: height),
      in: Rect(width: Double(width), height: Double(height)))
    return context.makeBitmap()
  }

  private func channels(_ pixel: UInt32) -> [Int] {
    [0, 8, 16, 24].map { Int(pixel >> $0 & 255) }
  }

  private func stream(_ bytes: [UInt8], piece: Int = 1000) -> ByteStream {
    var rest = bytes[...]
    return ByteStream {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
  }

  /// All rows of a picture, read by a few at a time.
  private func pixels(_ file: [UInt8], rowsAtOnce: Int = 7) throws -> [UInt8] {
    let reader = try PictureFormat.rows(of: stream(file), side: 10_000)
    let rowBytes = reader.size.width * 4
    var result: [UInt8] = []
    while result.count < rowBytes * reader.size.height {
      let count = min(rowsAtOnce, reader.size.height - result.count / rowBytes)
      var rows = [UInt8](repeating: 7, count: count * rowBytes)
      var span = rows.mutableSpan
      try reader.read(count, into: &span)
      result += rows
    }
    return result
  }

  private func pixels(of bitmap: Bitmap) -> [UInt8] {
    bitmap.withUnsafeBytes { bytes in
      (0..<bitmap.height).flatMap { y in
        Array(bytes[y * bitmap.bytesPerRow..<y * bitmap.bytesPerRow + bitmap.width * 4])
      }
    }
  }

  @Test func aPNGIsReadInRows() throws {
    let file = try opaque(width: 60, height: 45).pngData()
    #expect(try pixels(file) == pixels(of: Bitmap(png: file)))
  }

  @Test func otherFilesAreRefused() {
    for bytes in [[], [1, 2, 3], Array("RIFF\0\0\0\0WEBP".utf8), Array("GIF89a".utf8)] as [[UInt8]]
    {
      let error = #expect(throws: ImageError.self) {
        try PictureFormat.rows(of: stream(bytes), side: 99)
      }
      #expect(error?.code == .unknownFormat)
    }
  }

  #if JPEG
    @Test func aJPEGIsWrittenOnWhite() throws {
      // (255, 128, 0) at half opacity on white: 255, 191, 127.
      let color = Color(red: 1, green: 128.0 / 255, blue: 0, alpha: 128.0 / 255)
      for quality in [100, 50, 0, 1000] {
        let file = try JPEGWriter(quality: quality).data(of: bitmap(color))
        let read = try #require(try ImageDecoders.withCodecs.bitmap(of: file))
        #expect(read.pixelSize == PixelSize(width: 20, height: 10))
        let limit = quality == 100 || quality == 1000 ? 2 : quality == 50 ? 6 : 64
        for (found, meant) in zip(channels(read.pixel(x: 9, y: 5)), [255, 191, 127, 255]) {
          #expect(abs(found - meant) <= limit, "quality \(quality): \(found), \(meant)")
        }
      }
    }

    @Test func straightPixelsAreTheSameJPEG() throws {
      let (width, height) = (37, 21)
      var straight: [UInt8] = []
      for i in 0..<width * height {
        straight.append(UInt8(i % 251))
        straight.append(UInt8(i % 13 * 19))
        straight.append(UInt8(i % 7 * 31))
        straight.append(255)
      }
      let size = PixelSize(width: width, height: height)
      let writer = JPEGWriter(quality: 80)
      let opaque = try writer.data(
        of: straight.span, size: size, bytesPerRow: width * 4, isOpaque: true)
      #expect(
        try writer.data(of: straight.span, size: size, bytesPerRow: width * 4, isOpaque: false)
          == opaque)
      // A part of it, row by row.
      let part = try writer.data(
        of: straight.span.extracting(5 * 4..<straight.count),
        size: PixelSize(width: 16, height: 16), bytesPerRow: width * 4, isOpaque: true)
      let bitmap = try ImageDecoders.withCodecs.bitmap(of: part)
      #expect(bitmap?.pixelSize == PixelSize(width: 16, height: 16))
    }

    /// Halved colour is a smaller file, and less of an edge of colour.
    @Test func colourIsHalvedBelow90() throws {
      var context = try GraphicsContext(
        pixels: PixelSize(width: 64, height: 64), background: .white)
      for x in stride(from: 0.0, to: 64, by: 2) {
        try context.fill(
          Rect(x: x, y: 0, width: 1, height: 64), with: Color(red: 1, green: 0, blue: 0))
      }
      let stripes = context.makeBitmap()
      let decoders = ImageDecoders.withCodecs
      for (quality, isHalved) in [(89, true), (90, false)] {
        let read = try #require(
          try decoders.bitmap(of: JPEGWriter(quality: quality).data(of: stripes)))
        let (red, white) = (channels(read.pixel(x: 20, y: 9)), channels(read.pixel(x: 21, y: 9)))
        // The difference of blue, which is mostly one of colour.
        #expect((white[2] - red[2] < 215) == isHalved, "quality \(quality): \(red), \(white)")
      }
    }

    @Test(arguments: [(false, false), (false, true), (true, false)])
    func aJPEGIsReadInRows(isGray: Bool, isCMYK: Bool) throws {
      for isProgressive in [false, true] {
        let file = try JPEGFile.bytes(
          TestPicture.bitmap(width: 61, height: 45), isProgressive: isProgressive, isCMYK: isCMYK,
          isGray: isGray)
        let whole = try #require(try ImageDecoders.withCodecs.bitmap(of: file))
        #expect(try pixels(file) == pixels(of: whole))
        #expect(try pixels(file, rowsAtOnce: 1) == pixels(of: whole))
      }
    }

    @Test func aTurnedJPEGIsReadAsStored() throws {
      let picture = try TestPicture.bitmap(width: 61, height: 45)
      let file = try JPEGFile.bytes(picture, orientation: 6)
      let reader = try PictureFormat.rows(of: stream(file), side: 99)
      #expect(reader.size == PixelSize(width: 61, height: 45) && reader.isOpaque)
      #expect(reader.notes.count == 1 && reader.notes[0].contains("Exif orientation 6"))
      let upright = try PictureFormat.rows(of: stream(JPEGFile.bytes(picture)), side: 99)
      #expect(upright.notes.isEmpty)
      #expect(throws: ImageError.self) { try PictureFormat.rows(of: stream(file), side: 60) }
    }

    /// Unlike for a bitmap, missing rows are no grey ones.
    @Test func aDamagedJPEGIsAnErrorInRows() throws {
      for isProgressive in [false, true] {
        let file = try JPEGFile.bytes(
          TestPicture.bitmap(width: 200, height: 150), isProgressive: isProgressive)
        for length in stride(from: 0, to: file.count - 40, by: 97) {
          #expect(throws: ImageError.self, "\(length)") { try pixels(Array(file[..<length])) }
        }
        var random = SeededGenerator(seed: 31)
        var refused = 0
        for _ in 0..<300 {
          var changed = file
          changed[Int.random(in: 2..<file.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
          do { _ = try pixels(changed) } catch {
            #expect(error is ImageError)
            refused += 1
          }
        }
        #expect(refused > 20)
      }
    }

    @Test func aProgressiveJPEGIsBounded() throws {
      var file = try JPEGFile.bytes(TestPicture.bitmap(width: 64, height: 64), isProgressive: true)
      let start = try #require(
        file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC2 })
      file.replaceSubrange(start + 5..<start + 9, with: [0xEA, 0x60, 0xEA, 0x60])
      let error = #expect(throws: ImageError.self) {
        try PictureFormat.rows(of: stream(file), side: 1 << 20)
      }
      #expect(error?.code == .tooLarge)
    }

    @Test func readingAJPEGInRowsIsPolled() throws {
      for isProgressive in [false, true] {
        let file = try JPEGFile.bytes(
          TestPicture.bitmap(width: 200, height: 150), isProgressive: isProgressive)
        let flag = CancellationFlag()
        flag.set()
        #expect(throws: CancellationError.self) {
          let reader = try PictureFormat.rows(
            of: stream(file), side: 999, cancellation: Cancellation(flag: flag))
          var rows = [UInt8](repeating: 0, count: 200 * 150 * 4)
          var span = rows.mutableSpan
          try reader.read(150, into: &span)
        }
      }
    }
  #endif

  #if WebP
    /// More effort makes a smaller file; what a lossless one shows does not depend on it.
    @Test func effortIsOfTheFile() throws {
      let picture = try opaque(width: 200, height: 150)
      let lossy = try (0...6).map { try WebPWriter(effort: $0).data(of: picture) }
      #expect(lossy[6].count < lossy[0].count)
      #expect(try WebPWriter().data(of: picture) == lossy[4])
      #expect(try WebPWriter(effort: 99).data(of: picture) == lossy[6])
      #expect(try WebPWriter(effort: -1).data(of: picture) == lossy[0])
      let exact = try (0...6).map { try WebPWriter(isLossless: true, effort: $0).data(of: picture) }
      #expect(try WebPWriter(isLossless: true).data(of: picture) == exact[4])
      for file in exact {
        #expect(try ImageDecoders.withCodecs.bitmap(of: file) == picture)
      }
    }

    @Test func aWebPIsWritten() throws {
      let picture = try opaque(width: 61, height: 45)
      let decoders = ImageDecoders.withCodecs
      let lossless = try #require(
        try decoders.bitmap(of: WebPWriter(isLossless: true).data(of: picture)))
      #expect(lossless == picture)
      let half = try bitmap(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
      let file = try WebPWriter(quality: 90).data(of: half)
      let read = try #require(try decoders.bitmap(of: file))
      for (found, meant) in zip(channels(read.pixel(x: 9, y: 5)), channels(half.pixel(x: 9, y: 5)))
      {
        #expect(abs(found - meant) <= 4)
      }
      #expect(try WebPWriter(quality: 90).data(of: half) == file)
      let wide = try bitmap(.white, width: 16_384, height: 1)
      let error = #expect(throws: ImageError.self) { try WebPWriter().data(of: wide) }
      #expect(error?.code == .tooLarge)
    }

    @Test("A lossy WebP has the bytes of libwebp's simple function, a lossless one as well")
    func webPsAreThoseOfTheSimpleFunctions() throws {
      let picture = try opaque(width: 161, height: 145)
      for isLossless in [false, true] {
        let file = try WebPWriter(quality: 95, isLossless: isLossless).data(of: picture)
        #expect(try file == WebPFile.bytes(picture, isLossless: isLossless))
      }
    }

    @Test("A WebP that is being packed stops at the next step", arguments: [false, true])
    func aWebPIsStopped(isLossless: Bool) throws {
      // 512 rows are 32 of macroblocks, each a step of the lossy kind.
      let picture = try opaque(width: 512, height: 512)
      let writer = WebPWriter(isLossless: isLossless)
      /// The polls of a packing, of which one and those after it say that it is to stop.
      func polls(stoppingAt last: Int) -> (count: Int, isPacked: Bool) {
        let count = Mutex(0)
        let flag = CancellationFlag { flag in
          if count.withLock({
            $0 += 1
            return $0
          }) >= last {
            flag.set()
          }
        }
        let file = try? writer.data(of: picture, cancellation: Cancellation(flag: flag))
        return (count.withLock { $0 }, file != nil)
      }
      let whole = polls(stoppingAt: .max)
      #expect(whole.isPacked && whole.count >= (isLossless ? 4 : 30), "\(whole)")
      for last in [1, 2, whole.count / 2] {
        let stopped = polls(stoppingAt: last)
        #expect(!stopped.isPacked && stopped.count == last, "\(last): \(stopped)")
      }
    }

    @Test("A task that is cancelled ends the packing of its WebP")
    func aWebPEndsWithItsTask() async throws {
      let picture = try opaque(width: 512, height: 512)
      let lanes = RenderLanes(count: 1)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await WebPWriter().data(of: picture, on: lanes)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await WebPWriter().data(of: picture, on: lanes) == WebPWriter().data(of: picture))
    }
  #endif
}
