// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextDefaultFonts

// RendererBenchmarks [--labels N] [--rounds N] [--lanes N] [--only ROW]
//
// What a service pays for a short label by `TextRenderer`, beside the same label by hand on one
// thread and beside tasks that cross two serial queues and do nothing there. Rows are taken in
// turn; printed are medians, in microseconds a label.

var count = 20_000
var rounds = 5
var laneCount = 2
var only: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--labels": count = arguments.popFirst().flatMap { Int($0) } ?? count
  case "--rounds": rounds = arguments.popFirst().flatMap { Int($0) } ?? rounds
  case "--lanes": laneCount = arguments.popFirst().flatMap { Int($0) } ?? laneCount
  case "--only": only = arguments.popFirst()
  default: fatalError("there is no option \(argument)")
  }
}

let rows: [(name: String, body: @Sendable (Labels) async throws -> Void)] = [
  ("by hand, one thread", { try await $0.byHand() }),
  ("by hand, two threads", { try await $0.byHand(threads: 2) }),
  ("bare tasks, 64 in flight", { await $0.bareTasks(inFlight: 64) }),
  ("bare tasks, one after another", { await $0.bareTasks(inFlight: 1) }),
  ("renderer, 64 in flight", { try await $0.rendered(inFlight: 64) }),
  ("renderer, one after another", { try await $0.rendered(inFlight: 1) }),
  ("renderer, from the main actor", { try await $0.renderedOnMainActor() }),
  ("renderer, as a sequence", { try await $0.asSequence() }),
]
let renderer = TextRenderer(fonts: .embedded, lanes: RenderLanes(count: laneCount))
var first = 0
var costs: [String: [Cost]] = [:]
for round in 0...rounds {
  for row in rows where only.map(row.name.contains) ?? true {
    let labels = Labels(first..<first + count, renderer)
    first += count
    let cost = try await Task.detached {
      try await Cost.of { try await row.body(labels) }
    }.value
    // The first round warms.
    if round > 0 { costs[row.name, default: []].append(cost) }
  }
}
for row in rows {
  guard let costs = costs[row.name] else { continue }
  let (wall, processor) = (median(costs.map(\.wall)), median(costs.map(\.processor)))
  let name = row.name.padding(toLength: 32, withPad: " ", startingAt: 0)
  print(
    name,
    String(format: "%6.2f wall %6.2f processor", wall / Double(count), processor / Double(count)))
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
