// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText
internal import LayerScenes

/// A scene that was read, behind a handle.
final class OpenScene: HandleObject {
  static let kind = HandleKind.scene

  let scene: Scene
  /// Notes about the bytes that the scene was read from.
  let notes: [String]

  init(_ scene: Scene, notes: [String]) { (self.scene, self.notes) = (scene, notes) }
}

@c @implementation
package func at_scene_create(
  _ request: UnsafePointer<at_request>!, _ scene: UnsafeMutablePointer<at_scene>!,
  _ duration: UnsafeMutablePointer<Double>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: scene, "scene") {
    let read = try unsafe DrawRequest(request).scene()
    unsafe duration?.pointee = read.scene.duration ?? .nan
    return read
  }
}
