// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The executable that was built beside the tests; `nil` if there is none.
public enum ToolBinary {
  public static let path: String? = {
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    guard let folder = tests?.split(separator: "/").dropLast().joined(separator: "/") else {
      return nil
    }
    let path = "/\(folder)/textrender"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()
}
