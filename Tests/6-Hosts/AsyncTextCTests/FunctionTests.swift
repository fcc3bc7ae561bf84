// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CAsyncText
import Dispatch
import Glibc
import SystemConcurrency
import Testing

@testable import AsyncTextC

/// Functions of the header, called from Swift; `Scripts/tests/library` calls all of them from C.
@Suite(.serialized) struct FunctionTests {
  private func withRequest<R>(
    _ kind: UInt32, _ text: String, flags: UInt32 = 0, style: at_style = 0,
    _ body: (UnsafePointer<at_request>) throws -> R
  ) rethrows -> R {
    var text = text
    return try text.withUTF8 { utf8 in
      try utf8.withMemoryRebound(to: CChar.self) { utf8 in
        var request = at_request()
        request.size = MemoryLayout<at_request>.size
        request.kind = kind
        (request.text, request.length) = (utf8.baseAddress, utf8.count)
        (request.flags, request.style) = (flags, style)
        return try body(&request)
      }
    }
  }

  private func text(of data: at_data) -> String {
    var (start, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    #expect(at_data_bytes(data, &start, &count, nil) == AT_OK)
    defer { at_free(data, nil) }
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  @Test func aTextBecomesPixelsAndPlaces() {
    var picture: at_picture = 0
    var info = at_picture_info()
    let status = withRequest(AT_TEXT, "abc שלום", flags: AT_FRAMES) {
      at_draw($0, &picture, &info, nil)
    }
    #expect(status == AT_OK && info.width > 30 && info.height > 10)
    var frames: at_data = 0
    #expect(at_picture_frames(picture, &frames, nil) == AT_OK)
    let json = text(of: frames)
    // The word is in logical order.
    #expect(json.contains(#""words":[{"text":"abc","range":[0,3]"#))
    #expect(json.contains(#"{"text":"שלום","range":[4,8]"#))
    #expect(at_free(picture, nil) == AT_OK && at_free(picture, nil) == AT_INVALID_HANDLE)
  }

  @Test func whatIsWrongIsSaid() {
    var error = at_error()
    var picture: at_picture = 0
    let status = withRequest(AT_JSON, #"{"document": {"text": 3}}"#) {
      at_draw($0, &picture, nil, &error)
    }
    #expect(status == AT_MALFORMED && error.status == AT_MALFORMED && error.offset == 22)
    #expect(picture == 0)
    let message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(message.hasPrefix("text: "))
  }

  @Test func aStyleIsNoDocument() {
    for json in [#"{"text": "a"}"#, #"{"fonts": ["a.ttf"]}"#, #"{"spans": []}"#] {
      var style: at_style = 0
      #expect(at_style_create(json, json.utf8.count, nil, 0, &style, nil) == AT_MALFORMED)
    }
  }

  /// The status of a call about JSON and the sentence about what is wrong.
  private func refusal(
    _ json: String, flags: UInt32 = 0,
    _ call: (UnsafePointer<at_request>, UnsafeMutablePointer<at_error>) -> at_status
  ) -> (status: at_status, message: String) {
    var error = at_error()
    let status = withRequest(AT_JSON, json, flags: flags) { call($0, &error) }
    let message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return (status, message)
  }

  @Test func strictnessIsAboutTheWholeLine() {
    let document = #""document": {"text": "a"}"#
    for json in [
      #"{\#(document), "colour": 1}"#, #"{\#(document), "options": {"colour": 1}}"#,
      #"{\#(document), "options": {"colour": 1, "strict": false}}"#,
    ] {
      var picture: at_picture = 0
      let (status, message) = refusal(json, flags: AT_STRICT) { at_draw($0, &picture, nil, $1) }
      #expect(status == AT_MALFORMED && message.contains("colour: "), "\(json): \(message)")
      #expect(refusal(json) { at_draw($0, &picture, nil, $1) }.status == AT_OK)
      #expect(at_free(picture, nil) == AT_OK)
    }
  }

  /// A style is read before the text whose request is strict.
  @Test func strictnessIsAboutTheStyleOfAText() throws {
    for (json, options) in [(#"{"style":{"szie":3}}"#, "{}"), ("{}", #"{"scael":3}"#)] {
      var style: at_style = 0
      try #require(
        at_style_create(json, json.utf8.count, options, options.utf8.count, &style, nil) == AT_OK)
      defer { at_free(style, nil) }
      for (flags, wanted) in [(0, AT_OK), (AT_STRICT, AT_MALFORMED)] {
        var (picture, layout, error): (at_picture, at_data, at_error) = (0, 0, at_error())
        let drawn = withRequest(AT_TEXT, "a", flags: UInt32(flags), style: style) {
          at_draw($0, &picture, nil, &error)
        }
        let laidOut = withRequest(AT_TEXT, "a", flags: UInt32(flags), style: style) {
          at_layout($0, &layout, nil)
        }
        #expect(drawn == wanted && laidOut == wanted && error.status == (flags == 0 ? 0 : wanted))
        for handle in [picture, layout] { at_free(handle, nil) }
      }
    }
  }

  /// A file has the format of its options; flags of pictures and requests of texts are refused.
  @Test func filesHaveTheirFormats() {
    func bytes(_ json: String, flags: UInt32 = 0) -> (status: at_status, start: [UInt8]) {
      var (file, start): (at_data, UnsafePointer<UInt8>?) = (0, nil)
      let status = refusal(json, flags: flags) { at_file($0, &file, $1) }.status
      var count = 0
      guard status == AT_OK, at_data_bytes(file, &start, &count, nil) == AT_OK, let start else {
        return (status, [])
      }
      defer { at_free(file, nil) }
      return (status, Array(UnsafeBufferPointer(start: start, count: min(count, 8))))
    }
    let document = #"{"document":{"text":"a"},"options":{"format":"pdf","paper":"a5"}}"#
    #expect(bytes(document).start.elementsEqual("%PDF-1.7".utf8))
    #expect(bytes(#"{"document":{"text":"a"}}"#).start.dropFirst().starts(with: "PNG".utf8))
    #expect(bytes(document, flags: UInt32(AT_FRAMES)).status == AT_INVALID_ARGUMENT)
    var file: at_data = 0
    let status = withRequest(AT_TEXT, "a", flags: 0, style: 0) { at_file($0, &file, nil) }
    #expect(status == AT_INVALID_ARGUMENT)
  }

  /// What is for pictures is refused where none is drawn, but for a request that may be drawn, too.
  @Test func optionsOfPicturesAreRefusedElsewhere() {
    var layout: at_data = 0
    for option in [#""padding":2"#, #""scale":2"#, #""frames":true"#, #""background":"red""#] {
      let json = #"{"document":{"text":"a"},"options":{\#(option)}}"#
      let (status, message) = refusal(json) { at_layout($0, &layout, $1) }
      #expect(status == AT_MALFORMED && message.contains("no effect on a layout"), "\(message)")
    }
    let json = #"{"document":{"text":"a"},"options":{"strict":true,"imageRoot":"/"}}"#
    #expect(refusal(json, flags: UInt32(AT_FRAMES)) { at_layout($0, &layout, $1) }.status == AT_OK)
    at_free(layout, nil)
    for (flag, name) in [(AT_FRAMES, "AT_FRAMES"), (AT_OPACITY, "AT_OPACITY")] {
      var scene: at_scene = 0
      let json = #"{"scene":{"size":[4,4]}}"#
      let (status, message) = refusal(json, flags: UInt32(flag)) {
        at_scene_create($0, &scene, nil, $1)
      }
      #expect(status == AT_INVALID_ARGUMENT && message.hasPrefix(name), "\(message)")
      #expect(scene == 0)
    }
  }

  /// The status of making a style, and the sentence about what is wrong.
  private func style(_ json: String, _ options: String) -> (status: at_status, message: String) {
    var (style, error): (at_style, at_error) = (0, at_error())
    let status = at_style_create(
      json, json.utf8.count, options, options.utf8.count, &style, &error)
    if status == AT_OK { #expect(at_free(style, nil) == AT_OK) }
    let message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return (status, message)
  }

  @Test func strictnessIsAboutAStyleToo() {
    let json = #"{"style": {"size": 9, "colour": 1}}"#
    #expect(style(json, #"{"strict": false}"#).status == AT_OK)
    let (status, message) = style(json, #"{"strict": true}"#)
    #expect(status == AT_MALFORMED && message.hasPrefix("style.colour: "), "\(message)")
  }

  /// An option that could have no effect on what a handle is made for is refused.
  @Test func handlesTakeNoOptionWithoutEffect() {
    let (status, message) = style("{}", #"{"imageRoot": "/"}"#)
    #expect(status == AT_MALFORMED && message.hasPrefix("options.imageRoot: "), "\(message)")
    for (name, value) in [("frames", "true"), ("time", "1")] {
      var scene: at_scene = 0
      let json = #"{"scene": {"size": [4, 4]}, "options": {"\#(name)": \#(value)}}"#
      let (status, message) = refusal(json) { at_scene_create($0, &scene, nil, $1) }
      #expect(
        status == AT_MALFORMED && message.hasPrefix("options.\(name): "), "\(name): \(message)")
    }
  }

  @Test func picturesOfABatchComeInOrder() {
    var batch: at_batch = 0
    #expect(at_batch_create(3, nil, nil, &batch, nil) == AT_OK)
    for tag in 0..<60 {
      let kind = tag % 10 == 9 ? AT_JSON : AT_TEXT
      let text = String(repeating: "label ", count: (59 - tag) / 4 + 1)
      let status = withRequest(kind, text) { at_batch_submit(batch, $0, UInt64(tag), nil) }
      #expect(status == AT_OK)
    }
    for wanted in 0..<60 {
      var (tag, picture): (UInt64, at_picture) = (0, 0)
      let status = at_batch_next(batch, &tag, &picture, nil, nil)
      #expect(status == (wanted % 10 == 9 ? AT_MALFORMED : AT_OK) && tag == wanted)
      if picture != 0 { #expect(at_free(picture, nil) == AT_OK) }
    }
    var (tag, picture): (UInt64, at_picture) = (0, 0)
    #expect(at_batch_next(batch, &tag, &picture, nil, nil) == AT_END)
    #expect(at_free(batch, nil) == AT_OK)
  }

  @Test func severalThreadsMayTake() async {
    var made: at_batch = 0
    #expect(at_batch_create(2, nil, nil, &made, nil) == AT_OK)
    let batch = made
    for round in 0..<30 {
      // As many takers as pictures: if one were forgotten, it would wait for ever.
      await withTaskGroup(of: at_status.self) { group in
        for _ in 0..<4 {
          group.addTask {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async {
                var (tag, picture): (UInt64, at_picture) = (0, 0)
                var status = at_batch_next(batch, &tag, &picture, nil, nil)
                while status == AT_END { status = at_batch_next(batch, &tag, &picture, nil, nil) }
                at_free(picture, nil)
                continuation.resume(returning: status)
              }
            }
          }
        }
        for tag in 0..<4 {
          _ = withRequest(AT_TEXT, "label \(round) \(tag)") {
            at_batch_submit(batch, $0, UInt64(tag), nil)
          }
        }
        for await status in group { #expect(status == AT_OK) }
      }
    }
    #expect(at_batch_count(batch) == 0 && at_free(batch, nil) == AT_OK)
  }

  @Test func aBatchMayBeEndedWhileOthersSubmit() async {
    for _ in 0..<200 {
      var made: at_batch = 0
      #expect(at_batch_create(2, nil, nil, &made, nil) == AT_OK)
      let batch = made
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            var status = at_status(AT_OK)
            while status == AT_OK {
              status = withRequest(AT_TEXT, "label") { at_batch_submit(batch, $0, 0, nil) }
            }
            #expect(status == AT_CANCELLED)
          }
        }
        // Returns, though requests come at the same moment.
        #expect(at_batch_end(batch, nil) == AT_OK)
      }
      #expect(at_free(batch, nil) == AT_OK)
    }
  }

  private final class Receiver: Sendable {
    let tags = Mutex<[UInt64]>([])
  }

  @Test func picturesAreDeliveredInOrderAndNoneAfterTheEnd() {
    let receiver = Receiver()
    var batch: at_batch = 0
    let delivery: at_delivery = { context, tag, picture, _, _ in
      let receiver = Unmanaged<Receiver>.fromOpaque(context!).takeUnretainedValue()
      receiver.tags.withLock { $0.append(tag) }
      at_free(picture, nil)
    }
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    #expect(at_batch_create(4, delivery, context, &batch, nil) == AT_OK)
    for tag in 0..<400 {
      _ = withRequest(AT_TEXT, "label \(tag)") { at_batch_submit(batch, $0, UInt64(tag), nil) }
      // Some turns end just while the next request comes.
      if tag % 50 == 49 { while at_batch_count(batch) > 0 {} }
    }
    while at_batch_count(batch) > 0 {}
    for tag in 400..<500 {
      _ = withRequest(AT_TEXT, "label \(tag)") { at_batch_submit(batch, $0, UInt64(tag), nil) }
    }
    #expect(at_batch_end(batch, nil) == AT_OK)
    let atEnd = receiver.tags.withLock { $0 }
    #expect(atEnd == Array(0..<UInt64(atEnd.count)) && atEnd.count >= 400)
    #expect(at_free(batch, nil) == AT_OK)
    #expect(receiver.tags.withLock { $0.count } == atEnd.count)
  }

  /// In processor time, which other programs do not change, of a process of its own.
  @Test func aBatchThatIsEndedLetsGoOfTheLanesSoon() async {
    await #expect(processExitsWith: .success) { exit(FunctionTests().endsSoon() ? 0 : 1) }
  }

  private func endsSoon() -> Bool {
    func used() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    var batch: at_batch = 0
    guard at_batch_create(2, nil, nil, &batch, nil) == AT_OK else { return false }
    let long = String(repeating: "A long text that takes a while. ", count: 60_000)
    for tag in 0..<4 {
      let status = withRequest(AT_TEXT, long) { at_batch_submit(batch, $0, UInt64(tag), nil) }
      guard status == AT_OK else { return false }
    }
    let before = (at_handle_count(), used())
    guard at_batch_end(batch, nil) == AT_OK else { return false }
    // Some 2 ms; a text of them takes seconds.
    let time = used() - before.1
    print("a batch that is ended works for \(time) s more")
    return time < 0.5 && at_handle_count() == before.0 && at_free(batch, nil) == AT_OK
  }
}
