// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import FoundationEssentials
import SystemFiles
import Testing
import TextTestSupport

@testable import TextService

/// Who may ask: keys, signatures, and the file of keys.
@Suite("Keys")
struct ServiceKeyTests {
  private static let secrets = ["site": "0123456789abcdef", "app": "another secret of an app"]
  private static let file = #"""
    {"keys":[{"id":"site","secret":"0123456789abcdef","requests":1},
      {"id":"app","secret":"another secret of an app"}]}
    """#
  private static let target = ServiceClient.address(#"{"text":"a"}"#)

  private static func signed(_ target: String, _ key: String) throws -> String {
    let code = HMACSHA256(key: Array(try #require(secrets[key]).utf8)).code(of: Array(target.utf8))
    return target + "&sig=" + Base64.encode(url: code)
  }

  @Test("A bearer with a key is let in; 401 without one and with another one")
  func bearers() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(try folders.keys(Self.file))
    let none = try await client.get(Self.target)
    none.expectRefusal(401, "noKey")
    #expect(none["WWW-Authenticate"] == "Bearer")
    for secret in Self.secrets.values {
      let answer = try await client.get(Self.target, ("Authorization", "bearer \(secret)"))
      #expect(answer.status == 200 && answer["Cache-Control"]?.hasPrefix("private") == true)
    }
    for field in [
      "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Bearer ", "Basic eDp5", "",
    ] {
      let answer = try await client.get(Self.target, ("Authorization", field))
      answer.expectRefusal(401, "wrongKey")
      // RFC 6750, section 3.1.
      #expect(answer["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
    }
  }

  @Test("A signature holds for its target, its key and its time")
  func signatures() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(try folders.keys(Self.file))
    for key in ["site", "app"] {
      for more in ["", "&exp=99999999999"] {
        let target = try Self.signed(Self.target + "&key=\(key)\(more)", key)
        let answer = try await client.get(target)
        #expect(answer.status == 200 && answer["Cache-Control"]?.hasPrefix("public") == true)
      }
    }
    // Caches keep an answer no longer than its address holds.
    let soon = Int(Date().timeIntervalSince1970) + 100
    let short = try await client.get(Self.signed(Self.target + "&key=site&exp=\(soon)", "site"))
    let age = short["Cache-Control"]?.split(separator: "=").last.flatMap { Int($0) }
    #expect(short.status == 200 && age.map { $0 <= 100 } == true, "\(short.fields)")
    let good = try Self.signed(Self.target + "&key=site", "site")
    let wrong = [
      String(good.dropLast()), good + "A", good + "&scale=2", good + "&sig=", good + "&sig=AAAA",
      good.replacing("&key=site", with: "&key=app"), good.replacing("&sig=", with: "&%73ig="),
      good.replacing("?d=", with: "?scale=2&d="), Self.target + "&key=site&sig=",
      try Self.signed(Self.target + "&key=site", "app"), try Self.signed(Self.target, "site"),
      try Self.signed(Self.target + "&key=nobody", "site"),
      try Self.signed(Self.target + "&key=site&exp=1000", "site"),
      try Self.signed(Self.target + "&key=site&exp=x", "site"),
    ]
    for target in wrong {
      let answer = try await client.get(target)
      #expect([400, 403].contains(answer.status), "\(target)")
      #expect(answer.status == 403 || target.contains("sig=&sig") || target.contains("&sig=", 2))
    }
    #expect(client.isIdle && client.service.statistics.begun == 5)
  }

  @Test("A signed address has one spelling, since caches count addresses")
  func oneSpelling() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(try folders.keys(Self.file))
    let good = try Self.signed(Self.target + "&key=site", "site")
    #expect(try await client.get(good).status == 200)
    let parts = good.split(separator: "&sig=")
    let (plain, code) = (String(parts[0]), String(parts[1]))
    // The last of 43 letters has four bits of the code: its two others may not vary.
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(code.last.flatMap(letters.firstIndex))
    var others = (1...3).map { "&sig=\(code.dropLast())\(letters[last + $0])" }
    let first = try #require(code.utf8.first)
    others += [
      "&sig=\(code)=", "&sig=\(code)&", "&sig=\(code)&&", "&sig=\(code)%3D", "&&sig=\(code)",
      "&sig=\(code)#", "&sig=\(code)#a", "&sig=\(code)&sig=\(code)", "&sig=\(code)&a",
      "&sig=+\(code)",
      "&sig=%\(String(first, radix: 16))\(code.dropFirst())", "&%73ig=\(code)", "&sig=\(code)?",
    ]
    for other in others {
      #expect([400, 403].contains(try await client.get(plain + other).status), "\(other)")
    }
    for other in [good.replacing("/v1/", with: "//v1/"), good.replacing("d=", with: "%64=")] {
      #expect(try await client.get(other).status == 403, "\(other)")
    }
  }

  @Test("Whatever is wrong with a signature, the answer is the same")
  func sameRefusals() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(try folders.keys(Self.file))
    let plain = Self.target + "&key=site"
    let good = try Self.signed(plain, "site")
    #expect(try await client.get(good).status == 200)
    // Each bit of the signature, each byte of what is signed.
    let code = try #require(good.split(separator: "&sig=").last)
    let signature = try #require(Base64.decode(url: code.utf8))
    var wrong: [String] = []
    for bit in 0..<8 * signature.count {
      var forged = signature
      forged[bit / 8] ^= 1 << UInt8(bit % 8)
      wrong.append(plain + "&sig=" + Base64.encode(url: forged))
    }
    for length in 0..<signature.count {
      wrong.append(plain + "&sig=" + Base64.encode(url: Array(signature[..<length])))
    }
    wrong += [
      plain + "&sig=" + Base64.encode(url: signature + signature), plain + "&sig=*", plain + "&sig",
      try Self.signed(plain + "&exp=1", "site"), try Self.signed(plain + "&exp=nan", "site"),
      try Self.signed(plain + "&exp=", "site"), try Self.signed(plain + "&exp=-inf", "site"),
      try Self.signed(Self.target + "&key=nobody", "site"), try Self.signed(Self.target, "site"),
      try Self.signed(Self.target + "&key=", "site"), try Self.signed(plain, "app"),
    ]
    let begun = client.service.statistics.begun
    let first = try await client.get(wrong[0])
    first.expectRefusal(403, "wrongSignature")
    for target in wrong {
      let answer = try await client.get(target)
      #expect(answer.status == 403 && answer.body == first.body, "\(target)")
      #expect(answer.fields.map(\.name) == first.fields.map(\.name))
      #expect(answer.fields.map(\.value) == first.fields.map(\.value))
    }
    // A picture that the client has, or that is kept, is not told to it either.
    let tag = try #require(try await client.get(good)["ETag"])
    #expect(try await client.get(wrong[0], ("If-None-Match", tag)).status == 403)
    #expect(client.service.statistics.begun == begun + 1 && client.isIdle)
  }

  @Test("A key has as many requests as it may, while another one goes on")
  func limits() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(try folders.keys(Self.file))
    func open(_ key: String) throws -> ServiceExchange {
      client.service.open(
        ServiceHead(
          "GET", Self.target,
          fields: [("Authorization", "Bearer \(try #require(Self.secrets[key]))")]))
    }
    let first = try open("site")
    let second = try open("site")
    guard case .answer(let answer) = second.step else {
      Issue.record("a second request of the key was let in")
      return
    }
    answer.expectRefusal(429, "tooManyRequests")
    #expect(answer["Retry-After"] == "1")
    second.end(wasDelivered: true)
    let other = try open("app")
    if case .answer = other.step { Issue.record("another key waits, too") }
    for exchange in [first, other] { exchange.end(wasDelivered: false) }
    let third = try open("site")
    if case .answer = third.step { Issue.record("the place did not come back") }
    third.end(wasDelivered: false)
    #expect(client.isIdle)
  }

  @Test("A client that has its answer may ask again at once")
  func places() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(try folders.keys(Self.file))
    let fields = [("Authorization", "Bearer \(try #require(Self.secrets["site"]))")]
    let head = ServiceHead("GET", Self.target, fields: fields)
    let first = client.service.open(head)
    // The lane that drew the first picture has its memory while it calls this.
    let (places, bytes, isRefused) = await withCheckedContinuation { continuation in
      first.begin { _ in
        first.end(wasDelivered: true)
        let taken = client.service.admission.taken
        let second = client.service.open(head)
        defer { second.end(wasDelivered: false) }
        guard case .answer = second.step else {
          return continuation.resume(returning: (taken.requests, taken.bytes, false))
        }
        continuation.resume(returning: (taken.requests, taken.bytes, true))
      }
    }
    #expect(places == 0 && bytes > 0 && !isRefused)
    #expect(client.isIdle)
  }

  @Test(
    "A file with a mistake is refused, without a secret in the error",
    arguments: [
      "", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[5]}"#, #"{"keys":[{"id":"a"}]}"#,
      #"{"keys":[{"secret":"TOPSECRET0123456"}]}"#, #"{"keys":[{"id":"a","secret":"TOPSECRET"}]}"#,
      #"{"keys":[{"id":"","secret":"TOPSECRET0123456"}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456","TOPSECRET":1}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456","secret":"TOPSECRET0123457"}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456","requests":0}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456","requests":1.5}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456","requests":"TOPSECRET"}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456"},{"id":"a","secret":"TOPSECRET6543210"}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456"},{"id":"b","secret":"TOPSECRET0123456"}]}"#,
      #"{"keys":[{"id":"a","secret":"TOPSECRET0123456"}"#,
    ])
  func mistakes(json: String) throws {
    let folders = try ServiceFolders()
    let configuration = try folders.keys(json)
    let error = try #require(throws: ServiceError.self) { try TextService(configuration) }
    #expect(error.code == .malformed && error.path == configuration.keys)
    #expect(!error.description.contains("TOPSECRET"), "\(error)")
  }
}

extension String {
  /// Whether a part is there so often at least.
  fileprivate func contains(_ part: String, _ count: Int) -> Bool {
    split(separator: part, omittingEmptySubsequences: false).count > count
  }
}
