// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import ImageLoading

/// Pictures of the formats of `ImageCodecs`; PNG alone without its traits.
@Suite struct CodecTests {
  private func image(_ bytes: [UInt8], maximumSize: PixelSize? = nil) async throws -> Bitmap {
    let store = ImageStore(
      loader: GatedLoader(["a": bytes]), decoders: .withCodecs, configuration: .patient)
    return try await store.image(for: ImageRequest("a", maximumSize: maximumSize))
  }

  /// The greatest difference of a channel at the middles of the cells of 4 × 4 pixels.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var greatest = 0
    for y in stride(from: 2, to: min(a.height, b.height), by: 4) {
      for x in stride(from: 2, to: min(a.width, b.width), by: 4) {
        let (p, q) = (a.pixel(x: x, y: y), b.pixel(x: x, y: y))
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          greatest = max(greatest, abs(Int(p >> shift & 255) - Int(q >> shift & 255)))
        }
      }
    }
    return greatest
  }

  /// An opaque picture of large cells, which differ from each other.
  private func picture(width: Int = 64, height: Int = 32) throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: width, height: height), background: .white)
    for y in 0..<height / 16 {
      for x in 0..<width / 16 {
        try context.fill(
          Rect(x: Double(x) * 16, y: Double(y) * 16, width: 16, height: 16),
          with: Color(
            red: Double(x * 16) / Double(width), green: Double(y * 16) / Double(height),
            blue: Double((x + y) % 3) / 3))
      }
    }
    return context.makeBitmap()
  }

  @Test func pngIsReducedAfterItIsDecoded() throws {
    let small = try #require(
      try ImageDecoders.standard.bitmap(
        of: picture(width: 64, height: 32).pngData(), maximumSize: PixelSize(width: 32, height: 32))
    )
    #expect(small.pixelSize == PixelSize(width: 32, height: 16))
    #expect(throws: ImageError.self) { try ImageDecoders.standard.bitmap(of: [1, 2, 3]) }
  }

  /// The picture as it is stored lies beside the one that is turned, wherever the file says so.
  @Test func theMemoryOfATurnedPNGIsKnown() throws {
    var file = PNGFile(width: 32, height: 20)
    func byteCount() throws -> Int {
      try PNGImageDecoder().header(of: file.bytes { x, _, _ in x }, maximumSize: nil)
        .decodingByteCount
    }
    #expect(try byteCount() == 2560)
    file.exif =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
      + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    for isLate in [false, true] {
      file.isExifLate = isLate
      #expect(try byteCount() == 5120)
    }
  }

  @Test func pngIsAmongThem() async throws {
    #expect(try await image(TestPicture.png()) == TestPicture.bitmap())
  }

  #if JPEG
    @Test(arguments: [false, true]) func jpegIsRead(isProgressive: Bool) async throws {
      let original = try picture()
      let read = try await image(JPEGFile.bytes(original, isProgressive: isProgressive))
      #expect(read.pixelSize == original.pixelSize)
      #expect(difference(read, original) <= 6)
    }

    /// The upper left pixel and the size as each orientation says (Exif 2.32, 4.6.4).
    @Test func jpegIsTurned() async throws {
      let original = try picture()
      let corners = [
        (2, 2), (61, 2), (61, 29), (2, 29), (2, 2), (2, 29), (61, 29), (61, 2),
      ]
      // The neighbour in the first row.
      let nexts = [
        (20, 2), (43, 2), (43, 29), (20, 29), (2, 20), (2, 11), (61, 11), (61, 20),
      ]
      for orientation in 1...8 {
        let read = try await image(
          JPEGFile.bytes(original, orientation: UInt8(orientation)))
        let size = orientation < 5 ? (64, 32) : (32, 64)
        #expect((read.width, read.height) == size)
        for (x, place) in [(2, corners[orientation - 1]), (20, nexts[orientation - 1])] {
          let (p, q) = (read.pixel(x: x, y: 2), original.pixel(x: place.0, y: place.1))
          for shift in stride(from: UInt32(0), to: 32, by: 8) {
            #expect(
              abs(Int(p >> shift & 255) - Int(q >> shift & 255)) <= 6,
              "orientation \(orientation), column \(x)")
          }
        }
      }
    }

    @Test func jpegIsReducedWhileItIsDecoded() async throws {
      let original = try picture(width: 640, height: 320)
      let file = try JPEGFile.bytes(original)
      let half = PixelSize(width: 160, height: 160)
      let header = try JPEGImageDecoder().header(of: file, maximumSize: half)
      #expect(header.size == PixelSize(width: 640, height: 320))
      #expect(header.decodingByteCount == 160 * 80 * 4)
      let small = try await image(file, maximumSize: half)
      #expect(small.pixelSize == PixelSize(width: 160, height: 80))
      // Between two eighths, the rest is reduced afterwards.
      let odd = try await image(file, maximumSize: PixelSize(width: 150, height: 99))
      #expect(odd.pixelSize == PixelSize(width: 150, height: 75))
      let (p, q) = (small.pixel(x: 90, y: 50), original.pixel(x: 362, y: 202))
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        #expect(abs(Int(p >> shift & 255) - Int(q >> shift & 255)) <= 6)
      }
    }

    /// Each pixel is about the mean of those that it covers, also of sides that cannot be halved.
    @Test func jpegIsReadAtAPartOfItsSize() throws {
      let original = try picture(width: 240, height: 112)
      let file = try JPEGFile.bytes(original)
      for (level, scale) in JPEGScale.allCases.enumerated() {
        #expect(JPEGScale(level: level) == scale)
        let read = try #require(try JPEGImageDecoder().bitmap(of: file, scale: scale))
        let size = PixelSize(width: 240 >> level, height: 112 >> level)
        #expect(read.pixelSize == size)
        let same = try #require(
          try ImageDecoders.withCodecs.bitmap(of: file, maximumSize: size))
        #expect(same == read)
        // In the middle of a cell of 16 pixels.
        let (p, q) = (read.pixel(x: 104 >> level, y: 56 >> level), original.pixel(x: 104, y: 56))
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          #expect(abs(Int(p >> shift & 255) - Int(q >> shift & 255)) <= 6, "level \(level)")
        }
      }
      // Sides are rounded up, and no pixel is made that is not asked for.
      let odd = try JPEGFile.bytes(picture(width: 255, height: 101))
      let half = PixelSize(width: 128, height: 51)
      let read = try #require(try JPEGImageDecoder().bitmap(of: odd, scale: .half))
      #expect(read.pixelSize == half)
      #expect(try ImageDecoders.withCodecs.bitmap(of: odd, maximumSize: half) == read)
      #expect(
        try JPEGImageDecoder().header(of: odd, maximumSize: half).decodingByteCount
          == 128 * 51 * 4)
      let flag = CancellationFlag()
      flag.set()
      #expect(
        try JPEGImageDecoder().bitmap(
          of: odd, scale: .eighth, cancellation: Cancellation(flag: flag)) == nil)
    }

    /// Inverted CMYK: red, green and blue times black. Files without Adobe's marker are no
    /// different: browsers, ImageMagick and Pillow read them in the same way.
    @Test(arguments: [true, false], [false, true])
    func cmykIsRead(hasMarker: Bool, isProgressive: Bool) async throws {
      var context = try GraphicsContext(pixels: PixelSize(width: 16, height: 16))
      // Premultiplied (128, 64, 0, 128).
      try context.fill(
        Rect(width: 16, height: 16), with: Color(red: 1, green: 0.5, blue: 0, alpha: 128.0 / 255))
      let file = try JPEGFile.bytes(
        context.makeBitmap(), isProgressive: isProgressive, isCMYK: true,
        hasAdobeMarker: hasMarker)
      #expect(file.indices.contains { file[$0...].starts(with: "Adobe".utf8) } == hasMarker)
      let read = try await image(file)
      let pixel = read.pixel(x: 8, y: 8)
      #expect(abs(Int(pixel & 255) - 64) <= 3)
      #expect(abs(Int(pixel >> 8 & 255) - 32) <= 3)
      #expect(pixel >> 16 & 255 <= 3)
      #expect(pixel >> 24 == 255)
    }

    /// What there is of a picture is shown, wherever it is cut off behind its first scan: also
    /// within the tables between two scans, which count as not there.
    @Test func ofAJPEGThatIsCutOffTheBeginningIsRead() async throws {
      let original = try picture()
      let file = try JPEGFile.bytes(original, isProgressive: true)
      func segments(_ marker: UInt8) -> [Int] {
        file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == marker }
      }
      let (scans, tables) = (segments(0xDA), segments(0xC4))
      let last = try #require(tables.last { $0 > scans[0] })
      let whole = try await image(Array(file[..<last]))
      for count in last + 1...last + 20 {
        #expect(try await image(Array(file[..<count])) == whole, "\(count - last) bytes of tables")
      }
      for count in stride(from: scans[1], to: file.count, by: 7) {
        #expect(try await image(Array(file[..<count])).pixelSize == original.pixelSize, "\(count)")
      }
      // A file that is whole, with bytes behind its end or before a marker, is not cut.
      let complete = try await image(file)
      #expect(difference(complete, original) <= 6)
      #expect(try await image(file + [1, 2, 0xFF, 0xC4, 9]) == complete)
      #expect(try await image(file[..<last] + [0xFF, 0xFF] + file[last...] + [0]) == complete)
      // Only the end is missing.
      #expect(try await image(Array(file.dropLast(2))) == complete)
    }

    /// Exif data of neither byte order say nothing.
    @Test func exifOfAnUnknownOrderTurnsNothing() async throws {
      var file = try JPEGFile.bytes(picture(), orientation: 6)
      #expect(try await image(file).pixelSize == PixelSize(width: 32, height: 64))
      let start = try #require(file.indices.first { file[$0...].starts(with: "MM\0*".utf8) })
      for (place, byte) in [(0, 0x4E), (1, 0x49), (3, 0x2B)] as [(Int, UInt8)] {
        let right = file[start + place]
        file[start + place] = byte
        #expect(try await image(file).pixelSize == PixelSize(width: 64, height: 32), "\(place)")
        file[start + place] = right
      }
    }

    @Test func jpegIsPolled() throws {
      for isProgressive in [false, true] {
        let file = try JPEGFile.bytes(
          picture(width: 1024, height: 512), isProgressive: isProgressive)
        let flag = CancellationFlag()
        flag.set()
        #expect(
          try JPEGImageDecoder().bitmap(
            of: file, maximumSize: nil, pool: .shared, cancellation: Cancellation(flag: flag))
            == nil)
      }
    }

    @Test func lyingJPEGIsRefused() async throws {
      var file = try JPEGFile.bytes(picture())
      let start = try #require(
        file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
      for (offset, byte) in [(5, 0x75), (6, 0x30), (7, 0x75), (8, 0x30)] {
        file[start + offset] = UInt8(byte)
      }
      let store = ImageStore(
        loader: GatedLoader(["a": file]), decoders: .withCodecs, configuration: .patient)
      #expect(await failure(of: "a", in: store)?.code == .tooLarge)
    }
  #else
    @Test func jpegIsUnknownWithoutItsTrait() async {
      let store = ImageStore(
        loader: GatedLoader(["a": [0xFF, 0xD8, 0xFF, 0xE0]]), decoders: .withCodecs,
        configuration: .patient)
      #expect(await failure(of: "a", in: store)?.code == .unknownFormat)
    }
  #endif

  #if WebP
    @Test func webPIsRead() async throws {
      let original = try picture()
      let lossless = try await image(WebPFile.bytes(original, isLossless: true))
      #expect(lossless == original)
      let lossy = try await image(WebPFile.bytes(original, isLossless: false))
      #expect(lossy.pixelSize == original.pixelSize)
      #expect(difference(lossy, original) <= 24)
    }

    /// Bytes (200, 100, 0, 128) of straight colour are (100, 50, 0, 128) premultiplied.
    @Test func webPIsPremultiplied() async throws {
      var buffer = try BitmapBuffer(width: 16, height: 16)
      buffer.withUnsafeMutableBytes { bytes in
        for i in stride(from: 0, to: bytes.count, by: 4) {
          for (channel, value) in [200, 100, 0, 128].enumerated() {
            bytes[i + channel] = UInt8(value)
          }
        }
      }
      let read = try await image(WebPFile.bytes(buffer.freeze(), isLossless: true))
      let pixel = read.pixel(x: 5, y: 5)
      #expect(abs(Int(pixel & 255) - 100) <= 1)
      #expect(abs(Int(pixel >> 8 & 255) - 50) <= 1)
      #expect(pixel >> 24 == 128)
    }

    /// Products with an opacity are rounded to the nearest: 198 · 18 / 255 = 13.98.
    @Test(arguments: [1, 18, 77, 128, 200, 254, 255])
    func coloursOfAWebPAreMultipliedExactly(alpha: Int) async throws {
      var buffer = try BitmapBuffer(width: 256, height: 1)
      buffer.withUnsafeMutableBytes { bytes in
        for x in 0..<256 {
          for (i, value) in [x, 255 - x, 198, alpha].enumerated() {
            bytes[4 * x + i] = UInt8(value)
          }
        }
      }
      let read = try await image(WebPFile.bytes(buffer.freeze(), isLossless: true))
      func product(_ value: Int) -> UInt32 { UInt32((value * alpha * 2 + 255) / 510) }
      for x in 0..<256 {
        let expected =
          product(x) | product(255 - x) << 8 | product(198) << 16 | UInt32(alpha) << 24
        #expect(read.pixel(x: x, y: 0) == expected, "\(x)")
      }
    }

    /// The first frame of an animation, in its place: clear around, whatever the background colour.
    @Test func ofAnAnimatedWebPTheFirstFrameIsRead() async throws {
      let size = PixelSize(width: 16, height: 8)
      func frame(_ color: Color, isLossless: Bool) throws -> [UInt8] {
        try WebPFile.bytes(
          GraphicsContext(pixels: size, background: color).makeBitmap(), isLossless: isLossless)
      }
      let half = Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255)
      for isLossless in [true, false] {
        // Straight (128, 0, 0, 128) as the encoder reads the bytes: (64, 0, 0) premultiplied.
        let first = try frame(half, isLossless: isLossless)
        let second = try frame(.blue, isLossless: isLossless)
        let file = WebPFile.animation(
          width: 32, height: 24, [(6, 4, first, size), (0, 0, second, size)])
        let read = try await image(file)
        #expect(read.pixelSize == PixelSize(width: 32, height: 24))
        for (x, y, isInside) in [
          (5, 4, false), (6, 3, false), (6, 4, true), (21, 11, true), (22, 11, false),
          (21, 12, false), (31, 23, false), (12, 8, true),
        ] {
          let pixel = read.pixel(x: x, y: y)
          #expect(pixel >> 24 == (isInside ? 128 : 0), "\(x), \(y)")
          #expect(abs(Int(pixel & 255) - (isInside ? 64 : 0)) <= (isLossless ? 1 : 4), "\(x), \(y)")
          #expect(pixel >> 8 & 255 <= 4)
        }
        // A frame of the whole size.
        let whole = WebPFile.animation(width: 16, height: 8, [(0, 0, second, size)])
        #expect(try await image(whole).pixel(x: 15, y: 7) == 0xffff_0000)
        // Cut off anywhere, or beyond its canvas: an error, and no crash.
        for count in stride(from: 0, to: file.count - second.count - 30, by: 3) {
          let store = ImageStore(
            loader: GatedLoader(["a": Array(file.prefix(count))]), decoders: .withCodecs,
            configuration: .patient)
          #expect(await failure(of: "a", in: store) != nil, "\(count)")
        }
        let outside = WebPFile.animation(width: 20, height: 24, [(6, 4, first, size)])
        let store = ImageStore(
          loader: GatedLoader(["a": outside]), decoders: .withCodecs, configuration: .patient)
        #expect(await failure(of: "a", in: store)?.code == .damaged)
      }
    }

    @Test func webPIsPolled() throws {
      let file = try WebPFile.bytes(
        TestPicture.bitmap(width: 256, height: 256), isLossless: true)
      let flag = CancellationFlag()
      flag.set()
      #expect(
        try WebPImageDecoder().bitmap(
          of: file, maximumSize: nil, pool: .shared, cancellation: Cancellation(flag: flag))
          == nil)
    }
  #endif
}
