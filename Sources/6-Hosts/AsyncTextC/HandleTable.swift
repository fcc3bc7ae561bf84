// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// An object that callers refer to by a handle, which is a number.
protocol HandleObject: AnyObject, Sendable {
  static var kind: HandleKind { get }
}

/// The kind of object that a handle stands for. The highest byte of a handle is its kind, so that a
/// handle of the wrong kind is refused.
enum HandleKind: UInt8 {
  case fonts = 1
  case style, scene, picture, data, cancellation, batch
}

/// The objects of all handles.
///
/// A handle has 8 bits of kind, 24 bits of generation, which is the number of earlier uses of its
/// slot, and 32 bits of slot index. A slot is retired after 2²⁴ uses, so that no handle comes
/// twice.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  fileprivate struct Slot {
    var object: (any HandleObject)?
    var generation: UInt32 = 0
  }

  fileprivate struct State: ~Copyable {
    var slots: [Slot] = []
    /// The indexes of the slots without an object, except the retired slots.
    var free: [UInt32] = []
    /// The number of slots with an object.
    var count = 0
  }

  /// The number of uses after which a slot is retired.
  private let generations: UInt32

  private let state = Mutex(State())

  /// - Parameter generations: The number of uses after which a slot is retired; tests pass a small
  ///   number.
  init(generations: UInt32 = 1 << 24) { self.generations = generations }

  /// The number of objects.
  var count: Int { state.withLock { $0.count } }

  /// Adds an object.
  func insert(_ object: any HandleObject) -> UInt64 {
    let kind = type(of: object).kind
    return state.withLock { state in
      let index = state.free.popLast() ?? UInt32(state.slots.count)
      if index == state.slots.count { state.slots.append(Slot()) }
      state.slots[Int(index)].object = object
      state.count += 1
      let generation = state.slots[Int(index)].generation
      return UInt64(kind.rawValue) << 56 | UInt64(generation) << 32 | UInt64(index)
    }
  }

  /// The object of a handle. The caller's reference keeps the object alive even if another thread
  /// frees the handle.
  ///
  /// - Throws: ``CallError`` with `invalidHandle`.
  func object<Object: HandleObject>(
    _ handle: UInt64, as type: Object.Type = Object.self
  ) throws(CallError) -> Object {
    let found = state.withLock { $0.object(handle) }
    guard let object = found as? Object else {
      throw .invalidHandle(handle, wanted: Object.kind)
    }
    return object
  }

  /// Removes an object. The caller releases the object outside the lock, since that may take long.
  ///
  /// - Throws: ``CallError`` with `invalidHandle`.
  func remove(_ handle: UInt64) throws(CallError) -> any HandleObject {
    let removed = state.withLock { state -> (any HandleObject)? in
      guard let object = state.object(handle) else { return nil }
      let index = Int(handle & 0xFFFF_FFFF)
      state.slots[index].object = nil
      state.slots[index].generation += 1
      state.count -= 1
      if state.slots[index].generation < generations { state.free.append(UInt32(index)) }
      return object
    }
    guard let removed else { throw .invalidHandle(handle, wanted: nil) }
    return removed
  }
}

extension HandleTable.State {
  /// The object of a handle; `nil` if the handle is invalid or was freed.
  fileprivate func object(_ handle: UInt64) -> (any HandleObject)? {
    let index = Int(handle & 0xFFFF_FFFF)
    guard index < slots.count, let object = slots[index].object,
      slots[index].generation == UInt32(handle >> 32 & 0xFF_FFFF),
      type(of: object).kind.rawValue == UInt8(handle >> 56)
    else { return nil }
    return object
  }
}
