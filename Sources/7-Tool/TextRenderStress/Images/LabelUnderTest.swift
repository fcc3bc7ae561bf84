// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasGeometry
internal import ImageCodecs
import ImageLoading
internal import LayerModel
internal import TextDefaultFonts
internal import TextFonts
internal import TextLayers

/// A label of the image storm with the requests made to it, from which its valid states follow.
@MainActor
final class LabelUnderTest {
  /// The inputs of a display at the time of its acceptance.
  struct Snapshot {
    let text: StormText
    /// The number of texts that the label had before this one, plus one.
    let textNumber: Int
    let size: Size
  }

  /// The sizes that labels take, in points.
  static let sizes = [
    Size(width: 140, height: 30), Size(width: 180, height: 44), Size(width: 80, height: 60),
  ]

  let index: Int
  let scale: Double
  let findings: StressFindings
  /// The layer; `nil` once the label has been dropped.
  private(set) var layer: TextLayer?
  let ownerID: UInt64
  private(set) var text: StormText
  private(set) var textNumber = 0
  private(set) var isSuspended = false
  var journal: DisplayJournal<Snapshot>
  var shownGeneration: UInt64 = 0
  /// The places of the present text that have shown their pictures, by offset.
  var shownPlaces: Set<Int> = []
  /// The sizes of pictures in the layouts of the present text in the present size.
  var layouts: Set<[Size]> = []
  /// The number of displays since the text was set.
  private(set) var displayCount = 0
  /// The most displays since the text was set that the requests and its pictures account for; more
  /// are a violation.
  private var displayLimit = 0

  init(_ index: Int, _ text: StormText, _ storm: ImageStorm) {
    self.index = index
    self.text = text
    findings = storm.findings
    scale = index % 8 == 0 ? 2 : 1
    journal = DisplayJournal(index, storm.findings)
    let layer = TextLayer(coordinator: storm.coordinator)
    layer.fonts = .embedded
    layer.imageStore = storm.store
    layer.longPressDuration = .milliseconds(20)
    layer.contentsScale = scale
    layer.isOpaque = index % 4 == 1
    ownerID = layer.displayCycleID
    self.layer = layer
    layer.displayDelegate = self
    // The sequence of events, and with it the task, ends with the layer.
    let events = layer.events
    Task { [weak self] in for await event in events { self?.told(event) } }
    resize(to: index)
    setText(text)
  }

  private func told(_ event: TextEvent) {
    if case .imageFailed(let request, let error) = event {
      findings.expect(
        error.code != .cancelled, .oneAnswer,
        "label \(index) is told that it left picture \(request.name)")
    }
  }

  // MARK: Requests

  /// Notes a request that leads to at most `displays` displays.
  private func requested(displays: Int) {
    displayLimit += displays
    journal.requested(of: layer)
  }

  /// Replaces the text; its pictures may be late.
  func setText(_ new: StormText) {
    text = new
    textNumber += 1
    shownPlaces = []
    layouts = []
    (displayCount, displayLimit) = (0, 0)
    layer?.text = new.text
    requested(displays: 1 + new.imageCount)
  }

  func setStore(_ store: ImageStore) {
    shownPlaces = []
    layouts = []
    layer?.imageStore = store
    requested(displays: 1 + text.imageCount)
  }

  /// Requests again the pictures that failed.
  func reload() {
    layer?.reloadImages()
    requested(displays: 1 + text.imageCount)
  }

  func invalidate() {
    layer?.setNeedsDisplay()
    requested(displays: 1)
  }

  func resize(to number: Int) {
    let size = Self.sizes[number % Self.sizes.count]
    if layer?.bounds.size != size { layouts = [] }
    layer?.bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    requested(displays: 1)
  }

  func displayAndWait() {
    layer?.displayAndWait()
    requested(displays: 1)
    findings.expect(layer?.isDisplaying != true, .noDeadlock, "displayAndWait leaves a display")
  }

  /// Touches the text; a press may become a long one, which ends by itself.
  func touch(_ phase: TouchPhase, at point: Point) {
    layer?.touch(phase, at: point)
    requested(displays: phase == .began ? 2 : 1)
  }

  func suspend(_ suspended: Bool) {
    isSuspended = suspended
    layer?.isDisplaySuspended = suspended
    requested(displays: 1)
  }

  /// Drops the layer, also while a display or pictures are under way.
  func drop() {
    weak let dropped = layer
    layer = nil
    findings.expect(dropped == nil, .dropped, "label \(index) is still referenced")
  }

  // MARK: Events of the coordinator

  func accepted(_ generation: UInt64) {
    let size = layer?.bounds.size ?? .zero
    journal.accept(
      generation, Snapshot(text: text, textNumber: textNumber, size: size), of: layer)
    displayCount += 1
    findings.expect(
      displayCount <= displayLimit, .oneLayoutPerLateSize,
      "label \(index): display \(displayCount) where \(displayLimit) were asked for")
  }

  func published(_ generation: UInt64) {
    journal.publish(generation, of: layer, isSuspended: isSuspended)
  }

  func ended(_ generation: UInt64, _ outcome: DisplayOutcome) {
    guard journal.end(generation, outcome) != nil else { return }
    switch outcome {
    case .committed, .superseded, .cancelled: break
    case .cleared: findings.report(.badSizes, "label \(index) was cleared")
    case .failed(let error): findings.report(.keptContents, "label \(index) failed: \(error)")
    }
  }
}
