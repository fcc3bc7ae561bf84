// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText
internal import SystemConcurrency

/// A cancellation behind a handle.
// @unchecked Sendable: as its superclass, to which it adds no state.
final class CancellationHandle: CancellationFlag, HandleObject, @unchecked Sendable {
  static let kind = HandleKind.cancellation
}

@c @implementation
package func at_cancellation_create(
  _ cancellation: UnsafeMutablePointer<at_cancellation>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: cancellation, "cancellation") { CancellationHandle() }
}

@c @implementation
package func at_cancel(
  _ cancellation: at_cancellation, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    try HandleTable.shared.object(cancellation, as: CancellationHandle.self).set()
  }
}
