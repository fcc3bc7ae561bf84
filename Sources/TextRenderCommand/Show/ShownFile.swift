// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import BrowserHost
internal import Dispatch
internal import HostViews
internal import LayerScenes
internal import TextModel
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
  /// The number of readings and layouts that were asked for; only the last one counts.
  private var turn = 0
  /// Whether the last reading failed.
  private var hasFailed = false
  private static let queue = DispatchQueue(label: "textrender.show.reading")

  /// The space around a document, in points.
  private static let margin = 16.0
  /// The window of a document before a viewer tells its own.
  private static let standardSize = Size(width: 800, height: 600)

  /// Reads the file.
  ///
  /// - Throws: ``CommandError`` if it is neither a scene nor a document.
  init(_ file: String, _ options: SceneOptions, _ console: CommandConsole) throws(CommandError) {
    (self.file, self.options, self.console) = (file, options, console)
    current = try LiveFile(file, options)
    switch current.content {
    case .scene(let scene):
      window = HostWindow(size: scene.tree.size, background: scene.tree.background, sizing: .fixed)
    case .document: window = HostWindow(size: Self.standardSize)
    }
    scroll.name = "document"
    page.name = "text"
    scroll.addSublayer(page)
    show(current)
  }

  func begin() {
    tell(current.notes)
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    watch = FolderWatch(folder) { [weak self] names in
      guard let self else { return }
      // A picture that the file names counts as well, and everything after an error.
      let mayChange = { name in self.hasFailed || self.current.mentions(name) }
      if names.contains(name) || names.contains(where: mayChange) {
        self.readAgain(always: !names.contains(name))
      }
    }
    if watch == nil { console.note("\(file): its folder cannot be watched; changes are not shown") }
  }

  func end() { watch = nil }

  func act(_ action: String, _ value: BrowserValue?) {}

  func didResize() { if case .document(let document) = current.content { layOut(document) } }

  // MARK: Reading

  /// - Parameter always: Whether it is shown anew though the file itself is the same.
  private func readAgain(always: Bool) {
    turn += 1
    let (turn, file, options) = (turn, file, options)
    Self.queue.async { [weak self] in
      let result = Result { () throws(CommandError) in try LiveFile(file, options) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.turn == turn else { return }
          switch result {
          case .success(let new):
            if always || self.hasFailed || !new.isSame(as: self.current) {
              self.hasFailed = false
              self.show(new)
              self.tell(new.notes)
            }
          // The last picture stays.
          case .failure(let error):
            self.hasFailed = true
            self.tell([error.description])
          }
        }
      }
    }
  }

  private func tell(_ notes: [String]) {
    session?.send(.notes(notes))
    for note in notes { console.note(note) }
  }

  // MARK: Showing

  private func show(_ new: LiveFile) {
    current = new
    switch new.content {
    case .scene(let scene):
      let tree = scene.tree
      window.host.background = tree.background
      window.keepsScale = options.scale != nil || tree.scale != 1
      if window.keepsScale { window.setScale(tree.scale) }
      window.setSize(tree.size)
      window.content = scene.makeLayer(
        beginningAt: options.time == nil ? window.host.clock.now : nil)
    case .document(let document):
      if let scale = options.scale { window.setScale(scale) }
      window.keepsScale = options.scale != nil
      if window.content !== scroll { window.content = scroll }
      layOut(document)
    }
  }

  /// Lays a document out in the width of the window, off the main queue.
  private func layOut(_ document: StyledDocument) {
    scroll.frame = Rect(origin: .zero, size: window.size)
    turn += 1
    let turn = turn
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
          guard let self, self.turn == turn else { return }
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
