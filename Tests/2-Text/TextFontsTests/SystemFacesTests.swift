// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import Testing

@testable import TextFonts

/// Faces copied out of fontconfig's sets, compared with the sets.
struct SystemFacesTests {
  /// Sets of characters with alike and different blocks, empty and full ones, and the last
  /// character of all.
  private static let characters: [[UInt32]] = [
    Array(0x20...0x7E), Array(0x20...0x7E) + Array(0x4E00...0x9FFF), [],
    [0, 255, 256, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF],
    stride(from: 0, to: 0x11000, by: 7).map { UInt32($0) },
  ]

  private func charset(_ characters: [UInt32]) -> OpaquePointer? {
    let set = unsafe FcCharSetCreate()
    for c in characters { unsafe FcCharSetAddChar(set, c) }
    return unsafe set
  }

  private func withSets(_ body: ([UnsafeMutablePointer<FcFontSet>]) throws -> Void) throws {
    let sets = try unsafe [
      #require(unsafe FcFontSetCreate()), #require(unsafe FcFontSetCreate()),
    ]
    defer { for i in unsafe sets.indices { unsafe FcFontSetDestroy(sets[i]) } }
    func add(
      _ path: String, index: Int32, characters: [UInt32], format: String = "TrueType",
      color: Bool = false, to number: Int
    ) {
      let pattern = unsafe FcPatternCreate()
      unsafe FcPatternAddString(pattern, FC_FILE, path)
      unsafe FcPatternAddInteger(pattern, FC_INDEX, index)
      unsafe FcPatternAddString(pattern, FC_FONTFORMAT, format)
      unsafe FcPatternAddBool(pattern, FC_COLOR, color ? 1 : 0)
      let charset = unsafe charset(characters)
      unsafe FcPatternAddCharSet(pattern, FC_CHARSET, charset)
      unsafe FcCharSetDestroy(charset)
      unsafe FcFontSetAdd(sets[number], pattern)
    }
    for (i, characters) in Self.characters.enumerated() {
      add("/fonts/\(i).ttf", index: Int32(i), characters: characters, color: i == 3, to: i & 1)
    }
    // Two instances of the first face, a face that cannot be used, and another face of the first
    // file.
    add("/fonts/0.ttf", index: 2 << 16, characters: [0x41], to: 1)
    add("/fonts/0.ttf", index: 3 << 16, characters: [0x41], to: 1)
    add("/fonts/bitmap.pcf", index: 0, characters: [0x41], format: "PCF", to: 1)
    add("/fonts/0.ttf", index: 1, characters: [0x42], to: 1)
    try unsafe body(sets)
  }

  @Test func facesAreThoseOfTheSets() throws {
    try withSets { sets in
      let faces = unsafe SystemFaces(reading: sets)
      #expect(faces.count == Self.characters.count + 1)
      for k in unsafe sets.indices {
        for i in 0..<Int(unsafe sets[k].pointee.nfont) {
          let handle = try unsafe #require(unsafe sets[k].pointee.fonts[i])
          guard let pattern = FontconfigPattern(handle, isOwned: false) else { continue }
          let found = faces.face(of: pattern)
          guard SystemFontList.isUsable(pattern) else {
            #expect(found == nil)
            continue
          }
          let face = try #require(found)
          let location = SystemFontList.location(pattern)
          #expect(faces.location(of: face) == location)
          var color: FcBool = 0
          unsafe FcPatternGetBool(handle, FC_COLOR, 0, &color)
          #expect(faces.isColored(face) == (color != 0))
          var index: Int32 = 0
          unsafe FcPatternGetInteger(handle, FC_INDEX, 0, &index)
          if index >> 16 != 0 { continue }
          var charset: OpaquePointer?
          unsafe FcPatternGetCharSet(handle, FC_CHARSET, 0, &charset)
          for c in [0...0x1_1000, 0x1_F5F0...0x1_F610, 0x10_FF00...0x11_0100].joined()
            as FlattenSequence<[ClosedRange<UInt32>]>
          {
            if unsafe faces.maps(face, c) != (FcCharSetHasChar(charset, c) != 0) {
              Issue.record("U+\(String(c, radix: 16)) in face \(face)")
              break
            }
          }
        }
      }
    }
  }

  @Test func listsKeepTheOrderAndNameAFaceOnce() throws {
    try withSets { sets in
      let faces = unsafe SystemFaces(reading: sets)
      guard let set = FontconfigSet(sets[1], isOwned: false) else { return }
      let list = SystemFontList(set, faces: faces)
      // 1, 3, 0 through its instances, and the other face of its file.
      #expect(list.count == 4)
      func first(_ characters: [UInt32], from start: Int = 0, colored: Bool = false) -> Int? {
        list.first(from: start, covering: characters.span, colored: colored)
      }
      #expect(first([0x4E00]) == 0)
      #expect(first([0x41]) == 0)
      #expect(first([0x41, 0x4E00]) == 0)
      #expect(first([0x41], from: 1) == 2)
      #expect(first([0x42, 0x200D], from: 1) == 2)
      #expect(first([0x42], from: 3) == 3)
      #expect(first([0x1F600]) == nil)
      #expect(first([0x1F600, 0xFE0F], colored: true) == 1)
      #expect(first([0x42, 0x1F600], colored: true) == nil)
      #expect(first([0x10FFFF], from: 2, colored: true) == nil)
    }
  }

  @Test func noFontsAtAll() {
    #expect(SystemFaces().count == 0)
    #expect(SystemFontList().count == 0)
  }
}

extension SystemFaces {
  /// Reads sets that a test has made.
  fileprivate convenience init(reading sets: [UnsafeMutablePointer<FcFontSet>]) {
    self.init { read in
      for set in sets { FontconfigSet(set, isOwned: false)?.visit(read) }
    }
  }
}
