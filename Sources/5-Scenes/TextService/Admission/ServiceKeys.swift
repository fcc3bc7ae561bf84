// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import SystemFiles

/// The keys of clients: which clients may send requests, and how many at a time.
///
/// The file is JSON:
///
///     {"keys":[{"id":"site","secret":"…","requests":32}]}
///
/// A secret has at least 16 characters. A client sends it as `Authorization: Bearer …`, or signs an
/// address with it: `…?d=…&key=site&exp=1767225600&sig=…`. There `sig`, the last parameter, is the
/// HMAC-SHA-256 of the target before `&sig=` in base64url; `exp`, which may be absent, is the Unix
/// time in seconds up to which the address is valid. `requests` is the most requests of the key at
/// a time.
struct ServiceKeys: Sendable {
  /// A key.
  struct Key: Sendable {
    let id: String
    let secret: [UInt8]
    let code: HMACSHA256
    /// The most requests of the key at a time; `nil` if only the limit of the service applies.
    let requestLimit: Int?

    init(id: String, secret: [UInt8], requestLimit: Int? = nil) {
      (self.id, self.secret, self.requestLimit) = (id, secret, requestLimit)
      code = HMACSHA256(key: secret)
    }
  }

  /// The most keys of a file.
  private static let limit = 1000
  /// The fewest characters of a secret.
  private static let secretLength = 16

  private let keys: [Key]
  /// Stands in for an unknown key, so that refusing one takes as long as checking a known key.
  private let nobody = Key(id: "", secret: Array("an unknown key has no signature".utf8))

  init(_ keys: [Key]) { self.keys = keys }

  /// Reads a file of keys.
  ///
  /// - Throws: ``ServiceError``. The message never holds a secret.
  init(file path: String) throws(ServiceError) {
    let bytes: [UInt8]
    do {
      bytes = try InputFile(path: path).contents(limit: 1 << 20) ?? []
    } catch {
      throw ServiceError(.unreadable, path, error.message)
    }
    func wrong(_ message: String) -> ServiceError { ServiceError(.malformed, path, message) }
    guard let (object, flaws) = try? JSONReader.object(of: bytes),
      case .array(let list, _)? = object["keys"], list.count <= Self.limit
    else { throw wrong("it must be of the form {\"keys\":[…]}, with \(Self.limit) keys at most") }
    if !flaws.repeatedNames.isEmpty { throw wrong("a member is there twice") }
    var keys: [Key] = []
    for (i, value) in list.enumerated() {
      guard case .object(let object) = value, case .string(let id)? = object["id"], !id.isEmpty,
        case .string(let secret)? = object["secret"]
      else { throw wrong("key \(i): it must have an id and a secret, both strings") }
      // The message does not repeat the unknown name, which may be a secret in the wrong place.
      guard object.members.allSatisfy({ ["id", "secret", "requests"].contains($0.name) }) else {
        throw wrong("key \(i): it must have an id, a secret and requests, and nothing else")
      }
      guard secret.utf8.count >= Self.secretLength else {
        throw wrong("key \(i): its secret must have \(Self.secretLength) characters at least")
      }
      guard !keys.contains(where: { $0.id == id || $0.secret == Array(secret.utf8) }) else {
        throw wrong("key \(i): its id or its secret is that of another key")
      }
      var limit: Int?
      if let value = object["requests"] {
        guard case .number(let number) = value, 1...1e6 ~= number, number == number.rounded()
        else { throw wrong("key \(i): requests must be a whole number from 1") }
        limit = Int(number)
      }
      keys.append(Key(id: id, secret: Array(secret.utf8), requestLimit: limit))
    }
    self.keys = keys
  }

  /// The key of a request.
  ///
  /// - Parameter now: Seconds of Unix time.
  /// - Throws: ``ServiceRefusal`` with 401 if there is no key or an unknown one, 403 for a wrong
  ///   signature. All refusals of a signature take the same time.
  func key(
    of head: ServiceHead, _ query: ServiceQuery, now: Double
  ) throws(ServiceRefusal) -> Key {
    if query["sig"] != nil { return try key(signing: head, query, now) }
    guard let field = head.value("authorization") else {
      throw .unauthorized(
        "noKey", "A key is wanted, as Authorization: Bearer, or a signature.", "Bearer")
    }
    let given = field.lowercased().hasPrefix("bearer ") ? Array(field.utf8.dropFirst(7)) : []
    var found: Key?
    // All secrets are compared, in constant time, so that the time reveals nothing about them.
    for key in keys where SecretComparison.isSame(given, key.secret) { found = key }
    guard let found else {
      throw .unauthorized(
        "wrongKey", "The key is not known.", "Bearer error=\"invalid_token\"")
    }
    return found
  }

  private func key(
    signing head: ServiceHead, _ query: ServiceQuery, _ now: Double
  ) throws(ServiceRefusal) -> Key {
    let known = keys.first { $0.id == query["key"] }
    let target = Array(head.target.utf8)
    let mark = Array("&sig=".utf8)
    let start = (0...max(0, target.count - mark.count)).last { at in
      target[at...].starts(with: mark)
    }
    let code = (known ?? nobody).code.code(of: Array(target[..<(start ?? target.count)]))
    // The text of the signature is compared, without decoding: decoding would also accept escapes,
    // padding or stray last bits, and so further addresses of the same picture.
    let given = start.map { Array(target[($0 + mark.count)...]) } ?? []
    let isSigned = SecretComparison.isSame(given, Array(Base64.encode(url: code).utf8))
    let expiry = query["exp"].map { Double($0) ?? 0 } ?? .infinity
    let holds = [known != nil, isSigned, start != nil, now <= expiry].allSatisfy(\.self)
    guard holds, let known else {
      throw ServiceRefusal(403, "wrongSignature", "The signature is wrong, or no longer valid.")
    }
    return known
  }
}
