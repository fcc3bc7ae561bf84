// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension FontCascade {
  /// The faces that are tried before the host is asked for single characters, in order, each with the
  /// reason for its place.
  package var listing: [(face: FontFace, reason: Reason)] {
    candidates.map { ($0.face, $0.reason) }
  }
}
