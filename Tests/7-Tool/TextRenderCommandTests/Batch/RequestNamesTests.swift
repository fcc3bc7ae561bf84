// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Pictures
import Testing
import TextFonts
import TextTestSupport

@testable import DocumentJSON
@testable import SystemFiles
@testable import TextRenderCommand

struct RequestNamesTests {
  private func request(_ json: String) throws -> PictureLine {
    let request = try BatchRequest(try JSONReader.object(of: Array(json.utf8)).object)
    guard case .picture(let picture, _) = request.work else {
      throw CommandError(.failed, nil, "no picture")
    }
    return picture
  }

  private func name(_ json: String, _ names: RequestNames = RequestNames()) throws -> String {
    let request = try request(json)
    return names.name(of: request).text
  }

  /// The name is a hash of these bytes and no others, so that another version can find it again.
  @Test func whatIsHashed() throws {
    var files = RequestFiles(.object(JSONObject()), of: .scene)
    let name = RequestNames().name(
      of: Array("{}".utf8), files, versions: "1", systemFonts: { [] })
    let bytes = Array("2:{}1:132:".utf8) + FontFingerprint.embedded
    #expect(name.text == SHA256.hexadecimal(SHA256.digest(of: bytes)) && name.isReusable)
    // A file that is not there counts with its path, and nothing is reused.
    files = RequestFiles(
      .object(try JSONReader.object(of: Array(#"{"image":"/none"}"#.utf8)).object), of: .scene)
    let other = RequestNames().name(of: Array("{}".utf8), files, versions: "1", systemFonts: { [] })
    let more = bytes + Array("5:/none0:".utf8)
    #expect(other.text == SHA256.hexadecimal(SHA256.digest(of: more)) && !other.isReusable)
  }

  @Test func sameRequestsHaveOneName() throws {
    let plain = try name(#"{"id":1,"document":{"text":"é","width":100},"options":{"scale":2}}"#)
    #expect(plain.count == 64)
    let same = [
      #"{"document":{"width":1e2,"text":"\u00e9"},"options":{"scale":2.0},"id":2,"into":"elsewhere"}"#,
      #" { "options" : { "scale" : 1, "scale":2 } , "document": {"text":"é", "width":100} } "#,
    ]
    for json in same { #expect(try name(json) == plain, "\(json)") }
    let other = [
      #"{"document":{"text":"e\u0301","width":100},"options":{"scale":2}}"#,
      #"{"document":{"text":"é","width":101},"options":{"scale":2}}"#,
      #"{"document":{"text":"é","width":100}}"#,
      #"{"document":{"text":"é","width":100,"systemFonts":false},"options":{"scale":2}}"#,
      #"{"scene":{"text":"é","width":100},"options":{"scale":2}}"#,
    ]
    #expect(try Set(other.map { try name($0) } + [plain]).count == other.count + 1)
  }

  /// A font or a picture that changes gives another name, and one that comes back the old one.
  @Test func filesCount() throws {
    try ToolRun.withFolder { folder throws in
      let (font, picture) = (folder + "/a.ttf", folder + "/a.png")
      let json = """
        {"document":{"text":"\u{FFFC}","systemFonts":false,"fonts":[{"file":"\(font)"}],
        "attachments":[{"at":0,"image":"\(picture)"}]}}
        """
      let names = RequestNames()
      var all = [try name(json, names)]
      for (path, bytes) in [(font, [1]), (font, [2]), (picture, [1]), (picture, [1, 2])]
        as [(String, [UInt8])]
      {
        try bytes.write(to: path)
        all.append(try name(json, names))
      }
      #expect(Set(all).count == 5)
      #expect(try name(json) == all[4])
      try FileManager.default.removeItem(atPath: picture)
      #expect(try name(json, names) == all[2])
      #expect(Set(names.digests.files.keys) == [Array(font.utf8), Array(picture.utf8)])
      #expect(names.digests.isComplete)
      #expect(!names.usesSystemFonts)
    }
  }

  @Test(
    arguments: [
      (#"{"text":"a"}"#, false, [], true, false),
      (#"{"text":"a","systemFonts":false}"#, false, [], false, false),
      (
        #"{"text":"a","systemFonts":false,"fonts":["A.ttf",{"file":"B.ttc","index":1},7]}"#, false,
        ["A.ttf", "B.ttc"], false, false
      ),
      (
        #"{"text":"a","systemFonts":false,"truncation":{"token":{"text":"…"}}}"#, false, [], false,
        false
      ),
      (
        #"{"layers":[{"contents":{"image":"p.png"},"sublayers":[{"type":"tiled","tiles":"%d%d"}]}]}"#,
        true, ["p.png"], false, true
      ),
      (
        #"{"layers":[{"type":"text","string":"x"},{"type":"player","video":"v.mp4"}]}"#, true,
        ["v.mp4"], true, false
      ),
      (#"{"layers":[{"document":{"text":"x","systemFonts":false}}]}"#, true, [], false, false),
      (#"{"layers":[{"document":{"text":"x"}}]}"#, true, [], true, false),
      (
        #"{"text":"x","systemFonts":false,"attachments":[{"scene":{"contents":{"image":"q.png"}}}]}"#,
        false, ["q.png"], false, false
      ),
    ] as [(String, Bool, [String], Bool, Bool)])
  func files(
    _ json: String, _ isScene: Bool, _ names: [String], _ usesSystemFonts: Bool, _ hasOthers: Bool
  ) throws {
    let files = RequestFiles(
      .object(try JSONReader.object(of: Array(json.utf8)).object),
      of: isScene ? .scene : .document)
    #expect(files.names == names)
    #expect(files.usesSystemFonts == usesSystemFonts && files.hasOthers == hasOthers)
  }

  /// A page whose files are not known before it is read has a name, and is drawn anew.
  @Test func pagesWithFilesAreNotReused() throws {
    func isReusable(_ json: String) throws -> Bool {
      RequestNames().name(of: try request(json)).isReusable
    }
    #expect(try isReusable(#"{"html":"<p>one"}"#))
    #expect(try !isReusable(#"{"html":"<img src=a.png>"}"#))
    #expect(try !isReusable(#"{"html":"<p style='background:URL(a.png)'>"}"#))
    #expect(try !isReusable(#"{"html":"<p>one","options":{"css":"a.css"}}"#))
    #expect(try isReusable(#"{"markdown":"*one* [two]"}"#))
    #expect(try !isReusable(#"{"markdown":"![one](a.png)"}"#))
    #expect(try !isReusable(#"{"markdown":"![a]\n\n[a]: a.png"}"#))
    #expect(try name(#"{"html":"one"}"#) != name(#"{"markdown":"one"}"#))
    #expect(try name(#"{"html":"<p>one"}"#) != name(#"{"html":"<p>two"}"#))
    #expect(try name(#"{"html":"<p>","options":{"width":1}}"#) != name(#"{"html":"<p>"}"#))
  }

  /// Pipes and devices are not read: they may not end.
  @Test func onlyRegularFilesAreHashed() throws {
    let digests = FileDigests()
    for path in ["/dev/zero", "/", "/nowhere", ""] { #expect(digests.digest(of: path) == nil) }
    #expect(digests.digest(of: ToolRun.sans)?.count == 32)
    #expect(digests.files.count == 1)
  }

  /// A file that is too large is not read, nor is one outside the image root.
  @Test func filesThatAreNotRead() throws {
    try ToolRun.withFolder { folder throws in
      let large = folder + "/large.png"
      try [1].write(to: large)
      #expect(truncate(large, 1 << 40) == 0)
      let names = RequestNames()
      let request = try self.request(#"{"scene":{"contents":{"image":"\#(large)"}}}"#)
      #expect(!names.name(of: request).isReusable)
      try FileManager.default.createDirectory(
        atPath: folder + "/root", withIntermediateDirectories: true)
      let bounded = try self.request(
        #"{"scene":{"contents":{"image":"\#(ToolRun.sans)"}},"options":{"imageRoot":"\#(folder)/root"}}"#
      )
      #expect(!names.name(of: bounded).isReusable && names.digests.files.isEmpty)
    }
  }

  /// Paths that are equal as strings, but not as bytes, are two files; beyond the limits of what is
  /// remembered that is known.
  @Test func rememberedFiles() throws {
    try ToolRun.withFolder { folder throws in
      let digests = FileDigests(countLimit: 40)
      for (i, name) in ["\u{E9}", "e\u{301}"].enumerated() {
        try [UInt8(i)].write(to: "\(folder)/\(name)")
        _ = digests.digest(of: "\(folder)/\(name)")
      }
      #expect(digests.files.count == 2 && Set(digests.files.values).count == 2)
      for i in 0..<39 {
        #expect(digests.isComplete)
        try [1].write(to: "\(folder)/\(i)")
        #expect(digests.digest(of: "\(folder)/\(i)")?.count == 32)
      }
      #expect(!digests.isComplete && digests.files.count == 40)
    }
  }
}
