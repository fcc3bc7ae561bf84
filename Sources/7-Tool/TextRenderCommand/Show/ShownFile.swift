// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import BrowserHost
internal import CanvasGeometry
internal import Dispatch
internal import HostViews
import LayerModel
internal import LayerScenes
internal import StyledDocuments
internal import TextLayers
internal import TextTypesetting

/// A scene or a document in a window, read again whenever its folder changes.
@MainActor
final class ShownFile: LiveContent {
  let window: HostWindow
  weak var session: LiveSession?
  private let file: String
  private let options: SceneOptions
  private let console: CommandConsole
  private var watch: FolderWatch?
  private var current: LiveFile
  private let scroll = ScrollLayer()
  private let page = Layer()
  /// The numbers of readings and of layouts begun so far; the results of all but the last are
  /// dropped.
  private var (readings, layouts) = (0, 0)
  /// Whether the next reading is shown even if the file is unchanged, since a file named in it has
  /// changed.
  private var isOutdated = false
  /// Whether the last reading failed.
  private var hasFailed = false
  private(set) var lateNotes: LateNotes?
  /// The most notes below the picture, and the most characters of each.
  private static let (shownNotes, noteLength) = (20, 500)
  private static let queue = DispatchQueue(label: "textrender.show.reading")

  /// The space around a document, in points.
  private static let margin = 16.0
  /// The size of a document's window until a viewer gives its own, in points.
  private static let standardSize = Size(width: 800, height: 600)

  /// Reads the file.
  ///
  /// - Parameter clock: The clock of the layers.
  /// - Throws: ``CommandError`` if it is neither a scene nor a document.
  init(
    _ file: String, _ options: SceneOptions, _ console: CommandConsole,
    clock: any LayerClock = SystemClock.shared
  ) throws(CommandError) {
    (self.file, self.options, self.console) = (file, options, console)
    current = try LiveFile(file, options)
    switch current.content {
    case .scene(let scene):
      window = HostWindow(
        size: scene.tree.size, background: scene.tree.background, sizing: .fixed, clock: clock)
    case .document: window = HostWindow(size: Self.standardSize, clock: clock)
    }
    scroll.name = "document"
    page.name = "text"
    scroll.addSublayer(page)
    show(current)
  }

  func begin() {
    tell(current.notes)
    lateNotes = LateNotes(window.host.clock) { [weak self] in
      self?.foundLate ?? []
    } tell: {
      [weak self] late in
      if let self { tell(current.notes + late) }
    }
    window.host.didComposeTree = { [weak self] in self?.lateNotes?.treeComposed() }
    // A desktop window always has a viewer. For a page, `awaitViewers()` sets this to `false` right
    // after `begin()`, until the first viewer connects.
    setWatched(true)
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    watch = FolderWatch(folder) { [weak self] change in self?.take(change, name) }
    if watch == nil { console.note("\(file): its folder cannot be watched; changes are not shown") }
  }

  func end() {
    watch = nil
    window.host.didComposeTree = nil
    lateNotes = nil
  }

  func setWatched(_ isWatched: Bool) { lateNotes?.repeats = isWatched }

  func act(_ action: String, _ value: BrowserValue?) {}

  func didResize() { if case .document(let document) = current.content { layOut(document) } }

  // MARK: Reading

  private func take(_ change: FolderWatch.Change, _ name: String) {
    switch change {
    case .names(let names):
      // After an error, a change of any file of the folder may resolve the error, so the file is
      // read again.
      let others = names.subtracting([name])
      if hasFailed || others.contains(where: current.mentions) { isOutdated = true }
      if isOutdated || names.contains(name) { readAgain() }
    case .anything:
      isOutdated = true
      readAgain()
    case .lost: tell(["the folder of \(file) is gone; its changes are not shown any more"])
    }
  }

  private func readAgain() {
    readings += 1
    let (reading, file, options) = (readings, file, options)
    Self.queue.async { [weak self] in
      let result = Result { () throws(CommandError) in try LiveFile(file, options) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.readings == reading else { return }
          self.take(result)
        }
      }
    }
  }

  private func take(_ result: Result<LiveFile, CommandError>) {
    switch result {
    case .success(let new):
      guard isOutdated || hasFailed || !new.isSame(as: current) else { return }
      (isOutdated, hasFailed) = (false, false)
      show(new)
      tell(new.notes)
    case .failure(let error):
      // After an error, the window keeps the last picture that could be drawn.
      hasFailed = true
      tell([error.description])
    }
  }

  private func tell(_ notes: [String]) {
    var shown = notes.prefix(Self.shownNotes).map { note in
      note.count > Self.noteLength ? note.prefix(Self.noteLength) + "…" : note
    }
    if notes.count > shown.count { shown.append("and \(notes.count - shown.count) more") }
    session?.send(.notes(shown))
    for note in notes { console.note(note) }
  }

  /// Notes that are only known once frames are drawn: missing tiles, damaged films, layers that are
  /// not shown.
  private var foundLate: [String] {
    guard case .scene(let scene) = current.content else { return [] }
    let frameNotes = window.host.frame?.notes ?? []
    return scene.tileNotes + scene.filmNotes + frameNotes.map(\.description)
  }

  // MARK: Showing

  private func show(_ new: LiveFile) {
    current = new
    // A layout under way belongs to the previous reading of the file, so its result is dropped.
    layouts += 1
    switch new.content {
    case .scene(let scene):
      window.sizing = .fixed
      let tree = scene.tree
      window.host.background = tree.background
      window.keepsScale = options.scale != nil || tree.scale != 1
      if window.keepsScale { window.setScale(tree.scale) }
      window.setSize(tree.size)
      window.content = scene.makeLayer(
        beginningAt: options.time == nil ? window.host.clock.now : nil)
    case .document(let document):
      window.sizing = .filling
      if let scale = options.scale { window.setScale(scale) }
      window.keepsScale = options.scale != nil
      if window.content !== scroll { window.content = scroll }
      layOut(document)
    }
  }

  /// Lays a document out in the width of the window, off the main queue.
  private func layOut(_ document: StyledDocument) {
    scroll.frame = Rect(origin: .zero, size: window.size)
    layouts += 1
    let number = layouts
    let width = max(1, window.size.width - 2 * Self.margin)
    Self.queue.async { [weak self] in
      let result = Result { () throws -> TextLayout in
        var container = try document.container()
        container.width = container.width ?? width
        let fonts = try FontCache.shared.collection(for: document)
        return try TextLayout(try document.attributedText(), in: container, fonts: fonts)
      }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.layouts == number else { return }
          switch result {
          case .success(let layout): self.show(layout)
          case .failure(let error): self.tell([String(describing: error)])
          }
        }
      }
    }
  }

  private func show(_ layout: TextLayout) {
    let box = Rect(
      x: 0, y: 0, width: layout.size.width + 2 * Self.margin,
      height: layout.size.height + 2 * Self.margin)
    page.frame = box
    page.vectorContents = TextContents(layout, at: Point(x: Self.margin, y: Self.margin))
  }
}
