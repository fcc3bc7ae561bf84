// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import SystemLanes
public import TextModel
public import TextTypesetting

extension TextRenderer {
  /// The pictures of many texts, in their order.
  ///
  /// ```swift
  /// for try await picture in renderer.pictures(of: texts, in: TextContainer(width: 300)) { … }
  /// ```
  ///
  /// A short text takes less time than handing it to a lane and back, so a sequence is faster than
  /// a call of ``render(_:in:options:)`` for each text.
  ///
  /// - Parameters:
  ///   - texts: The texts and their styles.
  ///   - container: The box in which each text is laid out.
  ///   - options: The parameters of each picture.
  public func pictures(
    of texts: [AttributedText], in container: TextContainer = TextContainer(),
    options: RenderOptions = RenderOptions()
  ) -> PictureSeries {
    PictureSeries(renderer: self, texts: texts, container: container, options: options)
  }
}

/// The pictures of many texts, as ``TextRenderer/pictures(of:in:options:)`` gives them.
///
/// The pictures are those of ``TextRenderer/render(_:in:options:)``. At most as many are drawn
/// ahead of the one that is awaited as there are lanes, so memory is bounded if the loop is slow;
/// where texts are short and their pictures small, a lane draws up to 64 in a row, which count as
/// one. Leaving the loop, or cancelling the task, ends the work.
public struct PictureSeries: AsyncSequence, Sendable {
  fileprivate let renderer: TextRenderer
  fileprivate let texts: [AttributedText]
  fileprivate let container: TextContainer
  fileprivate let options: RenderOptions

  /// Pictures that a lane has drawn in a row.
  fileprivate struct Batch: Sendable {
    /// The pictures, the last one first.
    var pictures: [RenderedText] = []
    /// The error of the text after these pictures, if it has no picture.
    var error: (any Error)?
  }

  /// Begins the series.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// The pictures that are still to come.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let series: PictureSeries
    /// The pictures that are drawn ahead; releasing this object cancels them.
    private let batches: OrderedWork<Batch>
    /// The texts whose pictures were not begun.
    private var texts: ArraySlice<AttributedText>
    /// The pictures that have come and were not returned yet.
    private var batch = Batch()

    fileprivate init(_ series: PictureSeries) {
      self.series = series
      let renderer = series.renderer
      batches = OrderedWork(on: renderer.lanes, priority: renderer.priority)
      texts = series.texts[...]
    }

    /// The next picture; `nil` after the last one, and after an error.
    ///
    /// - Throws: As ``TextRenderer/render(_:in:options:)``, when it is the turn of the text.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> RenderedText? {
      do {
        while batch.pictures.isEmpty {
          if let error = batch.error { throw error }
          while batches.count <= series.renderer.lanes.count, !texts.isEmpty { submitBatch() }
          guard let next = try await batches.next() else { return nil }
          batch = next
        }
        try Task.checkCancellation()
        return batch.pictures.popLast()
      } catch {
        batches.end()
        (texts, batch) = ([], Batch())
        throw error
      }
    }

    private mutating func submitBatch() {
      let series = series
      if let text = texts.first, series.renderer.needsImages(text, series.container) {
        texts.removeFirst()
        return batches.submit { series.begin(text, $0) }
      }
      let next = Array(texts.prefix(batchCount()))
      texts.removeFirst(next.count)
      batches.submit { series.batch(of: next, $0) }
    }

    /// The number of texts at the front whose pictures a lane draws in a row; fewer near the end,
    /// so that all lanes have some.
    private func batchCount() -> Int {
      let limit = Swift.min(64, texts.count / (2 * series.renderer.lanes.count))
      var (count, length, pixels) = (0, 0, 0.0)
      for text in texts.prefix(limit) {
        length += text.length
        pixels += self.pixels(of: text)
        if length > PictureSeries.lengthLimit || !(pixels <= PictureSeries.pixelLimit)
          || text.hasAttachments
        {
          break
        }
        count += 1
      }
      return Swift.max(1, count)
    }

    /// An estimate of the pixels of a picture: each character is as wide as the font is large.
    private func pixels(of text: AttributedText) -> Double {
      let em = (0..<text.shaping.count).reduce(0) {
        Swift.max($0, text.shaping.value(ofRun: $1).size)
      }
      let length = em * Double(text.length)
      let width = series.container.width ?? length
      let height = series.container.height ?? Swift.max(em, em * length / width)
      let (size, _) = series.options.frame(for: Size(width: width, height: height))
      return size.width * size.height * series.options.scale * series.options.scale
    }
  }

  /// The most pixels of the pictures of a batch, by their estimate; a single picture may have more.
  private static let pixelLimit = 1_048_576.0
  /// The most UTF-16 units of the texts of a batch; a single text may have more. A long text takes
  /// time to lay out, however small its picture is.
  private static let lengthLimit = 4_096

  /// Draws the pictures of texts without images, up to the first that fails.
  private func batch(of texts: [AttributedText], _ cancellation: Cancellation) -> Batch {
    var batch = Batch()
    batch.pictures.reserveCapacity(texts.count)
    // Each property is read once: to retain the same objects for every text would slow down other
    // lanes, which change the same reference counts.
    let (container, options, fonts, pool) = (container, options, renderer.fonts, renderer.pool)
    do {
      for text in texts {
        batch.pictures.append(
          try TextRenderer.render(
            text, in: container, options: options, fonts: fonts, pool: pool,
            cancellation: cancellation))
      }
    } catch {
      batch.error = error
    }
    batch.pictures.reverse()
    return batch
  }

  /// Loads the images of a text and draws it; returns a function that cancels this.
  private func begin(
    _ text: AttributedText,
    _ completion: @escaping @Sendable (Result<Batch, any Error>) -> Void
  ) -> @Sendable () -> Void {
    let task = Task {
      do {
        let picture = try await renderer.render(text, in: container, options: options)
        completion(.success(Batch(pictures: [picture])))
      } catch {
        completion(.failure(error))
      }
    }
    return { task.cancel() }
  }
}
