// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// What all requests together may take: places, memory, and places of one key.
///
/// Both are taken before the memory is. Memory is given back when the last user of a share releases
/// it, on whatever thread: work that was called off has its memory until its next poll. So is the
/// place, unless ``AdmittedShare/leave()`` gave it back before: a client that has its whole answer
/// may ask again at once, although the lane that made the answer still lets go of its memory.
final class Admission: Sendable {
  private struct State {
    var requests = 0
    var bytes = 0
    var mostBytes = 0
    /// The requests of each key that has some.
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
  /// - Parameter key: That of its client, if it has one.
  /// - Throws: ``ServiceRefusal`` with 503, or 429 if the key has as many requests as it may.
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

  /// A share of memory alone, for a part of a request that has a place.
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

/// The place and the memory of one request, given back when it is released.
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

  /// Gives the place back, and keeps the memory. Has no effect the second time.
  func leave() {
    let hadPlace = hasPlace.withLock { hasPlace in
      defer { hasPlace = false }
      return hasPlace
    }
    if hadPlace { admission.leave(key) }
  }

  /// Takes memory.
  ///
  /// - Throws: ``ServiceRefusal`` with 413 for more than there is in all, 503 for more than is
  ///   left.
  func take(_ count: Int, for what: String) throws(ServiceRefusal) {
    // A request that is too large by itself would be so at any time.
    guard count <= admission.byteLimit - bytes.withLock({ $0 }) else {
      throw ServiceRefusal(
        413, "tooLarge", "\(what) would take more memory than all requests together may.")
    }
    guard admission.take(count) else { throw .noMemory }
    bytes.withLock { $0 += count }
  }

  /// Gives memory back that is free again before the request ends.
  func give(_ count: Int) {
    bytes.withLock { $0 -= count }
    admission.end(bytes: count)
  }
}
