// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasGeometry
internal import LayerModel
internal import TextLayers

// MARK: - Events of the coordinator

extension LayerUnderTest {
  /// Checks and records that a display was accepted.
  func accepted(_ generation: UInt64) {
    let snapshot = Snapshot(text: text, size: size, expected: expectedOutcome, behavior: behavior)
    journal.accept(generation, snapshot, of: layer)
  }

  /// Checks and records that a generation was published.
  func published(_ generation: UInt64) {
    journal.publish(
      generation, of: layer, isSuspended: isSuspended, isProgressive: isProgressive)
  }

  /// Checks and records that a display ended.
  func ended(_ generation: UInt64, _ outcome: DisplayOutcome) {
    guard let snapshot = journal.end(generation, outcome) else { return }
    switch outcome {
    case .failed, .cancelled(.byTask): lastFailed = true
    case .committed, .cleared, .superseded, .cancelled: lastFailed = false
    }
    switch outcome {
    case .committed:
      findings.expect(snapshot.expected == .drawn, .badSizes, "\(snapshot.size) was drawn")
    case .cleared:
      findings.expect(snapshot.expected == .cleared, .badSizes, "\(snapshot.size) was cleared")
      findings.expect(layer?.contents == nil, .stayingClear, "cleared, with contents")
    case .failed(let error): checkFailure(error, of: snapshot)
    case .cancelled(.deallocated):
      findings.expect(layer == nil, .dropped, "an existing layer ends as deallocated")
    case .superseded, .cancelled: break
    }
  }

  private func checkFailure(_ error: DisplayError, of snapshot: Snapshot) {
    switch error.code {
    case .badSize:
      findings.expect(snapshot.expected == .refused, .badSizes, "\(snapshot.size) was refused")
    case .allocationFailed:
      findings.expect(
        storm.hasFailed, .keptContents, "an allocation failed that was not made to fail")
    default:
      findings.expect(
        snapshot.behavior == .error, .keptContents, "layer \(index) failed: \(error)")
    }
    if let layer, layer.contentsPolicy.keepsContents {
      findings.expect(
        layer.contents?.id == shown?.id, .keptContents, "a failure changed the contents")
    }
  }
}

// MARK: - State between events

extension LayerUnderTest {
  /// Checks that the contents are those of the last commit.
  func checkContents() {
    guard let layer, layer.contentsPolicy.keepsContents else { return }
    findings.expect(
      layer.contents?.id == shown?.id, .stayingClear,
      "the contents of layer \(index) changed without a commit")
  }

  /// Checks that the layer shows its last request; nothing may be under way.
  func checkSettled() {
    guard let layer else { return }
    checkContents()
    findings.expect(
      journal.open.isEmpty, .oneOutcome,
      "layer \(index): \(journal.open.count) without an outcome")
    findings.expect(
      !layer.needsDisplay && !layer.isDisplaying && shownGeneration == journal.lastAccepted
        && layer.contents != nil, .settledContents,
      "layer \(index) shows \(shownGeneration), asked \(journal.lastAccepted)")
    if let layer = layer as? TextLayer {
      findings.expect(
        layer.layOutNow()?.text == StressSamples.text(text), .settledContents,
        "layer \(index) shows another text")
    }
  }
}

// MARK: - Commits

extension LayerUnderTest: AsyncLayerObserver {

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    shown = contents?.image
    guard let contents else { return }
    shownGeneration = contents.generation
    findings.expect(
      contents.generation == journal.lastPublished, .oneSnapshot, "shown, not published")
    guard let snapshot = journal.open[contents.generation] else { return }
    let pixels = snapshot.size.pixels(scale: scale)
    findings.expect(
      contents.size == snapshot.size && contents.scale == scale
        && contents.image.pixelSize == pixels, .oneSnapshot,
      "layer \(index) shows \(contents.size), asked \(snapshot.size)")
    if let layout = contents.layOutNow() {
      findings.expect(
        layout.text == StressSamples.text(snapshot.text)
          && layout.container.width == snapshot.size.width, .oneSnapshot,
        "the layout of layer \(index) is of another snapshot")
      findings.expect(
        layout === (layer as? TextLayer)?.layOutNow(), .oneSnapshot, "the layer has another layout")
    } else if let payload = contents.payload as? InstrumentedLayer.Payload {
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
  fileprivate var keepsContents: Bool {
    switch self {
    case .keepOld: true
    case .clear, .placeholder: false
    }
  }
}
