// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import SystemFiles

/// Names that a document gives are opened below a folder, by trying: nothing is asked beforehand.
struct FileScopeTests {
  /// `top/root` with a file, a folder, links of all kinds, a pipe, and what lies beside it.
  private final class Tree {
    let top: String
    var root: String { top + "/root" }

    init() throws {
      var name = Array("/tmp/FileScopeTests.XXXXXX".utf8CString)
      if let folder = getenv("TMPDIR") {
        name = Array("\(String(cString: folder))/FileScopeTests.XXXXXX".utf8CString)
      }
      let made = try #require(mkdtemp(&name))
      // Without links, as the paths of links' targets are compared.
      let real = try #require(realpath(made, nil))
      defer { free(real) }
      top = String(cString: real)
      for folder in ["root", "root/in", "root/in/deep", "root-private", "other"] {
        mkdir("\(top)/\(folder)", 0o700)
      }
      for (path, byte) in [
        ("root/a", 1), ("root/in/b", 2), ("root-private/a", 8), ("other/a", 9), ("root/in/a", 3),
      ] as [(String, UInt8)] { write([byte], path) }
      for (path, target) in [
        ("root/file", "a"), ("root/folder", "in"), ("root/in/up", ".."),
        ("root/absolute", "\(top)/root/in/b"), ("root/absoluteFolder", "\(top)/root/in"),
        ("root/out", "../other/a"), ("root/outAbsolute", "\(top)/other/a"),
        ("root/outFolder", "../other"), ("root/beside", "../root-private"),
        ("root/besideAbsolute", "\(top)/root-private/a"), ("root/loop", "loop"),
        ("root/loopA", "loopB"), ("root/loopB", "loopA"), ("root/dangling", "nothing"),
        ("root/danglingOut", "../other/nothing"), ("root/chain", "in/up/folder/up/file"),
        ("root/device", "/dev/zero"), ("root/here", "."), ("root/parent", ".."),
      ] { symlink(target, "\(top)/\(path)") }
      mkfifo("\(top)/root/pipe", 0o600)
    }

    func write(_ bytes: [UInt8], _ path: String) {
      let file = open("\(top)/\(path)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      Glibc.write(file, bytes, bytes.count)
      close(file)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: top)
    }
  }

  @Test("In a sealed scope no name tells where the root lies")
  func sealed() throws {
    let tree = try Tree()
    for folder in ["", "/in"] {
      let scope = FileScope(folder: tree.root + folder, root: tree.root, isSealed: true)
      let open = FileScope(folder: tree.root + folder, root: tree.root)
      let up = folder.isEmpty ? "" : "../"
      for name in ["a", "in/b", "in/../a", "file", "chain", "absolute", "in/up/a", "here/a"] {
        let outcome = outcome(scope, up + name)
        #expect(try outcome.get() > 0 && outcome == self.outcome(open, up + name), "\(name)")
      }
      for name in [
        "\(tree.root)/a", "\(up)../root/a", "\(up)in/../../root/a", "\(up)../other/a",
        "\(tree.top)/other/a", "\(up)out", "\(up)../nothing/a", "\(up)parent/root/a",
      ] {
        #expect(outcome(scope, name) == .failure(.outside), "\(name)")
      }
      // What makes the difference.
      #expect(try outcome(open, "\(up)../root/a").get() > 0)
      #expect(try outcome(open, "\(tree.root)/a").get() > 0)
    }
  }

  /// The first byte of a file, or why it is not opened.
  func outcome(_ scope: FileScope, _ name: String) -> Result<UInt8, FileError> {
    Result { () throws(FileError) in try scope.open(name).contents(limit: 10)?.first ?? 0 }
  }

