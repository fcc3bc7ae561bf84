// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A linear map of straight colours, with a constant, and a factor of the alpha.
package struct ColorMatrix: Hashable, Sendable {
  /// Four rows of five numbers: what red, green, blue, alpha and one contribute to each component.
  let numbers: [Float]

  private init(rows: [[Double]], intercept: Double, alpha: Double) {
    numbers =
      rows.flatMap { row in row.map { Float($0) } + [0, Float(intercept)] }
      + [0, 0, 0, Float(alpha), 0]
  }

  /// Creates a map that multiplies the alpha.
  package init(alpha: Double) {
    self.init(rows: Self.diagonal(1), intercept: 0, alpha: alpha)
  }

  /// Creates a map of each colour by itself.
  package init(slope: Double, intercept: Double) {
    self.init(rows: Self.diagonal(slope), intercept: intercept, alpha: 1)
  }

  /// Creates a map from three rows: what red, green and blue contribute to each of them.
  package init(rows: [[Double]]) {
    self.init(rows: rows, intercept: 0, alpha: 1)
  }

  private static func diagonal(_ value: Double) -> [[Double]] {
    [[value, 0, 0], [0, value, 0], [0, 0, value]]
  }
}
