// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextDefaultFonts

/// Short labels, each with a text of its own, and the ways to their pictures.
struct Labels: Sendable {
  /// Their numbers, which no pass has met before.
  let numbers: Range<Int>
  let renderer: TextRenderer
  private let options = RenderOptions(scale: 2, background: .white)
  private let style = TextStyle(size: 13)
  private let queues = (0..<2).map { DispatchQueue(label: "bare \($0)") }

  init(_ numbers: Range<Int>, _ renderer: TextRenderer) {
    (self.numbers, self.renderer) = (numbers, renderer)
  }

  func text(_ number: Int) -> AttributedText {
    AttributedText("Message \(number) from Anna", style: style)
  }

  /// `TextLayout` and `GraphicsContext` on threads of their own.
  func byHand(threads: Int = 1) async throws {
    try await withThrowingTaskGroup { group in
      for first in numbers.prefix(threads) {
        group.addTask {
          try await withCheckedThrowingContinuation { (done: CheckedContinuation<_, any Error>) in
            Thread {
              done.resume(
                with: Result {
                  for number in stride(from: first, to: numbers.upperBound, by: threads) {
                    try draw(text(number))
                  }
                })
            }.start()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func draw(_ text: AttributedText) throws {
    let layout = try TextLayout(text, in: TextContainer(), fonts: renderer.fonts)
    var context = try GraphicsContext(size: layout.size, scale: 2, background: .white)
    try context.draw(layout, at: .zero)
    _ = context.makeBitmap()
  }

  /// Tasks that cross one of two serial queues for each label.
  func bareTasks(inFlight: Int) async {
    await withTaskGroup { group in
      for first in numbers.prefix(inFlight) {
        group.addTask {
          for number in stride(from: first, to: numbers.upperBound, by: inFlight) {
            await withCheckedContinuation { done in queues[number % 2].async { done.resume() } }
          }
        }
      }
    }
  }

  /// Tasks that wait for one picture after another.
  func rendered(inFlight: Int) async throws {
    try await withThrowingTaskGroup { group in
      for first in numbers.prefix(inFlight) {
        group.addTask {
          for number in stride(from: first, to: numbers.upperBound, by: inFlight) {
            _ = try await renderer.render(text(number), options: options)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func asSequence() async throws {
    for try await _ in renderer.pictures(of: numbers.map(text), options: options) {}
  }

  @MainActor func renderedOnMainActor() async throws {
    for number in numbers { _ = try await renderer.render(text(number), options: options) }
  }
}

/// Wall and processor time of the process, in microseconds.
struct Cost {
  let wall: Double
  let processor: Double

  static func of(_ body: () async throws -> Void) async throws -> Cost {
    let (wall, processor) = (read(CLOCK_MONOTONIC), read(CLOCK_PROCESS_CPUTIME_ID))
    try await body()
    return Cost(
      wall: read(CLOCK_MONOTONIC) - wall, processor: read(CLOCK_PROCESS_CPUTIME_ID) - processor)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
