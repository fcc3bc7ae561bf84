// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncTextLayer

extension Color {
  /// Three colours that no channel has in common.
  public static let red = Color(red: 1, green: 0, blue: 0)
  public static let green = Color(red: 0, green: 1, blue: 0)
  public static let blue = Color(red: 0, green: 0, blue: 1)
}
