// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import BrowserHost
internal import Dispatch
internal import Glibc
internal import HostViews
internal import LayerScenes
internal import SDLHost
import SystemConcurrency

/// The `show` command: a scene or a document, live in a browser or in a window, until a signal ends
/// it.
///
/// It runs on a thread that may block, while another serves the main queue.
struct ShowCommand {
  private let content: Content
  private let options: SceneOptions
  private let showsWindow: Bool
  private let configuration: BrowserConfiguration

  private enum Content {
    case file(String)
    case feed
  }

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ arguments: Arguments) throws(CommandError) {
    if arguments.contains(.feed) {
      if let word = arguments.words.first {
        throw .usage(word, "no file is shown with \(CommandOption.feed.typed)")
      }
      content = .feed
    } else {
      guard let file = arguments.words.first else {
        throw .usage(nil, "no scene and no document; name a file, or give --feed")
      }
      if file == "-" { throw .usage(file, "show watches a file, so it needs the name of one") }
      content = .file(file)
    }
    showsWindow = arguments.contains(.window)
    var options = arguments.sceneOptions(of: arguments.words.first ?? "")
    options.scale = try arguments.scale(.scale)
    options.time = try arguments.number(.time)
    self.options = options
    var configuration = BrowserConfiguration()
    configuration.port = try arguments.integer(.port, 0...65_535) ?? 0
    if let address = arguments.value(.listen) { configuration.address = address }
    configuration.token = arguments.value(.token)
    if let token = configuration.token, token.utf8.count < 16 {
      throw .usage(CommandOption.token.typed, "a token has 16 characters at least")
    }
    if showsWindow {
      for option in [CommandOption.port, .listen, .token] where arguments.contains(option) {
        throw .usage(option.typed, "is for browsers, and \(CommandOption.window.typed) shows none")
      }
    }
    self.configuration = configuration
  }

  /// The hosts of this build, as a clause.
  static var builtHosts: String {
    switch (BrowserSupport.isBuilt, SDLSupport.isBuilt) {
    case (true, true): "has browsers and windows"
    case (true, false): "has browsers, but no windows (package trait SDL)"
    case (false, true): "has windows, but no browsers (package trait Browser)"
    case (false, false):
      "has neither: 'Scripts/build-tool --live' builds one that has (package traits Browser, SDL)"
    }
  }

  /// Shows the content until SIGTERM, SIGINT or the end of the window. Blocks the calling thread.
  ///
  /// - Throws: ``CommandError``.
  func run(_ console: CommandConsole) throws(CommandError) {
    if showsWindow ? !SDLSupport.isBuilt : !BrowserSupport.isBuilt {
      let (name, option) = showsWindow ? ("SDL", " --window") : ("Browser", "")
      throw CommandError(
        .failed, "show\(option)",
        "this program was built without the package trait \(name); "
          + "'Scripts/build-tool --live' builds one that has it")
    }
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<CommandError?>(nil)
    let command = self
    Task { @MainActor in
      do throws(CommandError) {
        try await command.show(console)
      } catch {
        result.withLock { $0 = error }
      }
      done.signal()
    }
    done.wait()
    if let error = result.withLock({ $0 }) { throw error }
  }

  @MainActor
  private func show(_ console: CommandConsole) async throws(CommandError) {
    let end = ShowEnd()
    let session: LiveSession
    switch content {
    case .file(let file):
      let shown = try ShownFile(file, options, console)
      let name = file.split(separator: "/").last.map(String.init) ?? file
      session = LiveSession(shown.window, title: name, end: end)
      shown.session = session
      session.content = shown
    case .feed:
      let feed = LiveFeed()
      session = LiveSession(feed.window, title: "A feed of labels", end: end)
      feed.session = session
      session.content = feed
      session.send(.controls(LiveFeed.controls))
    }
    session.content?.begin()
    defer { session.close() }
    if showsWindow {
      let window: SDLWindow
      do {
        window = try await SDLWindow(session.window, title: session.title)
      } catch {
        throw CommandError(.failed, "show --window", error.message)
      }
      await end.wait()
      window.close()
    } else {
      session.awaitViewers()
      let server = BrowserServer(source: session, configuration: configuration)
      let address: BrowserAddress
      do {
        address = try await server.start()
      } catch {
        throw CommandError.wrapping(error, subject: "show")
      }
      try console.write(Array("\(address.page)\n".utf8))
      await end.wait()
      await server.stop()
    }
  }
}
