// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import LayerTree
internal import TextDefaultFonts
internal import TextFonts
internal import TextGraphics
internal import TextModel

/// One layer of a storm, and what must be true of it.
@MainActor
final class StormCell {
  /// The inputs of a display, as they were when it was accepted.
  struct Snapshot {
    var text: Int
    var size: Size
    var fate: StressSamples.Fate
    var ending: StormLayer.Ending
  }

  let index: Int
  let scale: Double
  private(set) var layer: AsyncLayer?
  private let storm: Storm
  private(set) var ownerID: UInt64 = 0
  private(set) var text = 0
  private(set) var sizeIndex = 0
  private(set) var ending = StormLayer.Ending.well
  private(set) var isSuspended = false
  private(set) var isProgressive = false
  /// The displays that have not ended.
  private(set) var open: [UInt64: Snapshot] = [:]
  /// What is published must not be older (`latestOnly`).
  private var floor: UInt64 = 0
  private var lastPublished: UInt64 = 0
  private(set) var lastAccepted: UInt64 = 0
  private var shown: Bitmap?
  /// Whether the last display failed or cancelled itself, so that it left the contents as they were.
  private var lastFailed = false
  private(set) var shownGeneration: UInt64 = 0
  private var findings: StressFindings { storm.findings }
  private var size: Size { StressSamples.sizes[sizeIndex].size }

