// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import TextService

private let open = ProbedService(keys: false)
private let guarded = ProbedService(keys: true)

/// The bytes are a request to the text service: an answer comes, is well formed, and leaves
/// nothing.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let input = RequestInput(Array(UnsafeBufferPointer(start: bytes, count: count))) else {
    return 0
  }
  if input.isSigned { return checkSignature(input) }
  let first = open.answer(to: input)
  let second = open.answer(to: input)
  // What is over the time or the memory may be so once.
  if ![first.status, second.status].contains(where: { $0 >= 503 }) {
    check(first.status == second.status, "\(first.status), then \(second.status)")
    check(first["ETag"] == second["ETag"], "another tag for the same request")
    let isSame = first.body == second.body
    check(isSame || input.head.target.contains("metrics"), "another body for the same request")
  }
  return 0
}

/// A signed target is let in, and one with a bit flipped is not.
private func checkSignature(_ input: RequestInput) -> CInt {
  // Where no key is needed, there is nothing to sign.
  guard guarded.answer(toHead: input.head)?.status == 401 else { return 0 }
  var head = input.head
  head.fields.removeAll { $0.name.lowercased() == "authorization" }
  let target = head.target + (head.target.contains("?") ? "&" : "?") + "key=k"
  let code = RequestSignature.code(Array(target.utf8), key: Array(ProbedService.secret.utf8))
  head.target = target + "&sig=" + Base64URL.encode(code)
  let answer = guarded.answer(toHead: head)
  if let answer, [401, 403].contains(answer.status) {
    // Names may be escaped.
    check(target.contains("exp") || target.contains("%"), "a right signature is refused")
    return 0
  }
  var bytes = Array(head.target.utf8)
  let bit = input.flipped % (8 * bytes.count)
  bytes[bit / 8] ^= 1 << UInt8(bit % 8)
  guard let flipped = String(validating: bytes, as: UTF8.self) else { return 0 }
  head.target = flipped
  let other = guarded.answer(toHead: head)
  // A slash that became a question mark leads to a page, which needs no key.
  if let other, other["Content-Type"]?.hasPrefix("text/") == true { return 0 }
  check(
    [400, 401, 403, 404, 405].contains(other?.status), "a wrong signature is let in: \(flipped)")
  return 0
}
