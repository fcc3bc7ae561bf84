// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The pictures that are being sent, as messages or as files, and the order in which their
/// connections began to wait. A picture is counted once, however many connections wait for it.
package struct OutgoingMemory: Sendable {
  private struct Picture {
    var bytes: Int
    var users: Int
  }

  private var pictures: [Int: Picture] = [:]
  /// The picture of each connection, and its place in the order.
  private var users: [Int: (picture: Int, order: Int)] = [:]
  private var lastOrder = 0
  /// The bytes of all pictures.
  package private(set) var byteCount = 0

  package init() {}

  /// Notes that a picture is being sent to a connection. A connection is sent one picture at a
  /// time.
  package mutating func begin(_ picture: Int, bytes: Int, for user: Int) {
    end(user)
    lastOrder += 1
    users[user] = (picture, lastOrder)
    if pictures[picture] == nil {
      pictures[picture] = Picture(bytes: bytes, users: 0)
      byteCount += bytes
    }
    pictures[picture]?.users += 1
  }

  /// Notes that a connection has taken its picture, or has ended.
  package mutating func end(_ user: Int) {
    guard let picture = users.removeValue(forKey: user)?.picture else { return }
    pictures[picture]?.users -= 1
    if let done = pictures[picture], done.users == 0 {
      pictures[picture] = nil
      byteCount -= done.bytes
    }
  }

  /// The connection that has waited for the longest time. O(connections).
  package var slowest: Int? { users.min { $0.value.order < $1.value.order }?.key }
}
