// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// What is known about each character, readable by all threads without a lock.
///
/// A value of 0 means unknown. A value that is written never changes any more, or is written again the same.
@safe final class CharacterMemo: Sendable {
  private typealias Page = UnsafeMutablePointer<Atomic<UInt64>>

  nonisolated(unsafe) private let pages: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    // Zeros from the system: the pages of planes that no text needs are never touched.
    guard
      let zeros = unsafe calloc(CharacterCoverage.pageCount, MemoryLayout<Atomic<UInt>>.stride)
    else { fatalError("not enough memory for a table of characters") }
    unsafe pages = zeros.bindMemory(
      to: Atomic<UInt>.self, capacity: CharacterCoverage.pageCount)
  }

  deinit {
    for i in 0..<CharacterCoverage.pageCount {
      let address = unsafe pages[i].load(ordering: .relaxed)
      unsafe Page(bitPattern: address)?.deallocate()
    }
    unsafe free(pages)
  }

  func value(of character: UInt32) -> UInt64 {
    guard character < 0x110000 else { return 0 }
    let address = unsafe pages[Int(character >> 8)].load(ordering: .acquiring)
    guard let page = unsafe Page(bitPattern: address) else { return 0 }
    return unsafe page[Int(character & 255)].load(ordering: .acquiring)
  }

  func set(_ value: UInt64, for character: UInt32) {
    guard character < 0x110000 else { return }
    let block = Int(character >> 8)
    var address = unsafe pages[block].load(ordering: .acquiring)
    if address == 0 {
      let made = Page.allocate(capacity: 256)
      for i in 0..<256 { unsafe (made + i).initialize(to: Atomic<UInt64>(0)) }
      let bits = UInt(bitPattern: made)
      let (won, before) = unsafe pages[block].compareExchange(
        expected: 0, desired: bits, ordering: .acquiringAndReleasing)
      if won {
        address = bits
      } else {
        unsafe made.deallocate()
        address = before
      }
    }
    if let page = unsafe Page(bitPattern: address) {
      unsafe page[Int(character & 255)].store(value, ordering: .releasing)
    }
  }
}

/// A table of characters that is made when first needed, and then found without a lock.
final class LazyCharacterMemo: Sendable {
  private let made = LazyValue<CharacterMemo>()
  private let address = Atomic<UInt>(0)

  /// The table, which lives as long as this object.
  var memo: Unmanaged<CharacterMemo> {
    if let object = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
      return unsafe Unmanaged<CharacterMemo>.fromOpaque(object)
    }
    let memo = unsafe Unmanaged.passUnretained(made.get { CharacterMemo() })
    address.store(UInt(bitPattern: unsafe memo.toOpaque()), ordering: .releasing)
    return unsafe memo
  }
}
