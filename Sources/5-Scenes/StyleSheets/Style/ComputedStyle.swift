// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The computed values of an element's properties: lengths in points (CSS's `px`), percentages as
/// they are.
///
/// The values stand in a few groups, each shared until it is changed: a child whose text is like
/// its parent's has the same ``text``.
///
/// A large value of a group is not compared with `nil` where it is read: Swift 6.2 then compares a
/// copy that it makes after the accessor has ended, of memory that is free in debug builds. Types
/// such as ``StyleBorderImage`` say by a member of their own whether they are there.
package struct ComputedStyle: Sendable {
  private var textGroup = Group(TextStyle())
  private var inheritedGroup = Group(InheritedStyle())
  private var boxGroup = Group(BoxStyle())
  private var itemGroup = Group(ItemStyle())
  private var paintGroup = Group(PaintStyle())
  private var rareGroup = Group(RareStyle())
  private var vectorGroup = Group(VectorStyle())
  /// The custom properties.
  var custom = CustomValues()

  /// All properties with their initial values.
  package static let initial = ComputedStyle()

  /// The properties of text, which elements inherit.
  package var text: TextStyle {
    _read { yield textGroup.value }
    _modify { yield &textGroup.value }
  }
  /// The other properties that elements inherit.
  package var inherited: InheritedStyle {
    _read { yield inheritedGroup.value }
    _modify { yield &inheritedGroup.value }
  }
  /// The kind, place and size of the box.
  package var box: BoxStyle {
    _read { yield boxGroup.value }
    _modify { yield &boxGroup.value }
  }
  /// Flex boxes, grids and columns.
  package var item: ItemStyle {
    _read { yield itemGroup.value }
    _modify { yield &itemGroup.value }
  }
  /// Backgrounds, shadows, outlines and opacity.
  package var paint: PaintStyle {
    _read { yield paintGroup.value }
    _modify { yield &paintGroup.value }
  }
  /// What few elements have.
  package var rare: RareStyle {
    _read { yield rareGroup.value }
    _modify { yield &rareGroup.value }
  }
  /// Whether ``rare`` may have other values than the initial ones; cheaper than to read a member.
  package var hasRare: Bool { !rareGroup.isSame(as: Self.initial.rareGroup) }
  /// The shapes of SVG.
  package var vector: VectorStyle {
    _read { yield vectorGroup.value }
    _modify { yield &vectorGroup.value }
  }

  /// The style of an element without declarations: what is inherited, and initial values.
  package var child: ComputedStyle {
    var child = ComputedStyle.initial
    child.textGroup = textGroup
    child.inheritedGroup = inheritedGroup
    child.vectorGroup = vectorGroup
    child.custom = custom
    return child
  }

  /// A group of values at a place of its own, copied when it is changed while shared. Reading a
  /// member copies no other.
  private struct Group<Value: Sendable>: Sendable {
    // @unchecked Sendable: mutated only while uniquely referenced.
    private final class Storage: @unchecked Sendable {
      // Only the single owner of the storage mutates it, so Swift's exclusivity check is disabled.
      @exclusivity(unchecked) var value: Value

      init(_ value: Value) { unsafe self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    func isSame(as other: Group) -> Bool { storage === other.storage }

    var value: Value {
      @inline(__always) _read { yield unsafe storage.value }
      @inline(__always) _modify {
        if !isKnownUniquelyReferenced(&storage) { storage = unsafe Storage(storage.value) }
        yield unsafe &storage.value
      }
    }
  }
}
