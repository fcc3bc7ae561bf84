// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel
package import TextRuntime

/// One face of a file, as a collection is given it.
public struct FontSource: Sendable, Hashable {
  /// The file.
  public let file: FontFile
  /// The face's number in the file.
  public let index: Int
  /// The face.
  public let face: FontFace

  /// Names a face of a file.
  ///
  /// - Throws: ``FontError`` where the file has no such face.
  public init(_ file: FontFile, index: Int = 0) throws(FontError) {
    self.file = file
    self.index = index
    face = try file.face(at: index)
  }

  /// Whether both name the same face of the same file object.
  public static func == (a: FontSource, b: FontSource) -> Bool { a.face === b.face }

  /// Feeds the face's number.
  public func hash(into hasher: inout Hasher) { hasher.combine(face.id) }
}

/// Where fonts come from: given files, embedded ones, and those of the host.
///
/// Immutable but for its caches; share one between all threads.
public final class FontCollection: Sendable {
  /// The faces given, in the order in which they are tried.
  public let given: [FontSource]
  /// The embedded fonts, tried after the given ones.
  public let defaultFonts: [DefaultFont]
  /// Whether the host's fonts are asked (through fontconfig) for what no other font has.
  public let includesSystemFonts: Bool

  /// The fonts of the host alone.
  public static let `default` = FontCollection()

  /// Creates a collection.
  ///
  /// - Parameters:
  ///   - given: Tried first, in order, for every text.
  ///   - defaultFonts: Embedded fonts, tried next.
  ///   - includesSystemFonts: Whether the host's fonts are asked last.
  public init(
    given: [FontSource] = [], defaultFonts: [DefaultFont] = [], includesSystemFonts: Bool = true
  ) {
    self.given = given
    self.defaultFonts = defaultFonts
    self.includesSystemFonts = includesSystemFonts
  }

  /// The fonts for a descriptor and a language, in the order in which they are tried.
  ///
  /// The same arguments give the same object while it is cached, and equal answers always.
  public func cascade(for descriptor: FontDescriptor, language: String = "") -> FontCascade {
    do {
      return try cascade(for: descriptor, language: language, .never)
    } catch {
      preconditionFailure("work that nobody can cancel was cancelled")
    }
  }

  /// The same, called off between the steps of asking the host.
  ///
  /// - Throws: `CancellationError`.
  package func cascade(
    for descriptor: FontDescriptor, language: String, _ cancellation: Cancellation
  ) throws -> FontCascade {
    let key = CascadeKey(descriptor: descriptor, language: language)
    if let known = cascades.withLock({ $0[key] }) { return known }
    let made = try FontCascade(
      collection: self, descriptor: descriptor, language: language, cancellation)
    // What falls out is released after the lock.
    var result = made
    let dropped = cascades.withLock { cascades -> HashTable<CascadeKey, FontCascade>? in
      if let first = cascades[key] {
        result = first
        return nil
      }
      let dropped = cascades.count >= 256 ? cascades.removeAll() : nil
      cascades.set(made, for: key)
      return dropped
    }
    _ = consume dropped
    return result
  }

  private struct CascadeKey: Hashable, Sendable {
    var descriptor: FontDescriptor
    var language: String
  }

  private let cascades = Mutex(HashTable<CascadeKey, FontCascade>())

  private struct SharedKey: Hashable, Sendable {
    var given: [FontSource]
    var defaultFonts: [DefaultFont]
    var includesSystemFonts: Bool
  }

  private static let recent = Mutex<[(key: SharedKey, collection: FontCollection)]>([])

  /// The collection of these fonts, the same object for equal arguments while it is among the last 16 asked for.
  public static func shared(
    given: [FontSource] = [], defaultFonts: [DefaultFont] = [], includesSystemFonts: Bool = true
  ) -> FontCollection {
    let key = SharedKey(
      given: given, defaultFonts: defaultFonts, includesSystemFonts: includesSystemFonts)
    // What falls out is released after the lock.
    var dropped: (key: SharedKey, collection: FontCollection)?
    let result = recent.withLock { recent in
      if let i = recent.firstIndex(where: { $0.key == key }) {
        let entry = recent.remove(at: i)
        recent.append(entry)
        return entry.collection
      }
      let made = FontCollection(
        given: given, defaultFonts: defaultFonts, includesSystemFonts: includesSystemFonts)
      if recent.count >= 16 { dropped = recent.removeFirst() }
      recent.append((key, made))
      return made
    }
    _ = consume dropped
    return result
  }

  /// The families of the host's fonts, sorted; empty where they are not included.
  public var systemFamilies: [String] {
    includesSystemFonts ? SystemFonts.shared.families() : []
  }
}
