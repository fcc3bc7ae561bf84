// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemFiles
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import TextFonts

struct FontFileTests {
  func code(_ body: () throws -> Void) -> FontError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FontError)?.code
    }
  }

  func bytes(_ name: String) throws -> [UInt8] {
    let blob = try FontFile(path: BundledFonts.path(name)).blob
    return blob.copy(0..<blob.count)
  }

  /// A file of its own, removed afterwards.
  func withFile<R>(_ content: [UInt8], _ body: (String) throws -> R) throws -> R {
    var template = Array("/tmp/TextFontsTests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    try #require(write(descriptor, content, content.count) == content.count)
    close(descriptor)
    return try body(path)
  }

  private func read(_ path: String, mayMap: Bool) throws -> FontBlob.ReadFile {
    try FontBlob.read(FontFile.open(ScopedFile(path)), path, mayMap: mayMap)
  }

  /// A file that is cut off while it is used must not end the process: outside the folders of
  /// package managers it is read.
  @Test func onlyInstalledFilesAreMapped() throws {
    let font = try bytes("NotoSansThai-Regular.ttf")
    try withFile(font) { path in
      chmod(path, 0o644)
      let read = try self.read(path, mayMap: true)
      #expect(!read.isMapped)
      truncate(path, 0)
      #expect(read.blob.copy(0..<read.blob.count) == font)
      let detour = "/usr/share/../.." + path
      #expect(try !self.read(detour, mayMap: true).isMapped)
    }
  }

  /// The private memory of this process, in bytes.
  private static func privateMemory() throws -> Int {
    let file = try #require(fopen("/proc/self/status", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("RssAnon:") { return (Int(text.split { !$0.isNumber }[0]) ?? 0) << 10 }
    }
    return 0
  }

  /// The bytes of a file that was read go with the last reference to them. In a process of its own:
  /// other tests take memory meanwhile.
  @Test func memoryOfReadFilesIsFreed() async {
    await #expect(processExitsWith: .success) {
      let path = BundledFonts.path("NotoSansCJK-Common.otf")
      let size = try FontFile(path: path).byteCount
      let before = try FontFileTests.privateMemory()
      for _ in 0..<20 { #expect(try FontFile(path: path).face().glyphCount > 0) }
      #expect(try FontFileTests.privateMemory() < before + 8 * size)
    }
  }

  /// A mapped file has the bytes of the file, and a face keeps them without the file object.
  @Test func installedFilesAreMapped() throws {
    let path = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
    guard let mapped = try? read(path, mayMap: true) else { return }
    let read = try self.read(path, mayMap: false)
    #expect(mapped.isMapped && !read.isMapped)
    #expect(mapped.blob.copy(0..<mapped.blob.count) == read.blob.copy(0..<read.blob.count))
    let file = try FontFileCache.host.file(atPath: path)
    #expect(try file.identity == FontFile(path: path).identity)
    let face = try file.face()
    #expect(face.familyName == "Noto Color Emoji")
  }

  @Test func whatIsNoFontIsRefused() throws {
    #expect(code { _ = try FontFile(path: "/no/such/file.ttf") } == .unreadable)
    #expect(code { _ = try FontFile(path: "/") } == .unreadable)
    #expect(code { _ = try FontFile(path: "/dev/zero") } == .unreadable)
    #expect(code { _ = try FontFile(path: "a\0b") } == .unreadable)
    #expect(code { _ = try FontFile(data: []) } == .notAFont)
    #expect(code { _ = try FontFile(data: Array("no font at all".utf8)) } == .notAFont)
    let file = try FontFile(path: BundledFonts.path("NotoSans-Regular.ttf"))
    #expect(code { _ = try file.face(at: 1) } == .faceIndexOutOfRange)
    #expect(code { _ = try file.face(at: -1) } == .faceIndexOutOfRange)
  }

  @Test func aFileThatIsCutOffIsRefused() throws {
    let content = try bytes("NotoSansThai-Regular.ttf")
    for count in [1000, 20_000, content.count / 2, content.count - 8] {
      let cut = Array(content.prefix(count))
      #expect(code { _ = try FontFile(data: cut).face() } == .malformed, "\(count) bytes")
    }
    _ = try FontFile(data: content).face()
  }

  @Test func aFileThatShrinksDoesNoHarm() throws {
    let content = try bytes("NotoSansThai-Regular.ttf")
    try withFile(content) { path in
      let font = try FontFile(path: path).face().font()
      truncate(path, 100)
      let glyph = try #require(font.glyph(for: "ก"))
      #expect(!font.outline(of: glyph).isEmpty)
    }
  }

  @Test func aChangedFileIsReadAgain() throws {
    try withFile(bytes("NotoSansThai-Regular.ttf")) { path in
      let first = try FontFile.shared(path: path)
      #expect(try FontFile.shared(path: path) === first)
      let file = try #require(fopen(path, "wb"))
      let other = try bytes("NotoSansThai-Bold.ttf")
      fwrite(other, 1, other.count, file)
      fclose(file)
      let second = try FontFile.shared(path: path)
      #expect(second !== first)
      #expect(try second.face().postScriptName == "NotoSansThai-Bold")
    }
  }

  /// A cut or damaged font is refused or answers something; it never traps.
  @Test func damagedFontsAreSurvived() throws {
    let content = try bytes("NotoSansThai-Regular.ttf")
    var random = SeededGenerator(seed: 3)
    for round in 0..<120 {
      var damaged = content
      if round % 2 == 0 {
        damaged = Array(content.prefix(Int.random(in: 0..<content.count, using: &random)))
      }
      for _ in 0..<20 where !damaged.isEmpty {
        damaged[Int.random(in: 0..<min(damaged.count, 4000), using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      guard let face = try? FontFile(data: damaged).face() else { continue }
      let font = face.font()
      #expect(font.metrics.ascent.isFinite)
      _ = (face.names, face.traits, face.coverage.count, face.namedInstances)
      for glyph in [0, 1, 5, 60, 70_000] as [UInt32] {
        _ = (font.outline(of: glyph), font.glyphName(glyph), font.advance(of: glyph))
        _ = (font.freeTypeOutline(of: glyph), font.colorGlyph(glyph))
      }
    }
  }

  @Test func memoryAndFileAgree() throws {
    let face = try FontFile(data: bytes("NotoSerif-BoldItalic.ttf"), name: "x").face()
    #expect(face.familyName == "Noto Serif")
    #expect(face.traits == FontTraits(weight: 700...700, slant: .italic))
    #expect(face.unitsPerEm == 1000)
    #expect(face.font().glyphName(3) == "space")
    #expect(face.font() == face.font())
    #expect(face.coverage.contains("я"))
    #expect(!face.coverage.contains("ก"))
  }
}
