// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ImageCodecs
internal import ImageLoading
internal import SystemConcurrency

/// A loader of ``StormImage``s. Depending on a seed it is late, fails, answers with damaged data,
/// or does not answer.
final class StormImageLoader: ImageLoader {
  /// The way in which calls are answered.
  enum Mode {
    /// Depends on the seed, the picture and the number of its calls.
    case seeded
    /// Waits until the mode changes or the call is cancelled.
    case held
    /// Answers at once, with the picture.
    case reliable
  }

  /// An error of the loader's own type, not one of the store's.
  private struct LoaderError: Error {}

  private struct State {
    var mode: Mode
    var begun = 0
    var ended = 0
    /// The number of calls for each picture.
    var calls: [StormImage: Int] = [:]
    /// Calls that are not answered, by their numbers.
    var held: [Int: (image: StormImage, answer: CallbackImageLoader.Answer)] = [:]
  }

  private let seed: UInt64
  private let state: Mutex<State>
  /// The queue of answers that ignore a cancellation.
  private let lateAnswers = DispatchQueue(label: "TextRenderStress.lateAnswers")

  init(seed: UInt64, mode: Mode) {
    self.seed = seed
    state = Mutex(State(mode: mode))
  }

  /// The number of calls so far.
  var begunCount: Int { state.withLock { $0.begun } }
  /// The number of calls that have not returned.
  var activeCount: Int { state.withLock { $0.begun - $0.ended } }
  /// The number of calls that wait for another mode.
  var heldCount: Int { state.withLock { $0.held.count } }

  /// Sets the mode. Calls that wait are answered in `reliable`, and go on waiting otherwise.
  func setMode(_ mode: Mode) {
    let answered = state.withLock { state in
      state.mode = mode
      guard mode == .reliable else { return [(StormImage, CallbackImageLoader.Answer)]() }
      defer { state.held = [:] }
      return state.held.values.map { ($0.image, $0.answer) }
    }
    for (image, answer) in answered { answer(Result { try image.png() }) }
  }

  func data(for request: ImageRequest) async throws -> [UInt8] {
    guard let image = StormImage(request) else { throw ImageError(.notFound, "No picture.") }
    let (mode, number, count) = state.withLock { state in
      state.begun += 1
      state.calls[image, default: 0] += 1
      return (state.mode, state.begun, state.calls[image] ?? 0)
    }
    defer { state.withLock { $0.ended += 1 } }
    switch mode {
    case .seeded: return try await answer(image, number, count)
    case .held: return try await hold(image, number)
    case .reliable: return try image.png()
    }
  }

  /// Answers one call of the storm: about half of them well.
  private func answer(_ image: StormImage, _ number: Int, _ count: Int) async throws -> [UInt8] {
    var random = StressRandom(seed: seed ^ UInt64(image.number) << 32 ^ UInt64(count))
    let delay = Duration.milliseconds(1 + random.below(30))
    switch random.below(16) {
    case 0..<3: return try image.png()
    case 3..<7:
      try await Task.sleep(for: delay)
      return try image.png()
    case 7, 8: return try await answerDespiteCancellation(image, milliseconds: random.below(30))
    case 9: throw ImageError(.notFound, "The picture does not exist.")
    case 10: throw LoaderError()
    case 11:
      try await Task.sleep(for: delay)
      throw ImageError(.notPermitted, "The picture may not be read.")
    case 12:
      // The file is cut off: the header has the size, but the pixels are missing.
      return Array(try image.png().prefix(40))
    case 13: return Array("no picture".utf8)
    default: return try await hold(image, number)
    }
  }

  private func answerDespiteCancellation(
    _ image: StormImage, milliseconds: Int
  ) async throws -> [UInt8] {
    await withCheckedContinuation { continuation in
      lateAnswers.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        continuation.resume()
      }
    }
    return try image.png()
  }

  private func hold(_ image: StormImage, _ number: Int) async throws -> [UInt8] {
    let loader = CallbackImageLoader { _, answer in
      let isReliable = self.state.withLock { state in
        if state.mode != .reliable { state.held[number] = (image, answer) }
        return state.mode == .reliable
      }
      if isReliable { answer(Result { try image.png() }) }
      return { _ = self.state.withLock { $0.held.removeValue(forKey: number) } }
    }
    return try await loader.data(for: image.request)
  }
}
