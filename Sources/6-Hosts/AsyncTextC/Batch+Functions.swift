// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText
internal import SystemLanes

@c @implementation
package func at_batch_create(
  _ lanes: UInt32, _ delivery: at_delivery!, _ context: UnsafeMutableRawPointer!,
  _ batch: UnsafeMutablePointer<at_batch>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: batch, "batch") {
    guard lanes <= 16 else { throw CallError.invalidArgument("a batch has 16 lanes at most") }
    let taking = unsafe delivery.map { unsafe passing(to: $0, context) }
    return Batch(lanes: Int(lanes), delivery: taking)
  }
}

/// Returns a delivery that passes outcomes to a function of the caller.
private func passing(
  to delivery: @escaping at_delivery, _ context: UnsafeMutableRawPointer?
) -> Batch.Delivery {
  // The header requires of callers that the context may be used on any thread.
  nonisolated(unsafe) let context = unsafe context
  return { outcome in
    switch outcome.result {
    case .success(let picture):
      var info = unsafe picture.info
      unsafe delivery(context, outcome.tag, HandleTable.shared.insert(picture), &info, nil)
    case .failure(let failure):
      var error = failure.structure
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
    guard case (let tag?, let picture?) = unsafe (tag, picture) else {
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
    unsafe info?.pointee = drawn.info
    unsafe picture.pointee = HandleTable.shared.insert(drawn)
  }
}

@c @implementation
package func at_batch_end(
  _ batch: at_batch, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) { try HandleTable.shared.object(batch, as: Batch.self).end() }
}
