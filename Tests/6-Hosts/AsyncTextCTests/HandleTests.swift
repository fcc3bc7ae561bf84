// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CAsyncText
import Testing

@testable import AsyncTextC

struct HandleTests {
  private final class Thing: HandleObject {
    static let kind = HandleKind.data
  }

  @Test func aFreedHandleIsTold() throws {
    let table = HandleTable()
    let first = table.insert(Thing())
    _ = try table.remove(first)
    #expect(throws: CallError.self) { try table.object(first, as: Thing.self) }
    #expect(throws: CallError.self) { try table.remove(first) }
    // Its slot is used again, under another number.
    let second = table.insert(Thing())
    #expect(second != first && second & 0xFFFF_FFFF == first & 0xFFFF_FFFF)
    #expect(throws: CallError.self) { try table.object(first, as: Thing.self) }
    _ = try table.object(second, as: Thing.self)
    #expect(table.count == 1)
  }

  @Test func aHandleOfAnotherKindIsTold() throws {
    let table = HandleTable()
    let handle = table.insert(Thing())
    #expect(throws: CallError.self) { try table.object(handle, as: Picture.self) }
    #expect(throws: CallError.self) { try table.object(handle ^ 1 << 56, as: Thing.self) }
    #expect(throws: CallError.self) { try table.object(handle + 1, as: Thing.self) }
  }

  @Test func noHandleComesTwice() throws {
    let table = HandleTable(generations: 3)
    var seen: Set<UInt64> = []
    for _ in 0..<20 {
      let handle = table.insert(Thing())
      #expect(seen.insert(handle).inserted)
      _ = try table.remove(handle)
    }
    #expect(table.count == 0)
    for handle in seen {
      #expect(throws: CallError.self) { try table.object(handle, as: Thing.self) }
    }
  }

  @Test func aLongMessageIsCutBetweenCharacters() {
    var error = CallError(AT_FAILED, String(repeating: "é", count: 400)).structure
    let text = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(text.hasSuffix("é…") && text.utf8.count <= 499 && text.utf8.count > 490)
    error = CallError(AT_FAILED, "short").structure
    #expect(withUnsafeBytes(of: error.message) { $0[5] } == 0)
  }
}