  init(_ index: Int, text: Int, size: Int, _ storm: Storm) {
    self.index = index
    self.storm = storm
    scale = index % 3 == 0 ? 2 : 1
    if index % 3 == 1 {
      let layer = StormLayer(coordinator: storm.coordinator, tally: storm.tally)
      layer.reenter = { [weak self] _, serial in self?.reenter(serial) }
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
    layer?.delegate = self
    ownerID = layer?.displayOwnerID ?? 0
    resize(to: size)
    setText(text)
  }

  // MARK: Requests

  private func settleFloor() {
    if !isProgressive, let layer { floor = max(floor, layer.displayGeneration) }
  }

  func invalidate() {
    layer?.setNeedsDisplay()
    settleFloor()
  }

  func display() {
    layer?.display()
    settleFloor()
  }

  func setText(_ index: Int) {
    text = index
    if let layer = layer as? TextLayer {
      layer.text = StressSamples.text(index)
    } else if let layer = layer as? StormLayer {
      layer.textIndex = index
      layer.setNeedsDisplay()
    }
    settleFloor()
  }

  func setEnding(_ ending: StormLayer.Ending) {
    guard let layer = layer as? StormLayer else { return }
    self.ending = ending
    layer.ending = ending
  }

  func resize(to index: Int) {
    sizeIndex = index
    let size = StressSamples.sizes[index].size
    layer?.bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    settleFloor()
  }

  func displayAndWait() {
    guard let layer else { return }
    let before = storm.reentries
    layer.displayAndWait()
    settleFloor()
    // Within a callback the ends are told after it.
    if before != storm.reentries || storm.isReentering { return }
    findings.expect(!layer.isDisplaying, .noDeadlock, "displayAndWait leaves a display")
    if !isSuspended, StressSamples.sizes[sizeIndex].fate == .drawn, ending == .well,
      !storm.mayFail
    {
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
    floor = max(floor, layer.displayGeneration)
    if before != storm.reentries || storm.isReentering { return }
    findings.expect(!needed || layer.needsDisplay, .keptMark, "layer \(index) lost its mark")
    findings.expect(open.isEmpty, .oneOutcome, "cancelling leaves \(open.count) displays open")
  }

  func suspend(_ suspended: Bool) {
    isSuspended = suspended
    layer?.isDisplaySuspended = suspended
  }

  func setPolicy(progressive: Bool) {
    isProgressive = progressive
    layer?.supersedePolicy = progressive ? .progressive : .latestOnly
    settleFloor()
  }

  func prioritise(_ priority: DisplayPriority) { layer?.displayPriority = priority }

  /// Lets the layer go, with whatever it is doing.
  func drop() {
    weak let gone = layer
    layer = nil
    shown = nil
    findings.expect(gone == nil, .dropped, "somebody else holds layer \(index)")
  }

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

  /// What should be the same whenever nothing is being told.
  func check() {
    guard let layer, layer.contentsPolicy.isKeepOld else { return }
    findings.expect(
      layer.contents?.id == shown?.id, .stayingClear,
      "the contents of layer \(index) changed without a commit")
  }
}

// MARK: - What the coordinator tells

extension StormCell {
  func accepted(_ generation: UInt64) {
    findings.expect(layer != nil, .dropped, "a display of a dropped layer")
    findings.expect(open[generation] == nil, .oneOutcome, "\(generation) was accepted twice")
    lastAccepted = generation
    open[generation] = Snapshot(
      text: text, size: size, fate: StressSamples.sizes[sizeIndex].fate, ending: ending)
  }

  func published(_ generation: UInt64) {
    findings.expect(
      generation > lastPublished, .risingGenerations, "\(generation) after \(lastPublished)")
    findings.expect(layer != nil, .dropped, "a dropped layer publishes")
    findings.expect(!isSuspended, .suspended, "layer \(index) publishes while suspended")
    if !isProgressive {
      findings.expect(
        generation >= floor, .latestOnly, "layer \(index) publishes \(generation), asked \(floor)")
    }
    lastPublished = generation
  }

  func ended(_ generation: UInt64, _ outcome: DisplayOutcome) {
    findings.expect(
      generation >= lastPublished, .orderedEnds,
      "\(generation) ends as \(outcome) after the commit of \(lastPublished)")
    guard let snapshot = open.removeValue(forKey: generation) else {
      return findings.report(.oneOutcome, "\(generation) ends as \(outcome), not being open")
    }
    switch outcome {
    case .failed, .cancelled(.byTask): lastFailed = true
    case .committed, .cleared, .superseded, .cancelled: lastFailed = false
    }
    switch outcome {
    case .committed:
      findings.expect(snapshot.fate == .drawn, .badSizes, "\(snapshot.size) was drawn")
      findings.expect(generation == lastPublished, .oneOutcome, "committed, not published")
    case .cleared:
      findings.expect(snapshot.fate == .cleared, .badSizes, "\(snapshot.size) was cleared")
      findings.expect(layer?.contents == nil, .stayingClear, "cleared, with contents")
    case .failed(let error):
      switch error.code {
      case .badSize:
        findings.expect(snapshot.fate == .refused, .badSizes, "\(snapshot.size) was refused")
      case .allocationFailed:
        findings.expect(storm.hasFailed, .keptContents, "an allocation failed of itself")
      default:
        findings.expect(
          snapshot.ending == .error, .keptContents, "layer \(index) failed: \(error)")
      }
      if let layer, layer.contentsPolicy.isKeepOld {
        findings.expect(
          layer.contents?.id == shown?.id, .keptContents, "a failure changed the contents")
      }
    case .cancelled(.deallocated):
      findings.expect(layer == nil, .dropped, "a layer that is there ends as deallocated")
    case .superseded, .cancelled: break
    }
  }

  /// The end of the storm: the layer must come to what was asked of it.
  func calm() {
    setEnding(.well)
    setPolicy(progressive: false)
    suspend(false)
    if StressSamples.sizes[sizeIndex].fate != .drawn {
      resize(to: index % StressSamples.drawableCount)
    }
    invalidate()
  }

  func checkCalm() {
    guard let layer else { return }
    check()
    findings.expect(open.isEmpty, .oneOutcome, "layer \(index): \(open.count) without an outcome")
    findings.expect(
      !layer.needsDisplay && !layer.isDisplaying && shownGeneration == lastAccepted
        && layer.contents != nil, .settledContents,
      "layer \(index) shows \(shownGeneration), asked \(lastAccepted)")
    if let layer = layer as? TextLayer {
      findings.expect(
        layer.layout?.text == StressSamples.text(text), .settledContents,
        "layer \(index) shows another text")
    }
  }
}

extension StormCell: AsyncLayerDelegate {
  func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? { nil }

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    shown = contents?.image
    guard let contents else { return }
    shownGeneration = contents.generation
    findings.expect(contents.generation == lastPublished, .oneSnapshot, "shown, not published")
    guard let snapshot = open[contents.generation] else { return }
    let pixels = snapshot.size.pixels(scale: scale)
    findings.expect(
      contents.size == snapshot.size && contents.scale == scale
        && contents.image.pixelSize == pixels, .oneSnapshot,
      "layer \(index) shows \(contents.size), asked \(snapshot.size)")
    if let layout = contents.layout {
      findings.expect(
        layout.text == StressSamples.text(snapshot.text)
          && layout.container.width == snapshot.size.width, .oneSnapshot,
        "the layout of layer \(index) is of another snapshot")
      findings.expect(
        layout === (layer as? TextLayer)?.layout, .oneSnapshot, "the layer has another layout")
    } else if let payload = contents.payload as? StormLayer.Payload {
      findings.expect(
        payload.text == snapshot.text && payload.size == snapshot.size, .oneSnapshot,
        "the payload of layer \(index) is of another snapshot")
    }
    storm.sample(
      contents.image,
      StressPicture(
        text: snapshot.text, width: snapshot.size.width, height: snapshot.size.height, scale: scale,
        isOpaque: layer.isOpaque))
  }
}

extension ContentsPolicy {
  fileprivate var isKeepOld: Bool {
    switch self {
    case .keepOld: true
    case .clear, .placeholder: false
    }
  }
}
