// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BrowserHost
import CanvasGeometry
import HostViews
import Testing

@Suite("EventReader")
struct EventReaderTests {
  private func event(_ json: String) throws -> BrowserEvent {
    try EventReader.event(Array(json.utf8))
  }

  @Test("Each kind of message becomes its event")
  func kinds() throws {
    #expect(
      try event(
        #"{"type":"pointer","phase":"down","x":1.5,"y":-2,"id":7,"touch":true,"modifiers":["alt"]}"#
      )
        == .input(
          .pointer(
            PointerEvent(
              .down, at: Point(x: 1.5, y: -2), pointerID: 7, isTouch: true, modifiers: .alt))))
    #expect(
      try event(#"{"type":"pointer","phase":"cancel","x":0,"y":0,"more":[{}]}"#)
        == .input(.pointer(PointerEvent(.cancel, at: Point(x: 0, y: 0)))))
    #expect(
      try event(#"{"type":"wheel","x":1,"y":2,"dx":0,"dy":-120.5,"modifiers":["shift","meta"]}"#)
        == .input(
          .wheel(
            WheelEvent(
              at: Point(x: 1, y: 2), delta: Size(width: 0, height: -120.5),
              modifiers: [.shift, .meta]))))
    #expect(
      try event(#"{"type":"key","phase":"up","key":"ArrowDown","modifiers":["control"]}"#)
        == .input(.key(KeyEvent(.up, "ArrowDown", modifiers: .control))))
    #expect(
      try event(#"{"type":"key","phase":"down","key":"é"}"#) == .input(.key(KeyEvent(.down, "é"))))
    #expect(
      try event(#"{"type":"resize","width":800,"height":600.5,"scale":2}"#)
        == .input(.resized(Size(width: 800, height: 600.5), scale: 2)))
    #expect(try event(#"{"type":"action","name":"go"}"#) == .action("go", value: nil))
    #expect(
      try event(#"{"type":"action","name":"go","value":"x"}"#)
        == .action("go", value: .text("x")))
    #expect(
      try event(#"{"type":"action","name":"go","value":false}"#)
        == .action("go", value: .bool(false)))
    #expect(
      try event(#"{"type":"action","name":"go","value":1e3}"#)
        == .action("go", value: .number(1000)))
  }

  @Test(
    "What is no event closes the connection with 1007",
    arguments: [
      "", "{", "[]", "1", "null", "{}", #"{"type":1}"#, #"{"type":"close"}"#,
      #"{"type":"pointer","phase":"hover","x":0,"y":0}"#,
      #"{"type":"pointer","phase":"move","x":0}"#,
      #"{"type":"pointer","phase":"move","x":"0","y":0}"#,
      #"{"type":"pointer","phase":"move","x":1e999,"y":0}"#,
      #"{"type":"pointer","phase":"move","x":1000001,"y":0}"#,
      #"{"type":"pointer","phase":"move","x":0,"y":0,"id":1e10}"#,
      #"{"type":"pointer","phase":"move","x":0,"y":0,"touch":1}"#,
      #"{"type":"pointer","phase":"move","x":0,"y":0,"modifiers":["hyper"]}"#,
      #"{"type":"pointer","phase":"move","x":0,"y":0,"modifiers":["alt","alt","alt","alt","alt"]}"#,
      #"{"type":"wheel","x":0,"y":0,"dx":0}"#,
      #"{"type":"wheel","x":0,"y":0,"dx":0,"dy":-1e7}"#,
      #"{"type":"key","phase":"down","key":""}"#,
      #"{"type":"key","phase":"down","key":"\u0007"}"#,
      #"{"type":"key","phase":"move","key":"a"}"#,
      #"{"type":"resize","width":0,"height":1,"scale":1}"#,
      #"{"type":"resize","width":1,"height":1,"scale":9}"#,
      #"{"type":"resize","width":16384,"height":16384,"scale":1}"#,
      #"{"type":"resize","width":9000,"height":10,"scale":2}"#,
      #"{"type":"action","name":"a","value":[1]}"#,
      #"{"type":"action","name":"a","value":1e999}"#,
      #"{"type":"action"}"#, #"{"type":"key","phase":"down","key":"a"} {}"#,
      #"{"a":{"b":{"c":{"d":{"e":1}}}}}"#,
    ])
  func malformed(json: String) {
    let error = #expect(throws: CloseReason.self) { try event(json) }
    #expect(error?.code == 1007)
  }

  @Test("Bytes that are no UTF-8, long names and long messages are refused")
  func bounds() {
    func code(_ bytes: [UInt8]) -> UInt16? {
      do throws(CloseReason) {
        _ = try EventReader.event(bytes)
        return nil
      } catch { return error.code }
    }
    func key(_ count: Int) -> [UInt8] {
      Array(#"{"type":"key","phase":"down","key":"\#(String(repeating: "k", count: count))"}"#.utf8)
    }
    #expect(
      code(Array(#"{"type":"key","phase":"down","key":""#.utf8) + [0xFF, 0x22, 0x7D]) == 1007)
    #expect(code(key(64)) == nil)
    #expect(code(key(65)) == 1007)
    #expect(code(key(5000)) == 1009)
    let text = String(repeating: "v", count: 1025)
    #expect(code(Array(#"{"type":"action","name":"a","value":"\#(text)"}"#.utf8)) == 1007)
  }
}

@Suite("MessageAssembler")
struct MessageAssemblerTests {
  @Test("Parts become a message; control frames do not count here")
  func parts() throws {
    var assembler = MessageAssembler()
    #expect(try assembler.take(opcode: 1, isLast: true, payload: [1]) == [1])
    #expect(try assembler.take(opcode: 1, isLast: false, payload: [1, 2]) == nil)
    #expect(try assembler.take(opcode: 0, isLast: false, payload: []) == nil)
    #expect(try assembler.take(opcode: 0, isLast: true, payload: [3]) == [1, 2, 3])
    #expect(try assembler.take(opcode: 1, isLast: true, payload: []) == [])
  }

  private func code(_ frames: [(opcode: UInt8, isLast: Bool, count: Int)]) -> UInt16? {
    var assembler = MessageAssembler()
    do throws(CloseReason) {
      for frame in frames {
        _ = try assembler.take(
          opcode: frame.opcode, isLast: frame.isLast,
          payload: [UInt8](repeating: 65, count: frame.count))
      }
      return nil
    } catch { return error.code }
  }

  @Test("Wrong orders, bytes and long messages have their numbers")
  func codes() {
    #expect(code([(0, true, 1)]) == 1002)
    #expect(code([(1, false, 1), (1, true, 1)]) == 1002)
    #expect(code([(3, true, 1)]) == 1002)
    #expect(code([(2, true, 1)]) == 1003)
    #expect(code([(1, true, 4096)]) == nil)
    #expect(code([(1, true, 4097)]) == 1009)
    #expect(code([(1, false, 4096), (0, true, 1)]) == 1009)
    #expect(code([(1, false, 0)] + (0..<15).map { _ in (0, false, 0) }) == nil)
    #expect(code([(1, false, 0)] + (0..<16).map { _ in (0, false, 0) }) == 1009)
  }
}
