// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

extension Scene {
  /// Reads a scene from a file; what is no UTF-8 is noted.
  ///
  /// - Parameter file: Its name; - for standard input.
  init(
    file: String, _ options: SceneOptions, _ console: CommandConsole
  ) throws(CommandError) {
    let json = try DecodedText.json(file, console)
    do {
      self = try Scene(json: json, options: options)
    } catch {
      throw CommandError.wrapping(error, subject: file == "-" ? "standard input" : file)
    }
  }
}
