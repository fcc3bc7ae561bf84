// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The messages that a viewer has not been sent, the newest of each name.
package struct MessageQueue: Sendable {
  private var names: [String] = []
  private var newest: [String: BrowserMessage] = [:]

  package init() {}

  /// Whether there is no message.
  package var isEmpty: Bool { names.isEmpty }

  /// The messages, the ones that were changed last at the end.
  package var messages: [BrowserMessage] { names.compactMap { newest[$0] } }

  /// Adds a message in place of an older one of its name. A message over the limits of
  /// ``BrowserMessage`` is not added. O(names).
  ///
  /// - Returns: Whether the message was added.
  @discardableResult
  package mutating func add(_ message: BrowserMessage) -> Bool {
    guard message.name.utf8.count + message.json.utf8.count + 8 <= BrowserMessage.byteLimit
    else { return false }
    if newest[message.name] != nil {
      names.removeAll { $0 == message.name }
    } else if names.count >= BrowserMessage.nameLimit {
      return false
    }
    names.append(message.name)
    newest[message.name] = message
    return true
  }

  package mutating func takeAll() -> [BrowserMessage] {
    let all = messages
    (names, newest) = ([], [:])
    return all
  }
}