  @Test func namesBelowTheRoot() throws {
    let tree = try Tree()
    let scope = FileScope(folder: tree.root, root: tree.root)
    for (name, byte) in [
      ("a", 1), ("./a", 1), ("in/b", 2), ("in//b", 2), ("in/../a", 1), ("file", 1),
      ("folder/b", 2), ("in/up/a", 1), ("absolute", 2), ("absoluteFolder/b", 2), ("chain", 1),
      ("here/here/a", 1), ("folder/up/in/deep/../b", 2), ("\(tree.root)/a", 1),
      // Up and down again: the steps of the folder itself are the program's.
      ("../root/a", 1), ("../../\(tree.top.split(separator: "/").last!)/root/in/b", 2),
    ] as [(String, UInt8)] {
      #expect(outcome(scope, name) == .success(byte), "\(name)")
    }
  }

  @Test func namesThatLeadOut() throws {
    let tree = try Tree()
    let scope = FileScope(folder: tree.root, root: tree.root)
    for name in [
      "..", "../other/a", "../root-private/a", "../root-private/../root/../other/a", "in/../../a",
      "/etc/passwd", "\(tree.top)/other/a", "\(tree.top)/root-private/a", "\(tree.root)-private/a",
      "\(tree.root)/../other/a", "out", "outAbsolute", "outFolder/a", "beside/a",
      "besideAbsolute", "danglingOut", "device", "parent/other/a", "folder/up/../other/a",
      "../nothing/a", "/nothing", "here/../other/a", "in/up/parent/root/a",
    ] {
      #expect(outcome(scope, name) == .failure(.outside), "\(name)")
    }
  }

  @Test func namesOfNothing() throws {
    let tree = try Tree()
    let scope = FileScope(folder: tree.root, root: tree.root)
    for (name, failure) in [
      ("", .noName), ("a\u{0}b", .noName), (".", .folder), ("in", .folder), ("in/", .folder),
      ("in/..", .folder), ("folder", .folder), ("pipe", .notRegular),
      ("nothing", .system(number: ENOENT)), ("in/nothing/a", .system(number: ENOENT)),
      ("dangling", .system(number: ENOENT)), ("a/", .system(number: ENOTDIR)),
      ("a/b", .system(number: ENOTDIR)), ("pipe/b", .system(number: ENOTDIR)),
      ("loop", .system(number: ELOOP)), ("loopA/x", .system(number: ELOOP)),
      (String(repeating: "x", count: 300), .system(number: ENAMETOOLONG)),
      (String(repeating: "folder/up/", count: 25) + "a", .system(number: ELOOP)),
    ] as [(String, FileError)] {
      #expect(outcome(scope, name) == .failure(failure), "\(name)")
    }
    #expect(outcome(scope, String(repeating: "here/", count: 39) + "a") == .success(1))
    let absent = FileScope(folder: tree.root, root: tree.top + "/none")
    #expect(outcome(absent, "a") == .failure(.system(number: ENOENT)))
  }

