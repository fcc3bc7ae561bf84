// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The folder of the package whose tests run.
public enum Checkout {
  /// Its path, without a slash at the end.
  public static let path: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()
}
