// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TextDefaultFonts
import TextService

// ServiceBenchmarks ROUNDS IN_FLIGHT < BODIES
//
// Asks a service without a network for pictures: each line of input is the body of a request, and
// so many requests are under way at a time. After a first pass, which is not counted, prints the
// processor and the clock microseconds of a request in each round.

func microseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

let words = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rounds = words.first ?? 3
let inFlight = words.dropFirst().first ?? 16
var bodies: [[UInt8]] = []
while let line = readLine() { bodies.append(Array(line.utf8)) }

let service = try TextService(ServiceConfiguration())
let head = ServiceHead("POST", "/v1/render", fields: [("Content-Type", "application/json")])
for round in 0...rounds {
  let start = (microseconds(CLOCK_PROCESS_CPUTIME_ID), microseconds(CLOCK_MONOTONIC))
  try await withThrowingTaskGroup { [bodies] group in
    for first in 0..<min(inFlight, bodies.count) {
      group.addTask {
        for number in stride(from: first, to: bodies.count, by: inFlight) {
          let answer = try await service.answer(to: head, body: bodies[number])
          if answer.status != 200 { fatalError(String(decoding: answer.body, as: UTF8.self)) }
        }
      }
    }
    try await group.waitForAll()
  }
  let count = Double(bodies.count)
  if round > 0 {
    print(
      (microseconds(CLOCK_PROCESS_CPUTIME_ID) - start.0) / count,
      (microseconds(CLOCK_MONOTONIC) - start.1) / count)
  }
}
