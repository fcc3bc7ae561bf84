// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The computed values of an element's properties: lengths in points (CSS's `px`), percentages as
/// they are.
///
/// The values stand in a few groups, each shared until it is changed: a child whose text is like
/// its parent's has the same ``text``.
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
    get { textGroup.value }
    _modify { yield &textGroup.value }
  }
  /// The other properties that elements inherit.
  package var inherited: InheritedStyle {
    get { inheritedGroup.value }
    _modify { yield &inheritedGroup.value }
  }
  /// The kind, place and size of the box.
  package var box: BoxStyle {
    get { boxGroup.value }
    _modify { yield &boxGroup.value }
  }
  /// Flex boxes, grids and columns.
  package var item: ItemStyle {
    get { itemGroup.value }
    _modify { yield &itemGroup.value }
  }
  /// Backgrounds, shadows, outlines and opacity.
  package var paint: PaintStyle {
    get { paintGroup.value }
    _modify { yield &paintGroup.value }
  }
  /// What few elements have.
  package var rare: RareStyle {
    get { rareGroup.value }
    _modify { yield &rareGroup.value }
  }
  /// The shapes of SVG.
  package var vector: VectorStyle {
    get { vectorGroup.value }
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

  /// A group of values at a place of its own, copied when it is changed while shared.
  private struct Group<Value: Sendable>: Sendable {
    // An array of one element is a box that is copied when written.
    private var storage: [Value]

    init(_ value: Value) { storage = [value] }

    var value: Value {
      get { storage[0] }
      _modify { yield &storage[0] }
    }
  }
}
