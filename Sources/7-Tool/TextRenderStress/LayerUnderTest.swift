// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerModel
internal import SystemLanes
internal import TextDefaultFonts
internal import TextFonts
internal import TextLayers

/// A layer of the storm with the requests made to it, from which its valid states follow.
@MainActor
final class LayerUnderTest {
  /// The inputs of a display at the time of its acceptance.
  struct Snapshot {
    var text: Int
    var size: Size
    var expected: StressSamples.ExpectedOutcome
    var behavior: InstrumentedLayer.DrawingBehavior
  }

  let index: Int
  let scale: Double
  let storm: Storm
  /// The layer; `nil` once it has been dropped.
  private(set) var layer: AsyncLayer?
  private(set) var ownerID: UInt64 = 0
  private(set) var text = 0
  private(set) var sizeIndex = 0
  private(set) var behavior = InstrumentedLayer.DrawingBehavior.normal
  private(set) var isSuspended = false
  private(set) var isProgressive = false
  var journal: DisplayJournal<Snapshot>
  /// The image of the last commit.
  var shown: Bitmap?
  var shownGeneration: UInt64 = 0
  /// Whether the last display failed or cancelled itself and so kept the old contents.
  var lastFailed = false

  var findings: StressFindings { storm.findings }
  var size: Size { StressSamples.sizes[sizeIndex].size }
  var expectedOutcome: StressSamples.ExpectedOutcome { StressSamples.sizes[sizeIndex].expected }

  init(_ index: Int, text: Int, size: Int, _ storm: Storm) {
    self.index = index
    self.storm = storm
    journal = DisplayJournal(index, storm.findings)
    scale = index % 3 == 0 ? 2 : 1
    if index % 3 == 1 {
      let layer = InstrumentedLayer(coordinator: storm.coordinator, counters: storm.counters)
      layer.onDisplayEnd = { [weak self] serial in self?.reenter(serial) }
      self.layer = layer
    } else {
      let layer = TextLayer(coordinator: storm.coordinator)
      layer.fonts = .embedded
      layer.contentIdentity = ContentIdentity(UInt64(index))
      self.layer = layer
    }
    layer?.contentsScale = scale
    layer?.isOpaque = index % 4 == 1
    layer?.contentsPolicy = index % 8 == 7 ? .clear : index % 8 == 6 ? .placeholder : .keepOld
    layer?.displayDelegate = self
    ownerID = layer?.displayCycleID ?? 0
    resize(to: size)
    setText(text)
  }

  // MARK: Requests

  private func raiseOldestPublishable() {
    if !isProgressive { journal.requested(of: layer) }
  }

  func invalidate() {
    layer?.setNeedsDisplay()
    raiseOldestPublishable()
  }

  func display() {
    layer?.display()
    raiseOldestPublishable()
  }

  func setText(_ index: Int) {
    text = index
    if let layer = layer as? TextLayer {
      layer.text = StressSamples.text(index)
    } else if let layer = layer as? InstrumentedLayer {
      layer.textIndex = index
      layer.setNeedsDisplay()
    }
    raiseOldestPublishable()
  }

  /// Sets how drawings end; ignored by text layers.
  func setBehavior(_ behavior: InstrumentedLayer.DrawingBehavior) {
    guard let layer = layer as? InstrumentedLayer else { return }
    self.behavior = behavior
    layer.drawingBehavior = behavior
  }

  func resize(to index: Int) {
    sizeIndex = index
    layer?.bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    raiseOldestPublishable()
  }

  func displayAndWait() {
    guard let layer else { return }
    let before = storm.reentries
    layer.displayAndWait()
    raiseOldestPublishable()
    // If a callback is running, displays that have ended are reported only after that callback.
    if before != storm.reentries || storm.isReentering { return }
    findings.expect(!layer.isDisplaying, .noDeadlock, "displayAndWait leaves a display")
    if !isSuspended, expectedOutcome == .drawn, behavior == .normal, !storm.mayFail {
      findings.expect(
        lastFailed || (!layer.needsDisplay && layer.contents != nil), .synchronousWins,
        "displayAndWait leaves layer \(index) out of date")
    }
  }

  func cancel() {
    guard let layer else { return }
    let needed = layer.isDisplaying || layer.needsDisplay
    let before = storm.reentries
    layer.cancelDisplay()
    journal.requested(of: layer)
    if before != storm.reentries || storm.isReentering { return }
    findings.expect(
      !needed || layer.needsDisplay, .keptMark, "layer \(index) lost needsDisplay")
    findings.expect(
      journal.open.isEmpty, .oneOutcome, "cancelling leaves \(journal.open.count) displays open")
  }

  func suspend(_ suspended: Bool) {
    isSuspended = suspended
    layer?.isDisplaySuspended = suspended
  }

  func setPolicy(progressive: Bool) {
    isProgressive = progressive
    layer?.supersedePolicy = progressive ? .progressive : .latestOnly
    raiseOldestPublishable()
  }

  func prioritise(_ priority: LanePriority) { layer?.displayPriority = priority }

  /// Drops the layer, also while a display is under way.
  func drop() {
    weak let dropped = layer
    layer = nil
    shown = nil
    findings.expect(dropped == nil, .dropped, "layer \(index) is still referenced")
  }

  /// Restores a drawable size and default policies, and requests a display.
  func settle() {
    setBehavior(.normal)
    setPolicy(progressive: false)
    suspend(false)
    if expectedOutcome != .drawn { resize(to: index % StressSamples.drawableCount) }
    invalidate()
  }

  /// Changes the layer from within a callback, for 4 of 64 serial numbers.
  private func reenter(_ serial: UInt64) {
    guard storm.allowsReentry, layer != nil else { return }
    let outer = storm.isReentering
    storm.isReentering = true
    defer { storm.isReentering = outer }
    switch serial % 64 {
    case 1: invalidate()
    case 2: display()
    case 3: cancel()
    case 4: displayAndWait()
    default: return
    }
    storm.reentries += 1
  }
}
