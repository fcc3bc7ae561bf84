// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Literals as values: `LayerAnimation("opacity", to: 0.5)`.
extension LayerValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A number, which is a `Double` as all are.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// A name.
  public init(stringLiteral value: String) { self = .string(value) }
}
