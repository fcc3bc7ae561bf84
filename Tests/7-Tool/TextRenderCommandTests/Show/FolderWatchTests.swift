// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

@Suite("FolderWatch", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct FolderWatchTests {
  private let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.path + "/watch-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test("Names of files that are written, renamed and removed are told")
  func names() async throws {
    var told: Set<String> = []
    let watch = try #require(
      FolderWatch(folder) { change in
        if case .names(let names) = change { told.formUnion(names) }
      })
    try Data([1]).write(to: URL(filePath: folder + "/a"))
    try FileManager.default.moveItem(atPath: folder + "/a", toPath: folder + "/long name é")
    try FileManager.default.removeItem(atPath: folder + "/long name é")
    try await until { told == ["a", "long name é"] }
    withExtendedLifetime(watch) {}
  }

  @Test("A folder in whose place another one comes is watched on, one that is gone is told")
  func replaced() async throws {
    var changes: [String] = []
    let watch = try #require(
      FolderWatch(folder) { change in
        switch change {
        case .names(let names): changes += names.sorted()
        case .anything: changes.append("anything")
        case .lost: changes.append("lost")
        }
      })
    // Both happen before the main queue is free.
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-old")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await until { changes.contains("anything") }
    try Data([1]).write(to: URL(filePath: folder + "/new"))
    try await until { changes.contains("new") }
    #expect(!changes.contains("lost"))
    try FileManager.default.removeItem(atPath: folder)
    try await until { changes.last == "lost" }
    withExtendedLifetime(watch) {}
  }

  /// In a process of its own: other tests open files meanwhile.
  @Test("A folder that is not there is not watched, and descriptors do not stay")
  func descriptors() async throws {
    #expect(FolderWatch("/nowhere/at/all") { _ in } == nil)
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      try await Task { @MainActor in try await Self.watchOften(folder) }.value
    }
  }

  private static func watchOften(_ folder: String) async throws {
    func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try count()
    // Few at a time: a user has about a hundred instances of inotify, which other tests want too.
    for _ in 0..<50 {
      for _ in 0..<10 { _ = FolderWatch(folder) { _ in } }
      await Task.yield()
    }
    try await until { (try? count()).map { $0 < before + 100 } ?? false }
  }
}
