// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CLayerVideo
  internal import SystemFiles

  /// The pictures of a file in the order of their times, from where the stream stands.
  ///
  /// Not to be used by two threads at a time. FFmpeg's objects are owned here and freed once; all
  /// pointers into them stay within a call.
  @safe final class VideoStream {
    private let file: VideoInput
    private var source: UnsafeMutablePointer<CLVFile>
    private(set) var format: UnsafeMutablePointer<AVFormatContext>?
    private(set) var codec: UnsafeMutablePointer<AVCodecContext>?
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private(set) var index: Int32 = -1
    /// Whether the decoder was told that no packet follows.
    private var isDraining = false
    /// Whether packets are left out up to the next key frame.
    private var awaitsKey = false
    /// The pictures that could not be decoded so far.
    private(set) var damagedCount = 0

    /// The formats that are read. Playlists and others that name further files are not among them.
    static let formats =
      "mov,matroska,avi,apng,gif,mpegts,ogg,flv,asf,nut,ivf,yuv4mpegpipe"
    /// An operation may read eight times the bytes of the file, and 64 MiB in any case.
    private static let readFactor: Int64 = 8
    private static let readSpare: Int64 = 64 << 20

    /// FFmpeg prints nothing: set once, for the process.
    static let quiet: Void = { av_log_set_level(AV_LOG_QUIET) }()

    /// Finds the pictures of a file.
    init(_ file: VideoInput) throws(VideoError) {
      _ = Self.quiet
      self.file = file
      unsafe source = .allocate(capacity: 1)
      unsafe source.initialize(to: CLVFile(descriptor: file.descriptor, position: 0, budget: 0))
      // If `start` throws, `deinit` runs, since all properties are set.
      try start()
    }

    deinit {
      close()
      unsafe source.deallocate()
    }

    var path: String { file.path }

    /// Allows a new operation its share of reading.
    func refill() {
      let size = Int64(FileStatus(descriptor: file.descriptor)?.byteCount ?? 0)
      let bytes = size.multipliedReportingOverflow(by: Self.readFactor)
      unsafe source.pointee.budget =
        bytes.overflow ? .max : max(bytes.partialValue, Self.readSpare)
    }

    // MARK: Opening

    /// Opens the file at its beginning, again if it is open.
    func start() throws(VideoError) {
      close()
      refill()
      unsafe source.pointee.position = 0
      unsafe io = clv_open_stream(source, 0)
      unsafe format = avformat_alloc_context()
      unsafe packet = av_packet_alloc()
      guard unsafe io != nil, unsafe packet != nil, let context = unsafe format else {
        throw memoryError
      }
      unsafe context.pointee.pb = io
      unsafe clv_refuse_others(context)
      var options: OpaquePointer?
      unsafe av_dict_set(&options, "format_whitelist", Self.formats, 0)
      // The call frees the context if it fails.
      let status = unsafe avformat_open_input(&format, nil, nil, &options)
      unsafe av_dict_free(&options)
      guard status >= 0, let context = unsafe format else { throw openingError(status) }
      try unsafe findStreams(context)
      try unsafe openDecoder(context)
      isDraining = false
      awaitsKey = false
    }

    private func findStreams(
      _ context: UnsafeMutablePointer<AVFormatContext>
    ) throws(VideoError) {
      for number in 0..<Int(unsafe context.pointee.nb_streams) {
        guard let stream = unsafe context.pointee.streams[number] else { continue }
        guard unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO else {
          unsafe stream.pointee.discard = AVDISCARD_ALL
          continue
        }
        // A size in the header is checked before a decoder is opened for it. Formats without one
        // have 0.
        let (width, height) = unsafe (
          stream.pointee.codecpar.pointee.width, stream.pointee.codecpar.pointee.height
        )
        if width > 0, height > 0 { try VideoProbe.check(width, height, path) }
      }
      let found = unsafe clv_find_streams(context, Int64(VideoLimits.pixels))
      guard found >= 0 else { throw VideoError(.damaged, "The film is damaged.", path: path) }
      index = unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
      guard index >= 0, let stream = unsafe stream,
        unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { throw VideoError(.noVideo, "The file has no moving pictures.", path: path) }
      for number in 0..<Int(unsafe context.pointee.nb_streams) where number != Int(index) {
        unsafe context.pointee.streams[number]?.pointee.discard = AVDISCARD_ALL
      }
    }

    private func openDecoder(
      _ context: UnsafeMutablePointer<AVFormatContext>
    ) throws(VideoError) {
      guard let stream = unsafe stream, let parameters = unsafe stream.pointee.codecpar else {
        throw memoryError
      }
      let id = unsafe parameters.pointee.codec_id
      var decoder = unsafe avcodec_find_decoder(id)
      // Only the decoders of libvpx decode the opacity of WebM.
      let alpha = unsafe av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0)
      if unsafe alpha != nil, id == AV_CODEC_ID_VP9 || id == AV_CODEC_ID_VP8 {
        let name = id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : "libvpx"
        if let other = unsafe avcodec_find_decoder_by_name(name) { unsafe decoder = other }
      }
      guard let decoder = unsafe decoder else {
        let name = unsafe String(cString: avcodec_get_name(id))
        throw VideoError(
          .unsupported, "The installed FFmpeg has no decoder for \(name).", path: path)
      }
      unsafe codec = avcodec_alloc_context3(decoder)
      guard let codec = unsafe codec,
        unsafe avcodec_parameters_to_context(codec, parameters) >= 0
      else { throw memoryError }
      unsafe codec.pointee.pkt_timebase = stream.pointee.time_base
      unsafe codec.pointee.thread_count = 1
      unsafe codec.pointee.max_pixels = Int64(VideoLimits.pixels)
      unsafe codec.pointee.err_recognition = AV_EF_CRCCHECK
      guard unsafe avcodec_open2(codec, decoder, nil) >= 0 else {
        throw VideoError(.damaged, "Its pictures cannot be decoded.", path: path)
      }
    }

    private func close() {
      unsafe avcodec_free_context(&codec)
      unsafe avformat_close_input(&format)
      unsafe av_packet_free(&packet)
      unsafe clv_close_stream(&io)
    }

    /// The stream of the pictures.
    var stream: UnsafeMutablePointer<AVStream>? {
      guard let format = unsafe format, index >= 0 else { return nil }
      return unsafe format.pointee.streams[Int(index)]
    }

    private func openingError(_ status: Int32) -> VideoError {
      if status == clv_no_memory() { return memoryError }
      if unsafe source.pointee.position == 0 {
        return VideoError(.notPermitted, "The file cannot be read.", path: path)
      }
      return VideoError(
        .unknownFormat, "The file is no film that is known, or a damaged one.", path: path)
    }

    var memoryError: VideoError {
      VideoError(.allocationFailed, "There is no memory for the film.", path: path)
    }

    // MARK: Pictures

    /// Decodes the next picture into a frame; `false` at the end of the film.
    ///
    /// Pictures that cannot be decoded are counted and left out.
    func decode(into frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> Bool {
      guard let codec = unsafe codec, let format = unsafe format, let packet = unsafe packet else {
        return false
      }
      var packets = 0
      while true {
        let status = unsafe avcodec_receive_frame(codec, frame)
        if status == 0 {
          let isWhole =
            unsafe frame.pointee.decode_error_flags == 0
            && frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
          if isWhole, unsafe frame.pointee.width > 0, unsafe frame.pointee.height > 0 {
            return true
          }
          damagedCount += 1
          continue
        }
        if status == clv_end() { return false }
        if status != clv_again() {
          damagedCount += 1
          // At the end of the film, no further packet can mend an error.
          if isDraining { return false }
        }
        packets += 1
        guard packets <= VideoLimits.packets else {
          throw VideoError(
            .damaged, "No picture comes within \(VideoLimits.packets) packets.", path: path)
        }
        unsafe feed(codec, format, packet)
      }
    }

    /// Hands the next packet of the pictures to the decoder, or the end.
    private func feed(
      _ codec: UnsafeMutablePointer<AVCodecContext>,
      _ format: UnsafeMutablePointer<AVFormatContext>, _ packet: UnsafeMutablePointer<AVPacket>
    ) {
      while unsafe av_read_frame(format, packet) >= 0 {
        defer { unsafe av_packet_unref(packet) }
        guard unsafe packet.pointee.stream_index == index else { continue }
        if awaitsKey, unsafe packet.pointee.flags & AV_PKT_FLAG_KEY == 0 { continue }
        awaitsKey = false
        if unsafe avcodec_send_packet(codec, packet) < 0 { damagedCount += 1 }
        return
      }
      isDraining = true
      _ = unsafe avcodec_send_packet(codec, nil)
    }

    /// Goes to a key frame at or before a time, in ticks of the stream.
    ///
    /// - Returns: `false` if the format cannot seek; the stream may then stand anywhere.
    func seek(to ticks: Int64) -> Bool {
      guard canSeek, let format = unsafe format, let codec = unsafe codec else { return false }
      refill()
      let status = unsafe av_seek_frame(format, index, ticks, AVSEEK_FLAG_BACKWARD)
      unsafe avcodec_flush_buffers(codec)
      isDraining = false
      awaitsKey = true
      return status >= 0
    }

    /// Whether the format finds key frames; others are read from the beginning.
    var canSeek: Bool {
      guard let format = unsafe format, let name = unsafe format.pointee.iformat.pointee.name else {
        return false
      }
      return !["apng", "gif", "yuv4mpegpipe"].contains(unsafe String(cString: name))
    }

    /// The time of the last key frame at or before a time, as the file's index has it.
    func keyTicks(before ticks: Int64) -> Int64? {
      guard let stream = unsafe stream,
        let entry = unsafe avformat_index_get_entry_from_timestamp(
          stream, ticks, AVSEEK_FLAG_BACKWARD)
      else { return nil }
      return unsafe entry.pointee.timestamp
    }

    /// Reads all packets, and returns the end of the last one, in ticks; `nil` if none has a time.
    /// The stream then stands at its end.
    func scanEnd() -> Int64? {
      guard let format = unsafe format, let packet = unsafe packet else { return nil }
      var end: Int64?
      while unsafe av_read_frame(format, packet) >= 0 {
        defer { unsafe av_packet_unref(packet) }
        guard unsafe packet.pointee.stream_index == index else { continue }
        let time = unsafe packet.pointee.pts
        let length = unsafe max(0, packet.pointee.duration)
        if time == clv_no_time() { continue }
        end = max(end ?? .min, time &+ length)
      }
      return end
    }
  }
#endif
