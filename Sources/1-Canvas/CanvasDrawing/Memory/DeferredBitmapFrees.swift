// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Deferred returns of bitmap memory: between ``begin()`` and ``end(_:)``, buffers that a thread
/// gives back are batched by free list.
///
/// A thread that drops many bitmaps of other threads thereby locks each of their free lists once
/// for up to 32 buffers. The batch is found through thread-specific data; pairs of `begin` and
/// `end` may nest.
@safe package struct DeferredBitmapFrees: ~Copyable {
  private let batch: UnsafeMutablePointer<Batch>

  package init() {
    // The batch needs a fixed address, since thread-specific data points to it; `deinit` frees it.
    unsafe batch = .allocate(capacity: 1)
    unsafe batch.initialize(to: Batch())
  }

  deinit {
    unsafe batch.deinitialize(count: 1)
    unsafe batch.deallocate()
  }

  /// The thread-specific data that points to a thread's batch; `nil` if the system has no key left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// Starts batching what the calling thread gives back.
  ///
  /// - Returns: The enclosing batch, to be passed to ``end(_:)``.
  package borrowing func begin() -> UInt {
    guard let key = Self.key else { return 0 }
    // Thread-specific data is an untyped pointer: the enclosing batch, or nil.
    let before = unsafe UInt(bitPattern: pthread_getspecific(key))
    unsafe pthread_setspecific(key, batch)
    return before
  }

  /// Stops batching and returns all buffers.
  package borrowing func end(_ before: UInt) {
    if let key = Self.key {
      unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: before))
    }
    flush()
  }

  /// Returns all buffers to their free lists.
  package borrowing func flush() {
    for index in 0..<Batch.placeCount {
      // The run leaves the batch before its buffers are freed: a custom allocator may release
      // bitmaps meanwhile, which changes the batch.
      guard let full = unsafe batch.pointee.take(index, forgetsList: true) else { continue }
      _ = full.giveBack()
    }
  }

  /// Adds a buffer to the calling thread's batch.
  ///
  /// - Returns: `false` if the thread has no batch, or the batch no place for the free list.
  @inline(__always)
  static func keep(_ buffer: IdleBuffer, for freeList: BitmapFreeList) -> Bool {
    guard let key, let address = unsafe pthread_getspecific(key) else { return false }
    // `begin` stored the address of a `Batch`.
    let batch = unsafe address.assumingMemoryBound(to: Batch.self)
    guard let index = unsafe batch.pointee.add(buffer, for: freeList) else { return false }
    if let full = unsafe batch.pointee.takeIfFull(index) {
      unsafe batch.pointee.reuse(full.giveBack(), at: index)
    }
    return true
  }
}

/// The buffers that wait to be returned, by free list.
private struct Batch {
  /// A run of buffers of one list, the first returned at the front.
  struct Run {
    let freeList: BitmapFreeList
    var buffers: [IdleBuffer]

    /// Returns the buffers.
    ///
    /// - Returns: The empty array, for its memory.
    consuming func giveBack() -> [IdleBuffer] {
      freeList.giveBack(buffers)
      buffers.removeAll(keepingCapacity: true)
      return buffers
    }
  }

  private struct Place {
    /// `nil` if the place is free.
    var freeList: BitmapFreeList?
    var buffers: [IdleBuffer] = []
    var byteCount = 0
  }

  /// The most free lists in a batch; buffers of further lists are returned at once. Usually there
  /// is one list for each lane.
  static let placeCount = 8
  /// The most buffers and bytes that wait in a place. With more, the next drawing would find no
  /// buffer that is still in the processor's cache.
  private static let limit = (count: 32, byteCount: 1 << 20)

  private var places = InlineArray<8, Place>(repeating: Place())

  /// Adds a buffer.
  ///
  /// - Returns: The index of the buffer's place; `nil` if all places belong to other lists.
  mutating func add(_ buffer: IdleBuffer, for freeList: BitmapFreeList) -> Int? {
    for index in places.indices {
      if let known = places[index].freeList {
        if known !== freeList { continue }
      } else {
        places[index].freeList = freeList
      }
      places[index].buffers.append(buffer)
      places[index].byteCount += buffer.byteCount
      return index
    }
    return nil
  }

  /// Takes out the buffers of a place that has reached the limit.
  mutating func takeIfFull(_ index: Int) -> Run? {
    let isFull =
      places[index].buffers.count >= Self.limit.count
      || places[index].byteCount >= Self.limit.byteCount
    return isFull ? take(index, forgetsList: false) : nil
  }

  /// Takes out the buffers of a place, if any.
  mutating func take(_ index: Int, forgetsList: Bool) -> Run? {
    guard let freeList = places[index].freeList else { return nil }
    if forgetsList { places[index].freeList = nil }
    if places[index].buffers.isEmpty { return nil }
    var buffers: [IdleBuffer] = []
    swap(&buffers, &places[index].buffers)
    places[index].byteCount = 0
    return Run(freeList: freeList, buffers: buffers)
  }

  /// Keeps the memory of an empty array for a place.
  mutating func reuse(_ buffers: [IdleBuffer], at index: Int) {
    if places[index].buffers.capacity == 0 { places[index].buffers = buffers }
  }
}
