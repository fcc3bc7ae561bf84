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
    private var format: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    /// The number of the stream of the pictures.
    private var index: Int32 = -1
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
      // If `start` throws, `deinit` runs, since all properties are set.
      try start()
    }

    deinit { close() }

    var path: String { file.path }

    /// Allows a new operation its share of reading.
    func refill() {
      let size = Int64(FileStatus(descriptor: file.descriptor)?.byteCount ?? 0)
      let bytes = size.multipliedReportingOverflow(by: Self.readFactor)
      unsafe clv_set_budget(io, bytes.overflow ? .max : max(bytes.partialValue, Self.readSpare))
    }

    // MARK: Opening

    /// Opens the file at its beginning, again if it is open.
    func start() throws(VideoError) {
      close()
      unsafe io = clv_open_stream(file.descriptor, 0)
      unsafe packet = av_packet_alloc()
      guard unsafe io != nil && packet != nil else { throw memoryError }
      refill()
      let status = unsafe clv_open_input(&format, io, Self.formats)
      guard status >= 0, let context = unsafe format else { throw openingError(status) }
      try unsafe findStreams(context)
      try unsafe openDecoder(context)
      isDraining = false
      awaitsKey = false
    }

    private func findStreams(
      _ context: UnsafeMutablePointer<AVFormatContext>
    ) throws(VideoError) {
      unsafe clv_select_pictures(context)
      for number in 0..<Int(unsafe context.pointee.nb_streams) {
        guard let said = unsafe context.pointee.streams[number]?.pointee.codecpar?.pointee else {
          continue
        }
        let (type, width, height) = unsafe (said.codec_type, said.width, said.height)
        // The size is checked before a decoder gets it; other formats tell no size yet.
        if type == AVMEDIA_TYPE_VIDEO, width > 0, height > 0 {
          try VideoProbe.check(width, height, path)
        }
      }
      let found = unsafe clv_find_streams(context, Int64(VideoLimits.pixels))
      guard found >= 0 else { throw VideoError(.damaged, "The film is damaged.", path: path) }
      index = unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
      guard index >= 0, let stream = unsafe context.pointee.streams[Int(index)],
        unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { throw VideoError(.noVideo, "The file has no moving pictures.", path: path) }
      unsafe clv_select_stream(context, index)
    }

    private func openDecoder(
      _ context: UnsafeMutablePointer<AVFormatContext>
    ) throws(VideoError) {
      guard let decoder = unsafe clv_decoder(context, index) else {
        throw VideoError(
          .unsupported, "The installed FFmpeg has no decoder for \(codecName).", path: path)
      }
      let status = unsafe clv_open_decoder(
        &codec, decoder, context, index, Int64(VideoLimits.pixels))
      guard unsafe codec != nil else { throw memoryError }
      guard status >= 0 else {
        throw VideoError(.damaged, "Its pictures cannot be decoded.", path: path)
      }
    }

    private func close() {
      unsafe avcodec_free_context(&codec)
      unsafe avformat_close_input(&format)
      unsafe av_packet_free(&packet)
      unsafe clv_close_stream(&io)
    }

    /// The size, the rate and the format of the pictures, as the file states them.
    ///
    /// - Parameter first: The first picture, whose pixels have a shape of their own where the file
    ///   tells none.
    func track(first: DecodedFrame? = nil) -> CLVTrack {
      unsafe clv_track(format, index, first?.pointer)
    }

    /// The name of the codec, such as `h264`.
    var codecName: String { unsafe String(cString: clv_codec_name(format, index)) }

    private func openingError(_ status: Int32) -> VideoError {
      if status == clv_no_memory() { return memoryError }
      if unsafe clv_position(io) == 0 {
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
    func decode(into frame: DecodedFrame) throws(VideoError) -> Bool {
      guard unsafe codec != nil else { return false }
      var packets = 0
      while true {
        let status = unsafe avcodec_receive_frame(codec, frame.pointer)
        if status == 0 {
          if unsafe clv_is_whole(frame.pointer) { return true }
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
        feed()
      }
    }

    /// Hands the next packet of the pictures to the decoder, or the end.
    private func feed() {
      while let packet = unsafe nextPacket() {
        defer { unsafe av_packet_unref(packet) }
        if awaitsKey, unsafe packet.pointee.flags & AV_PKT_FLAG_KEY == 0 { continue }
        awaitsKey = false
        if unsafe avcodec_send_packet(codec, packet) < 0 { damagedCount += 1 }
        return
      }
      isDraining = true
      _ = unsafe avcodec_send_packet(codec, nil)
    }

    /// Reads the next packet of the pictures; `nil` at the end. The caller frees its data.
    private func nextPacket() -> UnsafeMutablePointer<AVPacket>? {
      unsafe clv_read_packet(format, index, packet) ? packet : nil
    }

    /// Goes to a key frame at or before a time, in ticks of the stream.
    ///
    /// - Returns: `false` if the format cannot seek; the stream may then stand anywhere.
    func seek(to ticks: Int64) -> Bool {
      guard canSeek, unsafe codec != nil else { return false }
      refill()
      let status = unsafe av_seek_frame(format, index, ticks, AVSEEK_FLAG_BACKWARD)
      unsafe avcodec_flush_buffers(codec)
      isDraining = false
      awaitsKey = true
      return status >= 0
    }

    /// Whether the format finds key frames; others are read from the beginning.
    var canSeek: Bool {
      guard let name = unsafe format?.pointee.iformat.pointee.name else { return false }
      return !["apng", "gif", "yuv4mpegpipe"].contains(unsafe String(cString: name))
    }

    /// The time of the last key frame at or before a time, as the file's index has it.
    func keyTicks(before ticks: Int64) -> Int64? {
      guard unsafe codec != nil,
        let entry = unsafe avformat_index_get_entry_from_timestamp(
          format?.pointee.streams[Int(index)], ticks, AVSEEK_FLAG_BACKWARD)
      else { return nil }
      return unsafe entry.pointee.timestamp
    }

    /// Reads all packets, and returns the end of the last one, in ticks; `nil` if none has a time.
    /// The stream then stands at its end.
    func scanEnd() -> Int64? {
      var end: Int64?
      while let packet = unsafe nextPacket() {
        defer { unsafe av_packet_unref(packet) }
        let (time, length) = unsafe (packet.pointee.pts, max(0, packet.pointee.duration))
        if time == clv_no_time() { continue }
        end = max(end ?? .min, time &+ length)
      }
      return end
    }
  }
#endif
