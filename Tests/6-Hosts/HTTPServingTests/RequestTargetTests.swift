// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import HTTPServing
import Testing

@Suite struct RequestTargetTests {
  @Test("Whole addresses become paths, and their host counts")
  func targets() {
    // RFC 9112, sections 3.2.1 to 3.2.4.
    for (target, path, authority) in [
      ("/where?q=now", "/where?q=now", nil), ("*", "*", nil),
      ("http://www.example.org/pub/WWW/a.html?x=/y", "/pub/WWW/a.html?x=/y", "www.example.org"),
      ("HTTP://a:80/", "/", "a:80"), ("https://[::1]:80", "/", "[::1]:80"),
      ("http://a?x=1", "/?x=1", "a"), ("/http://a/", "/http://a/", nil),
      ("ftp://a/", "ftp://a/", nil), ("a:443", "a:443", nil),
    ] as [(String, String, String?)] {
      let read = RequestTarget(target)
      #expect(read?.path == path && read?.authority == authority, "\(target)")
    }
    for target in ["http://", "http:///a", "http://?x", "http://user@a/", "https://a:b@c"] {
      #expect(RequestTarget(target) == nil, "\(target)")
    }
  }
}
