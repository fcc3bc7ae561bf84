// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import ImageCodecs
internal import Pictures
internal import SystemFiles
internal import SystemLanes

/// The `tiles` command: a picture, which may be larger than memory, to files of its tiles.
struct TilesCommand {
  /// The name in file names of a picture from standard input.
  private static let streamName = "picture"

  private let arguments: Arguments
  /// The file that is read; - for standard input.
  private let file: String
  private let settings: TileSettings

  init(_ arguments: Arguments) throws(CommandError) {
    guard let file = arguments.words.first, !file.isEmpty else {
      throw .usage(nil, "no picture; name a PNG or a JPEG file, or - for standard input")
    }
    self.arguments = arguments
    self.file = file
    settings = try TileSettings(arguments)
  }

  /// Cuts the picture and writes the tiles, then the manifest.
  func run(_ console: CommandConsole, lanes: RenderLanes = .shared) throws(CommandError) {
    for note in settings.picture.idleNotes({ CommandOption.named($0) }) { console.note(note) }
    let reader = try open(console)
    let pyramid = TilePyramid(
      size: reader.size, tileSize: settings.tileSize, overlap: settings.overlap,
      levelCount: settings.levelCount)
    try pyramid.check(subject)
    for note in reader.notes { console.note("\(subject): \(note)") }
    if let count = settings.levelCount, pyramid.levels.count < count {
      console.note(
        "\(CommandOption.levels.typed): the picture is a single pixel at level "
          + "\(pyramid.levels.count - 1), the last one")
    }
    let names = names(levelCount: pyramid.levels.count)
    try makeFolders(names)
    var progress = ProgressBar(console, count: pyramid.tileCount, unit: "tiles")
    defer { progress.end() }
    var done = 0
    progress.show(0)
    do {
      var cutter = TileCutter(
        reader, into: pyramid, codec: settings.codec, packing: settings.picture.packing,
        lanes: lanes
      ) { tile, bytes in
        try console.write(bytes, to: names.path(of: tile))
        done += 1
        progress.show(done)
      }
      try cutter.run()
    } catch {
      throw failure(error)
    }
    for note in reader.lateNotes { console.note("\(subject): \(note)") }
    try describe(TileManifest(pyramid: pyramid, names: names, codec: settings.codec), console)
  }

  /// The name of the picture in messages.
  private var subject: String { file == "-" ? "standard input" : file }

  private func open(_ console: CommandConsole) throws(CommandError) -> any ImageRowReader {
    let stream =
      file == "-" ? ByteStream { try console.read() } : try FileReader.stream(of: file)
    do {
      return try PictureFormat.rows(of: stream, side: TilePyramid.sideLimit)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> CommandError {
    switch error {
    case let error as CommandError: error
    case let error as ImageError:
      CommandError(error.code == .tooLarge ? .tooLarge : .unreadable, subject, error.message)
    case let error as GraphicsError:
      CommandError(error.code == .tooLarge ? .tooLarge : .unreadable, subject, error.message)
    default: CommandError.wrapping(error, subject: subject)
    }
  }

  // MARK: - Files

  private func names(levelCount: Int) -> TileFileNames {
    var (folder, name) =
      file == "-" ? ("", Self.streamName) : TileFileNames.parts(of: file)
    if let out = settings.folder { folder = out.hasSuffix("/") ? out : out + "/" }
    return TileFileNames(
      layout: settings.layout, folder: folder, name: name,
      ending: settings.codec.ending,
      levelCount: levelCount)
  }

  private func makeFolders(_ names: TileFileNames) throws(CommandError) {
    var folders = names.folders.map { names.folder + $0 }
    if let folder = settings.folder { folders.insert(folder, at: 0) }
    for folder in folders { try FileWriter.makeFolder(folder) }
  }

  /// Writes the files that describe the tiles for viewers.
  private func describe(
    _ manifest: TileManifest, _ console: CommandConsole
  ) throws(CommandError) {
    if manifest.names.layout == .deepzoom {
      try console.write(manifest.deepZoom, to: manifest.names.description)
    }
    guard let path = settings.manifest else { return }
    let start = path == "-" ? "" : TileFileNames.parts(of: path).folder
    let json = manifest.json(prefix: TileManifest.way(to: manifest.names.folder, from: start))
    try console.write(json, to: path == "-" ? nil : path)
  }
}
