// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextRuntime

/// A client that is not held: as if it were `weak`.
///
/// A `weak` variable gives its object a table beside it, and each holding of that object is counted there from then on,
/// also by who knows nothing of the variable: every display of a layer would pay for that a dozen times. This here holds the
/// memory of the client (`unowned`), not the client, and asks its own count whether it still lives. The memory goes with the
/// last reference. A client is an object of a Swift class without an Objective-C one above it.
@safe struct ClientReference {
  /// Keeps the memory, with the count in it; never read.
  private unowned let memory: any DisplayClient
  /// The client, bit for bit.
  private let words: (UInt, UInt)

  init(_ client: any DisplayClient) {
    memory = client
    // (`as`: not what it holds, but the two words it is.)
    words = unsafe unsafeBitCast(client as any DisplayClient, to: (UInt, UInt).self)
  }

  /// The client, unless its last holder has let it go. Any thread may ask.
  var client: (any DisplayClient)? {
    guard let object = unsafe UnsafeMutableRawPointer(bitPattern: words.0),
      unsafe swift_tryRetain(object) != nil
    else { return nil }
    var words = words
    // Moved out: it has been counted.
    return unsafe withUnsafeMutablePointer(to: &words) { words in
      unsafe words.withMemoryRebound(to: (any DisplayClient).self, capacity: 1) { client in
        unsafe client.move()
      }
    }
  }
}
