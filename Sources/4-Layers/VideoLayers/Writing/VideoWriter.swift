// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasGeometry
  internal import SystemFiles
  internal import CLayerVideo
  public import CanvasDrawing

  /// A writer of films, frame by frame.
  ///
  /// The file appears under its name when ``finish()`` returns; a writer that is released before
  /// leaves nothing behind. One thread encodes, so the same frames give the same bytes, on any
  /// number of lanes, with the same version of FFmpeg.
  ///
  /// An MP4 has its index at the front, and sides of an even number of pixels: an odd one repeats
  /// its last column or row. Its colours are those of BT.601, of BT.709 from 720 rows or 1,280
  /// columns on; frames that are not opaque lie on ``VideoSettings/background``. A WebP counts time
  /// in milliseconds, and its encoder keeps all frames in memory, packed.
  ///
  /// Not to be used by two threads at a time.
  @safe public final class VideoWriter {
    private let settings: VideoSettings
    private let path: String
    private var output: OutputFile?
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame: EncodedFrame?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var scaler = PixelScaler()
    /// The time of the next frame, in frames.
    private var ticks: Int64 = 0

    /// Whether a frame was less than opaque.
    private var isTransparent = false

    /// The size that is encoded.
    private let coded: PixelSize

    /// The longest side of a WebP, in pixels.
    private static let webPSide = 16_383

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: The name of a regular file, which is replaced.
    ///   - settings: Format, size and rate.
    /// - Throws: `VideoError`.
    public init(path: String, _ settings: VideoSettings) throws(VideoError) {
      (self.path, self.settings) = (path, settings)
      let size = settings.size
      coded =
        settings.format == .mp4
        ? PixelSize(width: (size.width + 1) & ~1, height: (size.height + 1) & ~1) : size
      _ = VideoStream.quiet
      try check()
      do {
        let output = try OutputFile(path: path)
        self.output = output
        unsafe io = clv_open_stream(output.fileDescriptor, 1)
        guard output.isRegular else {
          throw VideoError(.writeFailed, "A film is written to a file, not to a pipe.", path: path)
        }
      } catch let error as VideoError {
        throw error
      } catch {
        throw VideoError(
          .writeFailed,
          (error as? FileError).map { "The file cannot be written: \($0.message)." } ?? "",
          path: path)
      }
      try openEncoder()
      try openContainer()
    }

    deinit {
      unsafe avcodec_free_context(&codec)
      unsafe av_packet_free(&packet)
      // FFmpeg does not close the stream, which this writer owns.
      unsafe avformat_free_context(format)
      unsafe clv_close_stream(&io)
    }

    private func check() throws(VideoError) {
      let (size, rate) = (settings.size, settings.rate)
      let side = settings.format.isWebP ? Self.webPSide : VideoLimits.side
      guard size.width > 0, size.height > 0, size.width <= side, size.height <= side,
        size.width * size.height <= VideoLimits.pixels
      else {
        throw VideoError(
          .tooLarge,
          "A film has 1 to \(side) pixels a side, and \(VideoLimits.pixels) at most, as many as "
            + "8K, not \(size.width)×\(size.height).", path: path)
      }
      guard rate.numerator > 0, rate.denominator > 0 else {
        throw VideoError(.unsupported, "A film needs a frame rate above 0.", path: path)
      }
    }

    // MARK: Opening

    private func openEncoder() throws(VideoError) {
      guard let encoder = unsafe settings.format.encoder else {
        throw VideoError(
          .unsupported, "The installed FFmpeg has no encoder for \(settings.format.container).",
          path: path)
      }
      let (width, height) = (Int32(coded.width), Int32(coded.height))
      let rate = settings.rate
      let matrix = PixelScaler.Form.matrix(width: width, height: height)
      // At least one key frame a second lets a player find any time soon.
      let second = Double(rate.numerator) / Double(rate.denominator)
      var keyDistance = Int32(max(1, min(60, second.rounded())))
      let name = unsafe String(cString: encoder.pointee.name)
      let options: String
      switch settings.format {
      case .mp4:
        let space = matrix == SWS_CS_ITU709 ? "bt709" : "smpte170m"
        let colors =
          "colorspace=\(space):color_range=tv:color_primaries=bt709:color_trc=bt709"
        options =
          name == "libx264"
          // Otherwise x264's vector code reads memory that was never written, and films differ.
          ? "\(colors):flags=+global_header:crf=18:preset=medium:x264-params=cpu-independent=1"
          : "\(colors):flags=+global_header+qscale:global_quality=\(2 * FF_QP2LAMBDA)"
      case .webP(let isLossless):
        options = isLossless ? "lossless=1:quality=75" : "lossless=0:quality=90"
      case .lossless:
        keyDistance = 1
        options = "level=3:slicecrc=1"
      }
      let encoding = CLVEncoding(
        width: width, height: height, format: settings.format.pixelFormat,
        rate: AVRational(num: rate.numerator, den: rate.denominator), key_distance: keyDistance)
      let status = unsafe clv_open_encoder(&codec, encoder, encoding, options)
      guard let codec = unsafe codec else { throw memoryError }
      guard status >= 0 else {
        throw VideoError(
          .unsupported,
          "The encoder \(name) refuses \(width)×\(height) pixels at "
            + "\(rate.numerator)/\(rate.denominator) frames a second.", path: path)
      }
      unsafe packet = av_packet_alloc()
      frame = unsafe EncodedFrame(codec)
      let isReady = scaler.prepare(
        from: .rgba(width: width, height: height),
        to: PixelScaler.Form(
          width: width, height: height, format: settings.format.pixelFormat, matrix: matrix,
          isFull: false))
      guard isReady, frame != nil, unsafe packet != nil else { throw memoryError }
    }

    private func openContainer() throws(VideoError) {
      guard let io = unsafe io else { throw memoryError }
      let options =
        switch settings.format {
        case .mp4: "movflags=+faststart"
        case .webP: "loop=\(settings.loops)"
        case .lossless: ""
        }
      let status = unsafe clv_open_output(
        &format, settings.format.container, io, codec, options)
      if status == clv_no_memory() { throw memoryError }
      if status < 0 { throw failure }
    }

    // MARK: Frames

    /// Appends a frame.
    ///
    /// - Parameters:
    ///   - image: A premultiplied `rgba8` bitmap of the film's size.
    ///   - count: How many frames' time it is shown, 1 or more.
    /// - Throws: `VideoError`; the film is then lost.
    public func append(_ image: Bitmap, for count: Int = 1) throws(VideoError) {
      guard image.pixelSize == settings.size, image.format == .rgba8 else {
        throw VideoError(.unsupported, "The frames of a film differ in size.", path: path)
      }
      var pixels = FramePixels(image, size: coded)
      if settings.format.hasAlpha {
        isTransparent = isTransparent || !pixels.isOpaque
        pixels.unpremultiply()
      } else {
        pixels.flatten(on: settings.background)
      }
      guard let frame,
        scaler.write(pixels.bytes.span, width: coded.width, to: frame) == coded.height
      else { throw memoryError }
      frame.ticks = ticks
      ticks += Int64(max(1, min(count, 1 << 30)))
      try encode(frame)
    }

    /// Ends the film, and gives the file its name. Nothing may be appended afterwards.
    public func finish() throws(VideoError) {
      guard ticks > 0 else { throw VideoError(.writeFailed, "A film has a frame.", path: path) }
      try encode(nil)
      guard let output = output.take(), unsafe av_write_trailer(format) >= 0 else { throw failure }
      unsafe avio_flush(io)
      guard unsafe io?.pointee.error ?? -1 >= 0 else { throw failure }
      do {
        if isTransparent, settings.format.isWebP { try markTransparent(output) }
        try output.commit()
      } catch {
        throw VideoError(.writeFailed, error.message, path: path)
      }
    }

    /// Notes in the header of an animated WebP that its canvas is transparent: the encoder looks at
    /// the opacity of the parts that it stores alone.
    ///
    /// Source: WebP Container Specification, extended file format: flags in the byte after the size
    /// of `VP8X`, the background colour after that of `ANIM`.
    private func markTransparent(_ output: OutputFile) throws(FileError) {
      var header = try output.bytes(at: 0, count: 42)
      guard header.count == 42,
        header[12..<16].elementsEqual("VP8X".utf8), header[30..<34].elementsEqual("ANIM".utf8)
      else { return }
      header[20] |= 0x10
      header.replaceSubrange(38..<42, with: [0, 0, 0, 0])
      try output.replace(at: 0, with: header)
    }

    /// Encodes a picture, or with `nil` ends the film, and writes what is ready.
    private func encode(_ frame: EncodedFrame?) throws(VideoError) {
      let status = unsafe clv_write_picture(format, codec, packet, frame?.pointer)
      if status < 0 { throw failure }
    }

    private var failure: VideoError {
      VideoError(.writeFailed, "The film cannot be written; is there room on the disk?", path: path)
    }

    private var memoryError: VideoError {
      VideoError(.allocationFailed, "There is no memory for the film.", path: path)
    }
  }

  extension VideoFormat {
    var isWebP: Bool { if case .webP = self { true } else { false } }
  }
#endif
