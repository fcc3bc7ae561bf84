// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether this build has the package trait `Video`.
public enum VideoSupport {
  /// Whether the module can do its work; without the trait it is empty.
  public static var isBuilt: Bool {
    #if Video
      true
    #else
      false
    #endif
  }
}
