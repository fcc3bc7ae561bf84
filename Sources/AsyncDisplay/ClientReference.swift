// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A client that is not held (``UnheldReference``): every display of a layer would pay a dozen times for one that is `weak`.
@safe struct ClientReference {
  private let reference: UnheldReference<AnyObject>
  /// The client, bit for bit.
  private let words: (UInt, UInt)

  init(_ client: any DisplayClient) {
    reference = UnheldReference(client)
    // (`as`: not what it holds, but the two words it is.)
    words = unsafe unsafeBitCast(client as any DisplayClient, to: (UInt, UInt).self)
  }

  /// The client, unless its last holder has let it go. Any thread may ask.
  var client: (any DisplayClient)? {
    guard unsafe reference.retain() != nil else { return nil }
    var words = words
    // Moved out: it has been counted.
    return unsafe withUnsafeMutablePointer(to: &words) { words in
      unsafe words.withMemoryRebound(to: (any DisplayClient).self, capacity: 1) { client in
        unsafe client.move()
      }
    }
  }
}
