// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Many sets of characters, as blocks of 256 bits; equal blocks are stored once.
struct SystemCharacters: Sendable {
  /// The numbers of the blocks of all sets, set by set, ascending within each.
  private var blocks: [UInt16] = []
  /// The place in `leaves` of each of `blocks`.
  private var contents: [UInt32] = []
  /// The end of each set in `blocks`.
  private var ends: [Int] = []
  /// The contents of blocks, without duplicates.
  private var leaves: [SIMD8<UInt32>] = []

  func contains(_ character: UInt32, set: UInt32) -> Bool {
    guard character < 0x110000 else { return false }
    let block = UInt16(character >> 8)
    let end = ends[Int(set)]
    var low = set == 0 ? 0 : ends[Int(set) - 1]
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle] < block { low = middle + 1 } else { high = middle }
    }
    guard low < end, blocks[low] == block else { return false }
    return leaves[Int(contents[low])][Int(character >> 5 & 7)] >> (character & 31) & 1 != 0
  }

  struct Reader {
    private(set) var characters = SystemCharacters()
    private var leafNumbers: [SIMD8<UInt32>: UInt32] = [:]
    private var known: [UInt: UInt32] = [:]

    /// The number of a set. fontconfig stores equal sets of a cache once, so the address finds most
    /// of them.
    mutating func set(of set: borrowing FontconfigCharacters) -> UInt32 {
      if let number = known[set.address] { return number }
      set.visitBlocks { append($1, block: $0) }
      let number = UInt32(characters.ends.count)
      characters.ends.append(characters.blocks.count)
      known[set.address] = number
      return number
    }

    private mutating func append(_ page: SIMD8<UInt32>, block: UInt16) {
      let leaf = leafNumbers[page] ?? UInt32(characters.leaves.count)
      if Int(leaf) == characters.leaves.count {
        characters.leaves.append(page)
        leafNumbers[page] = leaf
      }
      characters.blocks.append(block)
      characters.contents.append(leaf)
    }
  }
}
