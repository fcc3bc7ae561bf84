// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import DocumentJSON
import Foundation
import Testing
import TextTestSupport

@testable import StyledDocuments

/// Pictures that are within a document: addresses of the kind `data:`. Foundation encodes them.
struct DataAddressTests {
  private static let png = PNGFile(width: 3, height: 2).bytes { x, y, channel in
    x * 80 + y * 10 + channel
  }
  private static let base64 = Data(png).base64EncodedString()
  private static let key = DocumentKey("image", offset: 7)

  private static func bitmap(_ name: String, isSealed: Bool = false) throws -> Bitmap {
    try DocumentFiles(folder: "/none", root: nil, isSealed: isSealed).bitmap(name, key)
  }

  @Test(arguments: [
    "data:image/png;base64,", "data:;base64,", "DATA:image/jpeg;BASE64,",
    "data:image/png;charset=utf-8;base64,",
  ])
  func aPictureIsRead(head: String) throws {
    let picture = try Self.bitmap(head + Self.base64)
    #expect(picture.width == 3 && picture.height == 2)
    #expect(picture.pixel(x: 2, y: 1) == 0xFFAC_ABAA)  // 170, 171, 172, opaque
    // Without padding, too.
    let bare = Self.base64.filter { $0 != "=" }
    #expect(try Self.bitmap(head + bare).pixel(x: 2, y: 1) == 0xFFAC_ABAA)
  }

  @Test(arguments: [
    "data:", "data:,", "data:image/png,abc", "data:image/png;base64", "data:;base64,a-b_",
    "data:;base64,!!!!", "data:;base64,A", "data:;base64,", "data:;base64,aGVsbG8=",
  ])
  func othersAreErrors(_ name: String) throws {
    let error = try #require(throws: DocumentError.self) { try Self.bitmap(name) }
    #expect(error.keyPath == "image" && error.offset == 7)
    #expect(error.code == .malformed || error.code == .unreadable)
    #expect(error.message.hasPrefix("the picture 'data:"))
  }

  /// Where strangers' requests are admitted by the memory that they ask for, a picture comes from
  /// files that the operator knows.
  @Test func aServiceReadsNone() throws {
    let error = try #require(throws: DocumentError.self) {
      try Self.bitmap("data:;base64," + Self.base64, isSealed: true)
    }
    #expect(error.code == .unreadable && error.message.contains("are not read here"))
  }

  /// A message does not hold megabytes.
  @Test func messagesAreShort() throws {
    let long = String(repeating: "A", count: 1 << 20)
    for name in ["data:image/png;base64,\(long)", "data:\(long)", "data:\(long);base64,AAAA"] {
      let error = try #require(throws: DocumentError.self) { try Self.bitmap(name) }
      #expect(error.message.count < 200, "\(error.message.prefix(60))")
    }
  }

  @Test func filesThatAreCalledAlikeStayFiles() throws {
    #expect(DataAddress("data.png") == nil && DataAddress("./data:x") == nil)
    #expect(DataAddress("dat") == nil && DataAddress("") == nil)
  }
}
