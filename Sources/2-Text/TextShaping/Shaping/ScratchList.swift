// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An array of references in the scratch memory of one thread, read without the check for exclusive
/// access that a variable array of a class is read with: 80 instructions each time.
// unsafe: one thread uses a list, and every access ends before a function outside is called; an
// element that is replaced is released afterwards.
@safe
final class ScratchList<Element> {
  @exclusivity(unchecked) private var elements: [Element]

  init(_ elements: [Element] = []) { unsafe self.elements = elements }

  @inline(__always) var count: Int { unsafe elements.count }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { unsafe elements[index] }
    set {
      let old = unsafe elements[index]
      unsafe elements[index] = newValue
      withExtendedLifetime(old) {}
    }
  }

  func append(_ element: Element) { unsafe elements.append(element) }

  func removeAll() {
    let old = unsafe elements
    unsafe elements = []
    withExtendedLifetime(old) {}
  }
}
