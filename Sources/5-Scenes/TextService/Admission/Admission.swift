// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// Limits what all requests together take: the number of requests, in all and for each key, and
/// their memory.
///
/// A request takes its place when it begins, and memory in steps, before it uses the memory. Both
/// are given back when the last reference to the share is released, on any thread; so work that was
/// called off keeps its memory until it next polls its cancellation. ``AdmittedShare/leave()``
/// gives the place back earlier: a client that has its whole answer may send the next request at
/// once, although the lane that made the answer is still releasing its memory.
final class Admission: Sendable {
  private struct State {
    var requests = 0
    var bytes = 0
    var mostBytes = 0
    /// The number of requests of each key with a limit; a key without requests has no entry.
    var keys: [String: Int] = [:]
  }

  let requestLimit: Int
  let byteLimit: Int
  private let state = Mutex(State())

  init(requests: Int, bytes: Int) { (requestLimit, byteLimit) = (max(1, requests), max(0, bytes)) }

  /// The requests and the bytes that are taken now, and the most bytes so far.
  var taken: (requests: Int, bytes: Int, mostBytes: Int) {
    state.withLock { ($0.requests, $0.bytes, $0.mostBytes) }
  }

  /// Takes a place for a request.
  ///
  /// - Parameter key: The key of the client; `nil` if the client has none.
  /// - Throws: ``ServiceRefusal`` with 503, or 429 if the key has reached its limit of requests.
  func begin(_ key: ServiceKeys.Key?) throws(ServiceRefusal) -> AdmittedShare {
    let refusal = state.withLock { state -> ServiceRefusal? in
      guard state.requests < requestLimit else { return .busy }
      if let key, let limit = key.requestLimit {
        guard state.keys[key.id, default: 0] < limit else {
          var refusal = ServiceRefusal(
            429, "tooManyRequests", "The key has \(limit) requests under way, as many as it may.")
          refusal.retryAfter = 1
          return refusal
        }
        state.keys[key.id, default: 0] += 1
      }
      state.requests += 1
      return nil
    }
    if let refusal { throw refusal }
    return AdmittedShare(self, key: key?.requestLimit == nil ? nil : key?.id)
  }

  /// A share of memory without a place, for a part of a request that already has a place.
  func memory() -> AdmittedShare { AdmittedShare(self, hasPlace: false) }

  fileprivate func take(_ count: Int) -> Bool {
    state.withLock { state in
      guard count <= byteLimit - state.bytes else { return false }
      state.bytes += count
      state.mostBytes = max(state.mostBytes, state.bytes)
      return true
    }
  }

  fileprivate func end(bytes: Int) { state.withLock { $0.bytes -= bytes } }

  fileprivate func leave(_ key: String?) {
    state.withLock { state in
      state.requests -= 1
      guard let key, let count = state.keys[key] else { return }
      state.keys[key] = count > 1 ? count - 1 : nil
    }
  }
}

/// The place and the memory of one request, given back when the share is released.
final class AdmittedShare: Sendable {
  private let admission: Admission
  private let key: String?
  private let hasPlace: Mutex<Bool>
  private let bytes = Mutex(0)

  fileprivate init(_ admission: Admission, key: String? = nil, hasPlace: Bool = true) {
    (self.admission, self.key) = (admission, key)
    self.hasPlace = Mutex(hasPlace)
  }

  deinit {
    leave()
    admission.end(bytes: bytes.withLock { $0 })
  }

  /// Gives the place back, and keeps the memory. A second call has no effect.
  func leave() {
    let hadPlace = hasPlace.withLock { hasPlace in
      defer { hasPlace = false }
      return hasPlace
    }
    if hadPlace { admission.leave(key) }
  }

  /// Takes memory.
  ///
  /// - Throws: ``ServiceRefusal`` with 413 if the request exceeds the memory of the whole service,
  ///   503 if it exceeds the memory that is left now.
  func take(_ count: Int, for what: String) throws(ServiceRefusal) {
    // A request that is too large on its own is refused with 413, since trying again cannot help.
    guard count <= admission.byteLimit - bytes.withLock({ $0 }) else {
      throw ServiceRefusal(
        413, "tooLarge", "\(what) would take more memory than all requests together may.")
    }
    guard admission.take(count) else { throw .noMemory }
    bytes.withLock { $0 += count }
  }

  /// Gives back memory that is no longer used, before the request ends.
  func give(_ count: Int) {
    bytes.withLock { $0 -= count }
    admission.end(bytes: count)
  }
}
