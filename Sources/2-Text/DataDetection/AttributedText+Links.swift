// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
public import TextModel

extension AttributedText {
  /// Adds the links that a detector finds to the text. Existing links stay as they are: a find that
  /// overlaps one is left out.
  ///
  /// - Parameters:
  ///   - detector: Finds the links.
  ///   - highlight: The change of the paint while one of the links is pressed.
  /// - Returns: The links that were added, in the order of the text.
  /// - Complexity: O(length of the text × instructions of the detector's patterns + runs).
  @discardableResult
  public mutating func addLinks(
    from detector: LinkDetector, highlight: TextHighlight? = nil
  ) -> [DetectedLink] {
    // A search that is never cancelled throws nothing.
    (try? addLinks(from: detector, highlight: highlight, cancellation: .never)) ?? []
  }

  /// Adds the links that a detector finds to the text, and polls a cancellation.
  ///
  /// - Throws: `CancellationError`; the text then stays as it is.
  @discardableResult
  package mutating func addLinks(
    from detector: LinkDetector, highlight: TextHighlight? = nil, cancellation: Cancellation
  ) throws -> [DetectedLink] {
    let added = unlinked(try detector.detect(in: utf16, cancellation: cancellation).links)
    guard !added.isEmpty else { return [] }
    // The runs are rebuilt in one pass, since an update for each link would read all runs anew.
    var changed = RunColumn(TextElement.none, length: 0)
    var next = 0
    for run in 0..<elements.count {
      if run & 1023 == 1023 { try cancellation.check() }
      let element = elements.value(ofRun: run)
      var offset = elements.start(of: run)
      let end = elements.end(of: run)
      while offset < end {
        while next < added.count, added[next].range.end <= offset { next += 1 }
        guard next < added.count, added[next].range.start < end else {
          changed.append(element, count: end - offset)
          break
        }
        let link = added[next]
        if offset < link.range.start {
          changed.append(element, count: link.range.start - offset)
          offset = link.range.start
        }
        var linked = element
        linked.link = TextLink(link.url, highlight: highlight)
        changed.append(linked, count: min(end, link.range.end) - offset)
        offset = min(end, link.range.end)
      }
    }
    self = AttributedText(
      utf16: utf16, shaping: shaping, paragraphs: paragraphs, paint: paint, elements: changed)
    return added
  }

  /// The links that overlap no link of the text; they are sorted.
  private func unlinked(_ links: [DetectedLink]) -> [DetectedLink] {
    links.filter { link in
      var run = elements.run(at: link.range.start)
      while run < elements.count, elements.start(of: run) < link.range.end {
        if elements.value(ofRun: run).link != nil { return false }
        run += 1
      }
      return true
    }
  }
}
