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
    private var file: UnsafeMutablePointer<CLVFile>
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var scaler: OpaquePointer?
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
      unsafe file = .allocate(capacity: 1)
      unsafe file.initialize(to: CLVFile(descriptor: -1, position: 0, budget: .max))
      _ = VideoStream.quiet
      try check()
      do {
        let output = try OutputFile(path: path)
        self.output = output
        unsafe file.pointee.descriptor = output.fileDescriptor
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
      unsafe sws_freeContext(scaler)
      unsafe avcodec_free_context(&codec)
      unsafe av_frame_free(&frame)
      unsafe av_packet_free(&packet)
      // FFmpeg does not close the stream, which this writer owns.
      unsafe avformat_free_context(format)
      unsafe clv_close_stream(&io)
      unsafe file.deallocate()
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
      unsafe codec = avcodec_alloc_context3(encoder)
      unsafe frame = av_frame_alloc()
      unsafe packet = av_packet_alloc()
      guard let codec = unsafe codec, let frame = unsafe frame, unsafe packet != nil else {
        throw memoryError
      }
      let (width, height) = (Int32(coded.width), Int32(coded.height))
      let rate = settings.rate
      let isWide = height >= 720 || width >= 1_280
      unsafe codec.pointee.width = width
      unsafe codec.pointee.height = height
      unsafe codec.pointee.pix_fmt = settings.format.pixelFormat
      unsafe codec.pointee.time_base = AVRational(num: rate.denominator, den: rate.numerator)
      unsafe codec.pointee.framerate = AVRational(num: rate.numerator, den: rate.denominator)
      unsafe codec.pointee.thread_count = 1
      unsafe codec.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      // At least one key frame a second lets a player find any time soon.
      let second = Double(rate.numerator) / Double(rate.denominator)
      unsafe codec.pointee.gop_size = Int32(max(1, min(60, second.rounded())))
      var options: OpaquePointer?
      let name = unsafe String(cString: encoder.pointee.name)
      switch settings.format {
      case .mp4:
        unsafe codec.pointee.colorspace = isWide ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        unsafe codec.pointee.color_range = AVCOL_RANGE_MPEG
        unsafe codec.pointee.color_primaries = AVCOL_PRI_BT709
        unsafe codec.pointee.color_trc = AVCOL_TRC_BT709
        unsafe codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        if name == "libx264" {
          unsafe av_dict_set(&options, "crf", "18", 0)
          unsafe av_dict_set(&options, "preset", "medium", 0)
          // Without this option, x264's vector code reads memory that was never written, and the
          // same frames do not always give the same film.
          unsafe av_dict_set(&options, "x264-params", "cpu-independent=1", 0)
        } else {
          unsafe codec.pointee.flags |= AV_CODEC_FLAG_QSCALE
          unsafe codec.pointee.global_quality = 2 * FF_QP2LAMBDA
        }
      case .webP(let isLossless):
        unsafe av_dict_set(&options, "lossless", isLossless ? "1" : "0", 0)
        unsafe av_dict_set(&options, "quality", isLossless ? "75" : "90", 0)
      case .lossless:
        unsafe codec.pointee.gop_size = 1
        unsafe av_dict_set(&options, "level", "3", 0)
        unsafe av_dict_set(&options, "slicecrc", "1", 0)
      }
      let status = unsafe avcodec_open2(codec, encoder, &options)
      unsafe av_dict_free(&options)
      guard status >= 0 else {
        throw VideoError(
          .unsupported,
          "The encoder \(name) refuses \(width)×\(height) pixels at "
            + "\(rate.numerator)/\(rate.denominator) frames a second.", path: path)
      }
      unsafe frame.pointee.format = settings.format.pixelFormat.rawValue
      unsafe frame.pointee.width = width
      unsafe frame.pointee.height = height
      unsafe frame.pointee.colorspace = codec.pointee.colorspace
      unsafe frame.pointee.color_range = codec.pointee.color_range
      guard unsafe av_frame_get_buffer(frame, 0) >= 0 else { throw memoryError }
      try openScaler(isWide ? SWS_CS_ITU709 : SWS_CS_ITU601)
    }

    private func openScaler(_ matrix: Int32) throws(VideoError) {
      let (width, height) = (Int32(coded.width), Int32(coded.height))
      unsafe scaler = sws_getContext(
        width, height, AV_PIX_FMT_RGBA, width, height, settings.format.pixelFormat, clv_scaling(),
        nil, nil, nil)
      guard let scaler = unsafe scaler else { throw memoryError }
      _ = unsafe sws_setColorspaceDetails(
        scaler, sws_getCoefficients(SWS_CS_DEFAULT), 1, sws_getCoefficients(matrix), 0, 0, 1 << 16,
        1 << 16)
    }

    private func openContainer() throws(VideoError) {
      unsafe avformat_alloc_output_context2(&format, nil, settings.format.container, nil)
      unsafe io = clv_open_stream(file, 1)
      guard let format = unsafe format, let codec = unsafe codec, unsafe io != nil,
        let stream = unsafe avformat_new_stream(format, nil)
      else { throw memoryError }
      unsafe format.pointee.pb = io
      unsafe format.pointee.flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO
      unsafe clv_reopen_own_file(format, file)
      unsafe stream.pointee.time_base = codec.pointee.time_base
      unsafe stream.pointee.avg_frame_rate = codec.pointee.framerate
      guard unsafe avcodec_parameters_from_context(stream.pointee.codecpar, codec) >= 0 else {
        throw memoryError
      }
      var options: OpaquePointer?
      if settings.format == .mp4 { unsafe av_dict_set(&options, "movflags", "+faststart", 0) }
      if settings.format.isWebP { unsafe av_dict_set(&options, "loop", "\(settings.loops)", 0) }
      let status = unsafe avformat_write_header(format, &options)
      unsafe av_dict_free(&options)
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
      guard let frame = unsafe frame, unsafe av_frame_make_writable(frame) >= 0 else {
        throw memoryError
      }
      var pixels = FramePixels(image, size: coded)
      if settings.format.hasAlpha {
        isTransparent = isTransparent || !pixels.isOpaque
        pixels.unpremultiply()
      } else {
        pixels.flatten(on: settings.background)
      }
      // The C call reads the rows of `pixels` and writes to the frame's own planes.
      let rows = unsafe pixels.bytes.withUnsafeBufferPointer { bytes in
        var planes: [UnsafePointer<UInt8>?] = unsafe [bytes.baseAddress, nil, nil, nil]
        var strides = [Int32(coded.width * 4), 0, 0, 0]
        return unsafe withUnsafePointer(to: &frame.pointee.data) { data in
          unsafe data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
            data in
            unsafe withUnsafePointer(to: &frame.pointee.linesize) { lines in
              unsafe lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                unsafe sws_scale(
                  scaler, &planes, &strides, 0, Int32(coded.height), data, lines)
              }
            }
          }
        }
      }
      guard rows == Int32(coded.height) else { throw memoryError }
      unsafe frame.pointee.pts = ticks
      ticks += Int64(max(1, min(count, 1 << 30)))
      try unsafe encode(frame)
    }

    /// Ends the film, and gives the file its name. Nothing may be appended afterwards.
    public func finish() throws(VideoError) {
      guard ticks > 0 else { throw VideoError(.writeFailed, "A film has a frame.", path: path) }
      try unsafe encode(nil)
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

    private func encode(_ frame: UnsafeMutablePointer<AVFrame>?) throws(VideoError) {
      guard let codec = unsafe codec, let packet = unsafe packet, let format = unsafe format else {
        throw memoryError
      }
      guard unsafe avcodec_send_frame(codec, frame) >= 0 else { throw failure }
      while true {
        let status = unsafe avcodec_receive_packet(codec, packet)
        if status == clv_again() || status == clv_end() { return }
        guard status >= 0, let stream = unsafe format.pointee.streams[0] else { throw failure }
        unsafe packet.pointee.stream_index = 0
        if unsafe packet.pointee.duration == 0 { unsafe packet.pointee.duration = 1 }
        unsafe av_packet_rescale_ts(packet, codec.pointee.time_base, stream.pointee.time_base)
        guard unsafe av_interleaved_write_frame(format, packet) >= 0 else { throw failure }
      }
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
