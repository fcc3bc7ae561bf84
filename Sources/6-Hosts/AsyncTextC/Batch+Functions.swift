// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

package import CAsyncText
internal import SystemLanes

@c @implementation
package func at_batch_create(
  _ lanes: UInt32, _ delivery: at_delivery!, _ context: UnsafeMutableRawPointer!,
  _ batch: UnsafeMutablePointer<at_batch>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    guard let batch = unsafe batch else { throw CallError.invalidArgument("'batch' is null") }
    guard lanes <= 16 else { throw CallError.invalidArgument("a batch has 16 lanes at most") }
    let taking = unsafe delivery.map { unsafe passing(to: $0, context) }
    unsafe batch.pointee = HandleTable.shared.insert(Batch(lanes: Int(lanes), delivery: taking))
  }
}

/// Passes outcomes to a function of the caller's.
private func passing(
  to delivery: @escaping at_delivery, _ context: UnsafeMutableRawPointer?
) -> Batch.Delivery {
  // The caller promises that the context may be used on other threads.
  nonisolated(unsafe) let context = unsafe context
  return { outcome in
    switch outcome.result {
    case .success(let picture):
      var info = unsafe picture.info
      unsafe delivery(context, outcome.tag, HandleTable.shared.insert(picture), &info, nil)
    case .failure(let failure):
      var error = at_error()
      unsafe failure.write(to: &error)
      unsafe delivery(context, outcome.tag, 0, nil, &error)
    }
  }
}

@c @implementation
package func at_batch_submit(
  _ batch: at_batch, _ request: UnsafePointer<at_request>!, _ tag: UInt64,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    let batch = try HandleTable.shared.object(batch, as: Batch.self)
    let request = try unsafe DrawRequest(request)
    ForkGuard.shared.beginLanes()
    try batch.submit(request, tag: tag)
  }
}

@c @implementation
package func at_batch_count(_ batch: at_batch) -> Int {
  var count = 0
  call(nil) { count = try HandleTable.shared.object(batch, as: Batch.self).count }
  return count
}

@c @implementation
package func at_batch_next(
  _ batch: at_batch, _ tag: UnsafeMutablePointer<UInt64>!,
  _ picture: UnsafeMutablePointer<at_picture>!, _ info: UnsafeMutablePointer<at_picture_info>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    guard let tag = unsafe tag, let picture = unsafe picture else {
      throw CallError.invalidArgument("'tag' or 'picture' is null")
    }
    guard RenderLanes.current == nil else {
      throw CallError.invalidArgument("a thread that delivers a picture cannot wait for another")
    }
    let batch = try HandleTable.shared.object(batch, as: Batch.self)
    guard !batch.delivers else {
      throw CallError.invalidArgument("the batch delivers its pictures to a function")
    }
    guard let outcome = try batch.next() else {
      throw CallError(AT_END, "nothing is left in the batch")
    }
    unsafe tag.pointee = outcome.tag
    let drawn = try outcome.result.get()
    if let info = unsafe info { unsafe info.pointee = drawn.info }
    unsafe picture.pointee = HandleTable.shared.insert(drawn)
  }
}

@c @implementation
package func at_batch_end(
  _ batch: at_batch, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) { try HandleTable.shared.object(batch, as: Batch.self).end() }
}