  /// A link at the end, where none is wanted; those before it are followed.
  @Test func lastLinks() throws {
    let tree = try Tree()
    var walk = try FolderWalk(root: tree.root)
    #expect(throws: FileError.system(number: ELOOP)) {
      _ = try walk.file("file", followsLink: false)
    }
    #expect(try walk.file("folder/b", followsLink: false).contents(limit: 10) == [2])
    #expect(try FolderWalk(root: tree.root + "/folder").descriptor >= 0)
  }

  /// Names begin at a folder that need not be the root.
  @Test func folders() throws {
    let tree = try Tree()
    for (folder, root, name, expected) in [
      ("root/in", "root", "../a", .success(1)), ("root/in", "root", "b", .success(2)),
      ("root/in", "root/in", "../a", .failure(.outside)),
      ("other", "root", "../root/a", .success(1)), ("other", "root", "a", .failure(.outside)),
      ("other", "root", "../root/../other/a", .failure(.outside)),
      ("root/folder", "root", "../a", .success(1)),
      ("root", "root/folder", "in/b", .success(2)),
      ("root", "root/folder", "a", .failure(.outside)),
      ("nothing", "root", "a", .failure(.outside)),
      ("root/outFolder", "root", "a", .failure(.outside)),
      ("root", "", "a", .failure(.system(number: ENOENT))),
    ] as [(String, String, String, Result<UInt8, FileError>)] {
      let scope = FileScope(
        folder: "\(tree.top)/\(folder)", root: root.isEmpty ? root : "\(tree.top)/\(root)")
      #expect(outcome(scope, name) == expected, "\(folder) \(root) \(name)")
    }
    #expect(outcome(FileScope(folder: "/", root: "/"), tree.top + "/other/a") == .success(9))
    // Without a bound any name is opened, though nothing that may not end.
    let free = FileScope(folder: tree.root, root: nil)
    #expect(outcome(free, "../other/a") == .success(9))
    #expect(outcome(free, "outAbsolute") == .success(9))
    #expect(outcome(free, "pipe") == .failure(.notRegular))
    #expect(outcome(.unbounded, "/dev/zero") == .failure(.notRegular))
  }

  /// The root may be a link, lie behind links, or end with a slash; names and links may write it
  /// so.
  @Test func rootsByLinks() throws {
    let tree = try Tree()
    let top = tree.top
    symlink("root", top + "/alias")
    symlink(".", top + "/same")
    symlink("\(top)/alias/in/b", top + "/root/byAlias")
    symlink("\(top)/root/in/b", top + "/root/byRoot")
    symlink("\(top)/alias/../other/a", top + "/root/outByAlias")
    for root in ["\(top)/alias", "\(top)/alias/", "\(top)/same/alias", "\(top)/./alias"] {
      let scope = FileScope(folder: top, root: root)
      for (name, byte) in [
        ("alias/a", 1), ("root/a", 1), ("alias/in/../in/b", 2), ("\(root)/a", 1),
        ("\(top)/root/a", 1), ("alias/byRoot", 2), ("same/../alias/a", 1),
      ] as [(String, UInt8)] {
        #expect(outcome(scope, name) == .success(byte), "\(root) \(name)")
      }
      for name in [
        "alias/../other/a", "other/a", "alias/outByAlias", "\(root)/../other/a", "alias",
      ] {
        #expect(
          outcome(scope, name) == .failure(name == "alias" ? .folder : .outside), "\(root) \(name)")
      }
    }
    #expect(
      outcome(FileScope(folder: top, root: top + "/alias"), "alias/byAlias") == .success(2))
  }

  /// Folders that are made after the scope.
  @Test func foldersThatComeLater() throws {
    let tree = try Tree()
    let scope = FileScope(folder: tree.top + "/later", root: tree.top + "/later")
    #expect(outcome(scope, "a") == .failure(.system(number: ENOENT)))
    mkdir(tree.top + "/later", 0o700)
    tree.write([7], "later/a")
    #expect(outcome(scope, "a") == .success(7))
    #expect(outcome(scope, "../root/a") == .failure(.outside))
  }

  /// Two names of different bytes are different, also where the strings are equal.
  @Test func bytesCount() throws {
    let tree = try Tree()
    mkdir("\(tree.top)/caf\u{E9}", 0o700)
    mkdir("\(tree.top)/cafe\u{301}", 0o700)
    tree.write([5], "cafe\u{301}/a")
    let scope = FileScope(folder: "\(tree.top)/cafe\u{301}", root: "\(tree.top)/caf\u{E9}")
    #expect(outcome(scope, "a") == .failure(.outside))
    #expect(outcome(scope, "\(tree.top)/cafe\u{301}/a") == .failure(.outside))
  }

  /// A link and a folder that another thread changes all the time: what is opened lies below the
  /// root, whatever it is.
  @Test func linksThatChange() throws {
    let tree = try Tree()
    let isOver = Atomic(false)
    let root = tree.root
    var thread = pthread_t()
    let flip = Flip(root: root, isOver: { isOver.load(ordering: .relaxed) })
    let context = Unmanaged.passRetained(flip)
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Flip>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    let scope = FileScope(folder: root, root: root)
    var counts = [UInt8: Int]()
    for _ in 0..<4_000 {
      for name in ["flip", "flipFolder/a", "moved/up/a"] {
        if case .success(let byte) = outcome(scope, name) { counts[byte, default: 0] += 1 }
      }
    }
    isOver.store(true, ordering: .relaxed)
    pthread_join(thread, nil)
    #expect(counts[8] == nil && counts[9] == nil, "\(counts)")
    #expect((counts[1] ?? 0) > 100 && (counts[3] ?? 0) > 100, "\(counts)")
  }

  private final class Flip {
    let root: String
    let isOver: () -> Bool

    init(root: String, isOver: @escaping () -> Bool) { (self.root, self.isOver) = (root, isOver) }

    func run() {
      mkdir(root + "/moved", 0o700)
      symlink("..", root + "/moved/up")
      while !isOver() {
        for (link, target) in [
          ("flip", "a"), ("flip", "../other/a"), ("flipFolder", "in"), ("flipFolder", "../other"),
        ] {
          symlink(target, "\(root)/next")
          rename("\(root)/next", "\(root)/\(link)")
        }
        rename(root + "/moved", root + "/../moved")
        rename(root + "/../moved", root + "/moved")
      }
    }
  }

  @Test func foldersAreMadeBelowTheRoot() throws {
    let tree = try Tree()
    func made(_ name: String) -> FileError? {
      do throws(FileError) {
        var walk = try FolderWalk(root: tree.root)
        try walk.makeFolder(name)
        let file = openat(walk.descriptor, "new", O_WRONLY | O_CREAT, 0o600)
        close(file)
        return file >= 0 ? nil : .system(number: errno)
      } catch {
        return error
      }
    }
    for (name, place) in [
      ("x/y/z", "x/y/z"), ("folder/more", "in/more"), ("absoluteFolder", "in"), ("", "."),
      ("in/up/again", "again"),
    ] {
      #expect(made(name) == nil, "\(name)")
      #expect(access("\(tree.root)/\(place)/new", F_OK) == 0, "\(name)")
    }
    for name in ["outFolder", "outFolder/more", "../x", "danglingOut", "beside/more"] {
      #expect(made(name) == .outside, "\(name)")
    }
    #expect(made("a") == .system(number: ENOTDIR))
    // What a link names is not made.
    for name in ["dangling", "dangling/more"] {
      #expect(made(name) == .system(number: ENOENT), "\(name)")
    }
    #expect(made("loop") == .system(number: ELOOP))
    for name in ["other/new", "other/more", "x", "root-private/more", "other/nothing"] {
      #expect(access("\(tree.top)/\(name)", F_OK) != 0, "\(name)")
    }
  }

  /// In a process of its own, which may open few files: were one left open each time, it would run
  /// out of them.
  @Test func descriptorsAreClosed() async {
    await #expect(processExitsWith: .success) {
      let tree = try Tree()
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let scope = FileScope(folder: tree.root, root: tree.root)
      for _ in 0..<100 {
        for name in ["in/deep/../b", "out", "pipe", "loop", "in"] {
          _ = FileScopeTests().outcome(scope, name)
        }
        var walk = try FolderWalk(root: tree.root)
        try walk.makeFolder("in/deep")
      }
      #expect(FileScopeTests().outcome(scope, "in/b") == .success(2))
    }
  }

  @Test func deepFolders() throws {
    let tree = try Tree()
    var walk = try FolderWalk(root: tree.root)
    let deep = Array(repeating: "d", count: 300).joined(separator: "/")
    #expect(throws: FileError.system(number: ENAMETOOLONG)) { try walk.makeFolder(deep) }
  }
}
