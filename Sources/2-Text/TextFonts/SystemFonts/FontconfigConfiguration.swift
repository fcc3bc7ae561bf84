// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig

/// A configuration of fontconfig: its rules and the faces of the host.
///
/// fontconfig is not safe for threads: only used under the lock of ``SystemFonts``. It is never
/// finished (`FcFini`), since other libraries in the process may use it.
@safe final class FontconfigConfiguration {
  private let handle: OpaquePointer

  /// Takes ownership of one reference.
  private init?(_ handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe FcConfigDestroy(handle) }

  /// Reads the rules in use, without the faces; `nil` where there are none, or none that name a
  /// folder of caches.
  ///
  /// `FcInitLoadConfigAndFonts` also reads the descriptions of rules that are not in use, on many
  /// hosts half of all rules.
  ///
  /// - Parameter file: The file with the rules; `nil` for the host's.
  static func rules(_ file: String? = nil) -> FontconfigConfiguration? {
    guard let config = unsafe FontconfigConfiguration(FcConfigCreate()),
      unsafe FcConfigParseAndLoad(config.handle, file, FcFalse) == FcTrue,
      let folders = unsafe FcConfigGetCacheDirs(config.handle)
    else { return nil }
    defer { unsafe FcStrListDone(folders) }
    return unsafe FcStrListNext(folders) == nil ? nil : config
  }

  /// The configuration with the faces of the host; fontconfig's own defaults where that fails.
  static func withFaces(_ rules: FontconfigConfiguration?) -> FontconfigConfiguration? {
    if let rules, unsafe FcConfigBuildFonts(rules.handle) == FcTrue { return rules }
    return unsafe FontconfigConfiguration(FcInitLoadConfigAndFonts())
  }

  /// The files with the rules, in the order of their application.
  var rulePaths: [String] {
    guard let files = unsafe FcConfigGetConfigFiles(handle) else { return [] }
    defer { unsafe FcStrListDone(files) }
    var paths: [String] = []
    while let path = unsafe FcStrListNext(files) { paths.append(unsafe String(cString: path)) }
    return paths
  }

  /// Calls `body` with the set of the host's faces, then with that of the process's own.
  func visitSets(_ body: (borrowing FontconfigSet) -> Void) {
    for kind in [FcSetSystem, FcSetApplication] {
      if let set = faces(kind) { body(set) }
    }
  }

  private func faces(_ kind: FcSetName) -> FontconfigSet? {
    unsafe FontconfigSet(FcConfigGetFonts(handle, kind), isOwned: false)
  }

  /// Calls `body` with each face of the host.
  func visitSystemFaces(_ body: (borrowing FontconfigPattern) -> Void) {
    if let set = faces(FcSetSystem) { set.visit(body) }
  }

  /// Adds the rules' answers and defaults to a pattern that asks for a face.
  func substitute(_ pattern: borrowing FontconfigPattern) {
    unsafe FcConfigSubstitute(handle, pattern.handle, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern.handle)
  }

  /// All faces, the best for a pattern first; `nil` where memory is short.
  func sorted(_ pattern: borrowing FontconfigPattern) -> FontconfigSet? {
    var result = FcResultMatch
    return unsafe FontconfigSet(
      FcFontSort(handle, pattern.handle, FcFalse, nil, &result), isOwned: true)
  }

  /// The best face of all for a pattern.
  func best(_ pattern: borrowing FontconfigPattern) -> FontconfigPattern? {
    var result = FcResultMatch
    return unsafe FontconfigPattern(FcFontMatch(handle, pattern.handle, &result), isOwned: true)
  }

  /// The best face for a pattern among those that a condition holds for; `nil` where there is none.
  func best(
    _ pattern: borrowing FontconfigPattern, where isCandidate: (borrowing FontconfigPattern) -> Bool
  ) -> FontconfigPattern? {
    var faces = unsafe [OpaquePointer?]()
    visitSets { set in
      set.visit { if isCandidate($0) { unsafe faces.append($0.handle) } }
    }
    let count = Int32(unsafe faces.count)
    if count == 0 { return nil }
    // The patterns stay in the configuration's sets; only the list of them is made here.
    let best = unsafe faces.withUnsafeMutableBufferPointer { faces in
      var set = unsafe FcFontSet(nfont: count, sfont: count, fonts: faces.baseAddress)
      return unsafe withUnsafeMutablePointer(to: &set) { set in
        var sets: UnsafeMutablePointer<FcFontSet>? = unsafe set
        var result = FcResultMatch
        return unsafe FcFontSetMatch(handle, &sets, 1, pattern.handle, &result)
      }
    }
    return unsafe FontconfigPattern(best, isOwned: true)
  }
}
