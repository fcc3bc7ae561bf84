// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import HTTPServing
import Testing

@Suite struct HostNameTests {
  @Test("The name is that of the host without its port, in small letters")
  func names() {
    for (host, name) in [
      ("localhost", "localhost"), ("LOCALHOST:1", "localhost"), ("127.0.0.1:65535", "127.0.0.1"),
      ("[::1]:80", "::1"), ("[fe80::1]", "fe80::1"), ("a.localhost:", "a.localhost"),
      ("", nil), (":80", nil), ("[::1", nil), ("[localhost]", nil), ("a:80:80", nil),
      ("a:x", nil), ("a:123456", nil), ("a b", nil), ("a\r\nb", nil), ("ä", nil),
      ("des\u{212A}", nil),
    ] { #expect(HostName.name(ofHost: host) == name, "\(host)") }
  }

  @Test("Loopback names always mean this machine")
  func loopback() {
    for name in ["localhost", "a.localhost", "::1", "127.0.0.1", "127.9.9.9"] {
      #expect(HostName.isLoopback(name), "\(name)")
    }
    for name in [
      "", "localhost.example.org", "127.0.0.1.example.org", "127.1", "10.0.0.1", "::2", "0.0.0.0",
      "a;b.localhost",
    ] { #expect(!HostName.isLoopback(name), "\(name)") }
    for (name, isAddress) in [
      ("10.0.0.1", true), ("1.2.3", false), ("1.2.3.x", false), ("fe80::1", true), ("g::1", false),
      ("example", false),
    ] { #expect(HostName.isAddress(name) == isAddress, "\(name)") }
  }
}
