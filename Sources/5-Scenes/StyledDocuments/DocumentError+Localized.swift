// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

extension DocumentError: LocalizedError {
  /// The same as `description`: the key path and the message.
  public var errorDescription: String? { description }
}
