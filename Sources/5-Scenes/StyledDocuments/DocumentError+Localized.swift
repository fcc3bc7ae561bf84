// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

extension DocumentError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
