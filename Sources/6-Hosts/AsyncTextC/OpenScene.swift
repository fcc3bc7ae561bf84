// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

package import CAsyncText
internal import LayerScenes

/// A scene that was read, behind a handle.
final class OpenScene: HandleObject {
  static let kind = HandleKind.scene

  let scene: Scene
  /// Notes about the bytes that it was read from.
  let notes: [String]

  init(_ scene: Scene, notes: [String]) { (self.scene, self.notes) = (scene, notes) }
}

@c @implementation
package func at_scene_create(
  _ request: UnsafePointer<at_request>!, _ scene: UnsafeMutablePointer<at_scene>!,
  _ duration: UnsafeMutablePointer<Double>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    guard let scene = unsafe scene else { throw CallError.invalidArgument("'scene' is null") }
    let read = try unsafe DrawRequest(request).scene()
    if let duration = unsafe duration { unsafe duration.pointee = read.scene.duration ?? .nan }
    unsafe scene.pointee = HandleTable.shared.insert(read)
  }
}
