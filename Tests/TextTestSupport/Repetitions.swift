// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// How often tests repeat what they try with other numbers, schedules or moments.
///
/// A debug build takes some thirty times as long as a release build. `TEST_REPETITIONS=all` in the
/// environment, which `Scripts/test --full` sets for the release tests, asks for the whole number.
public enum Repetitions {
  /// Whether the whole number is asked for.
  public static let areAll = ProcessInfo.processInfo.environment["TEST_REPETITIONS"] == "all"

  /// - Parameters:
  ///   - few: The number for each day.
  ///   - all: The whole number.
  public static func count(_ few: Int, all: Int) -> Int { areAll ? all : few }
}
