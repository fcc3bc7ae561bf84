// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextFonts
import TextGraphics
import TextTestSupport

@testable import LayerScenes
@testable import TextRenderCommand

struct RequestNamesTests {
  private func request(_ json: String) throws -> PictureRequest {
    let request = try BatchRequest(try JSONReader.object(of: Array(json.utf8)))
    guard case .picture(let picture) = request.work else {
      throw CommandError(.failed, nil, "no picture")
    }
    return picture
  }

  private func name(_ json: String, _ names: RequestNames = RequestNames()) throws -> String {
    let request = try request(json)
    return names.name(of: request, RequestFiles(request.content))
  }

  /// The name is a hash of these bytes and no others, so that another version can find it again.
  @Test func whatIsHashed() {
    let files = RequestFiles(JSONObject())
    let name = RequestNames().name(
      of: Array("{}".utf8), files, versions: "1", systemFonts: { [] })
    let bytes = Array("2:{}1:132:".utf8) + FontFingerprint.embedded
    #expect(name == SHA256.hexadecimal(SHA256.digest(of: bytes)))
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
      #expect(Array(names.digests.fonts.keys) == [font])
      #expect(!names.usesSystemFonts)
    }
  }

  @Test(
    arguments: [
      (#"{"text":"a"}"#, [], [], true, false),
      (#"{"text":"a","systemFonts":false}"#, [], [], false, false),
      (
        #"{"text":"a","systemFonts":false,"fonts":["A.ttf",{"file":"B.ttc","index":1},7]}"#,
        ["A.ttf", "B.ttc"], [], false, false
      ),
      (
        #"{"size":[1,1],"layers":[{"contents":{"image":"p.png"},"sublayers":[{"type":"tiled","tiles":"t_%d_%d.png"}]}]}"#,
        [], ["p.png"], false, true
      ),
      (
        #"{"layers":[{"type":"text","string":"x"},{"type":"player","video":"v.mp4"}]}"#, [],
        ["v.mp4"], true, false
      ),
      (
        #"{"layers":[{"type":"text","document":{"text":"x","systemFonts":false,"attachments":[{"at":0,"scene":{"contents":{"image":"q.png"}}}]}}]}"#,
        [], ["q.png"], false, false
      ),
    ] as [(String, [String], [String], Bool, Bool)])
  func files(
    _ json: String, _ fonts: [String], _ pictures: [String], _ usesSystemFonts: Bool,
    _ hasTiles: Bool
  ) throws {
    let files = RequestFiles(try JSONReader.object(of: Array(json.utf8)))
    #expect(files.fonts == fonts && files.pictures == pictures)
    #expect(files.usesSystemFonts == usesSystemFonts && files.hasTiles == hasTiles)
  }

  /// Pipes and devices are not read: they may not end.
  @Test func onlyRegularFilesAreHashed() throws {
    let digests = FileDigests()
    #expect(digests.digest(of: "/dev/zero").isEmpty && digests.digest(of: "/").isEmpty)
    #expect(digests.digest(of: "/nowhere").isEmpty)
    #expect(digests.digest(of: ToolRun.sans).count == 32)
  }
}
