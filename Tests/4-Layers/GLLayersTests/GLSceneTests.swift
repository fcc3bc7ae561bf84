// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import LayerScenes
import Testing
import TextTestSupport

@testable import GLLayers

private func read(_ layer: String, scene: String = "") throws -> Scene {
  try Scene(json: Array(#"{"size":[300,300],\#(scene)"layers":[\#(layer)]}"#.utf8))
}

private func error(_ layer: String, scene: String = "") -> DocumentError? {
  #expect(throws: DocumentError.self) { try read(layer, scene: scene) }
}

/// Layers of the type `gl` in a program without the package trait.
@Suite(.disabled(if: GLSupport.isBuilt, "SKIPPED: this build has the package trait GL"))
struct GLSceneWithoutTraitTests {
  @Test func theTraitIsNamed() {
    let error = error(#"{"type":"gl","frame":[0,0,300,300]}"#)
    #expect(error?.code == .unsupported && error?.keyPath == "layers[0].type")
    #expect(error?.message.contains("package trait GL") == true && error?.offset != nil)
  }
}

#if GL
  /// Layers of the type `gl` in scenes.
  @Suite("Scenes with layers of type gl", .needsEGL, .timeLimit(.minutes(30)))
  struct GLSceneTests {
    private func picture(_ layer: String, scene: String = "") throws -> Bitmap {
      let scene = try read(layer, scene: scene)
      #expect(scene.notes.isEmpty)
      return try TreeRenderer().renderNow(scene.tree).image
    }

    @Test func a15_s223_theTriangle() throws {
      let image = try picture(#"{"type":"gl","frame":[0,0,300,300]}"#)
      #expect(GLTests.inked(image) == 11_250)
      #expect(GLTests.isNear(image.rgba(150, 174), [85, 86, 84, 255], within: 1))
      let written = try picture(
        ##"{"type":"gl","frame":[0,0,300,300],"vertices":[[-0.5,-0.5,-1],[0,0.5,-1],[0.5,-0.5,-1]],"##
          + ##""vertexColors":["#00f","#0f0","#f00"],"primitive":"triangles"}"##)
      #expect(written == image)
    }

    @Test func aLayerOfLessThanAPixelIsNoted() throws {
      for frame in ["[0,0,300,0.4]", "[0,0,0,300]", "[0,0,0,0]", "[0,0,0.4,0.4]"] {
        let scene = try read(#"{"type":"gl","frame":\#(frame)}"#)
        #expect(scene.notes.count == 1)
        #expect(
          scene.notes.first?.hasPrefix(
            "layers[0]: nothing is drawn: the layer has no whole pixel") == true, "\(scene.notes)")
        #expect(GLTests.inked(try TreeRenderer().renderNow(scene.tree).image) == 0)
      }
    }

    @Test func s220_boundsTimesScale() throws {
      let layer = #"{"type":"gl","frame":[0,0,300,300]}"#
      // The scale may come before or after the layers.
      let twice = try picture(layer, scene: #""scale":2,"#)
      #expect(twice.width == 600 && GLTests.inked(twice) == 45_000)
      let after = try Scene(
        json: Array(#"{"size":[300,300],"layers":[\#(layer)],"scale":2}"#.utf8))
      #expect(try TreeRenderer().renderNow(after.tree).image == twice)
      let given = try Scene(
        json: Array(#"{"size":[300,300],"layers":[\#(layer)]}"#.utf8),
        options: SceneOptions(scale: 2))
      #expect(try TreeRenderer().renderNow(given.tree).image == twice)
      guard
        case .image(let own) = try read(
          #"{"type":"gl","frame":[0,0,100.5,100],"contentsScale":3}"#
        ).tree.root.sublayers[0].contents
      else {
        Issue.record("no picture")
        return
      }
      #expect(own.bitmap.pixelSize == PixelSize(width: 302, height: 300))
    }

    @Test func s222_transforms() throws {
      let turned = try picture(
        #"{"type":"gl","frame":[0,0,300,300],"modelview":[{"rotate":[90,0,0,1]}]}"#)
      // Anticlockwise: the green corner is at the left.
      #expect(GLTests.isNear(turned.rgba(77, 150), [3, 250, 3, 255], within: 8))
      let small = try picture(
        #"{"type":"gl","frame":[0,0,300,300],"projection":{"m44":2}}"#)
      #expect(abs(GLTests.inked(small) - 11_250 / 4) < 60)
    }

    @Test func s224_clearColorIsStraight() throws {
      let image = try picture(
        ##"{"type":"gl","frame":[0,0,300,300],"vertices":[],"clearColor":"#ff000080"}"##)
      #expect(image.rgba(9, 9) == [128, 0, 0, 128])
      let blended = try picture(
        ##"{"type":"gl","frame":[0,0,300,300],"vertices":[[-1,-1],[3,-1],[-1,3]],"##
          + ##""vertexColors":"#00ff0080","clearColor":"#f00"}"##)
      #expect(GLTests.isNear(blended.rgba(9, 9), [127, 128, 0, 255], within: 1))
    }

    @Test func depthTest() throws {
      func corner(_ depth: String) throws -> [UInt8] {
        try picture(
          ##"{"type":"gl","frame":[0,0,300,300],\##(depth)"vertices":[[-1,-1,-0.5],[3,-1,-0.5],"##
            + ##"[-1,3,-0.5],[-1,-1,0.5],[3,-1,0.5],[-1,3,0.5]],"##
            + ##""vertexColors":["red","red","red","blue","blue","blue"]}"##
        ).rgba(4, 4)
      }
      #expect(try corner("") == [0, 0, 255, 255])
      #expect(try corner(#""depthTest":true,"#) == [255, 0, 0, 255])
    }

    @Test func wrongValuesAreTold() {
      for (member, path) in [
        (#""vertices":7"#, "vertices"), (#""vertices":[[1]]"#, "vertices[0]"),
        (#""vertices":[[1,2,3,4]]"#, "vertices[0]"), (#""vertices":[["a",1]]"#, "vertices[0][0]"),
        (#""vertexColors":["red","red"]"#, "vertexColors"),
        (#""vertexColors":["none?"]"#, "vertexColors[0]"), (#""primitive":"quads"#, ""),
        (#""clearColor":3"#, "clearColor"), (#""modelview":"x""#, "modelview"),
        (#""depthTest":1"#, "depthTest"),
      ] {
        let told = error(#"{"type":"gl","frame":[0,0,30,30],\#(member)}"#)
        #expect(told?.code == .malformed, "\(member)")
        if !path.isEmpty { #expect(told?.keyPath == "layers[0].\(path)") }
      }
      let near = error(#"{"type":"gl","frame":[0,0,30,30],"primitive":"triangle"}"#)
      #expect(near?.message.contains("did you mean triangles?") == true)
    }

    @Test func sizesAreBounded() throws {
      let large = error(#"{"type":"gl","frame":[0,0,30000,3]}"#)
      #expect(large?.code == .tooLarge && large?.keyPath == "layers[0]")
      #expect(error(#"{"type":"gl","frame":[0,0,16384,16384]}"#)?.code == .tooLarge)
      // A picture of each, up to the memory of all pictures of a scene.
      let many = Array(
        repeating: #"{"type":"gl","frame":[0,0,16000,3000],"vertices":[]}"#, count: 4)
      #expect(error(many.joined(separator: ","))?.keyPath == "layers[2]")
      let vertices = Array(repeating: "[0,0]", count: 65_537).joined(separator: ",")
      #expect(
        error(#"{"type":"gl","frame":[0,0,3,3],"vertices":[\#(vertices)]}"#)?.code == .tooLarge)
      // Hours of painting, were it painted.
      let whole = Array(repeating: "[-9,-9],[9,-9],[0,9]", count: 20_000).joined(separator: ",")
      let costly = error(#"{"type":"gl","frame":[0,0,4000,2000],"vertices":[\#(whole)]}"#)
      #expect(costly?.code == .tooLarge && costly?.message.contains("paint") == true)
      // The same as 5 × 9 points on the other side of the picture's edge.
      #expect(GLTests.inked(try picture(#"{"type":"gl","frame":[0,0,-5,9]}"#)) == 0)
    }

    /// A layer in a text; it is bounded with all others of the scene.
    @Test func inAText() throws {
      func text(_ layer: String) -> String {
        #"{"type":"text","frame":[0,0,300,300],"document":{"text":"\uFFFC","attachments":"#
          + #"[{"at":0,"scene":\#(layer)}]}}"#
      }
      let image = try picture(text(#"{"type":"gl","frame":[0,0,100,100]}"#))
      #expect(abs(GLTests.inked(image) - 1_250) < 30)
      let layers = Array(
        repeating: text(#"{"type":"gl","frame":[0,0,16000,3000],"vertices":[]}"#), count: 4)
      #expect(error(layers.joined(separator: ","))?.code == .tooLarge)
    }

    @Test func keysOfGLAreThoseOfGL() throws {
      let scene = try read(#"{"type":"shape","vertices":[]}"#)
      #expect(scene.notes.first?.contains(#"vertices with "type":"gl""#) == true)
    }

    /// A text on top, a shadow behind, a transform: a picture as any other.
    @Test func underATextAndTurned() throws {
      let image = try picture(
        ##"{"type":"gl","frame":[50,50,200,200],"opaque":true,"transform":[{"rotate":[180,0,0,1]}],"##
          + ##""sublayers":[{"type":"text","frame":[0,0,200,40],"string":"gl","##
          + ##""foregroundColor":"#fff"}]}"##)
      // The lower edge of the triangle is on top now.
      #expect(image.rgba(150, 105)[3] == 255 && image.rgba(150, 105) != [0, 0, 0, 255])
      #expect(image.rgba(60, 60) == [0, 0, 0, 255] && image.rgba(20, 20) == [0, 0, 0, 0])
    }
  }
#endif
