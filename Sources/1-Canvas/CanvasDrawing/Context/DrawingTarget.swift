// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels

/// The pixels that a context draws into: its bitmap or a layer. Most operations call a pixel
/// kernel, some once for each row.
///
/// Areas lie within ``bounds``. Operations that write record the area as dirty, except
/// ``clearRows(from:count:)``, for memory that needs no record, and ``over(_:through:within:)``,
/// whose caller calls ``markDirty(_:within:)``.
@safe struct DrawingTarget {
  let storage: BitmapStorage
  /// The device pixels that the target holds.
  let bounds: PixelRect
  let bytesPerRow: Int
  let format: PixelFormat

  /// Takes ownership of the pixels of a buffer; the target is their only owner from then on.
  init(_ buffer: consuming BitmapBuffer, x: Int = 0, y: Int = 0) {
    storage = buffer.storage
    bounds = PixelRect(x: x, y: y, width: buffer.width, height: buffer.height)
    bytesPerRow = buffer.bytesPerRow
    format = buffer.format
  }

  init(storage: BitmapStorage, bounds: PixelRect, bytesPerRow: Int, format: PixelFormat) {
    self.storage = storage
    self.bounds = bounds
    self.bytesPerRow = bytesPerRow
    self.format = format
  }

  /// Marks device pixels as dirty.
  @inline(__always)
  private func markDirty(_ area: PixelRect) {
    // The pattern is read first: threads that share a surface, whose pattern is unknown, must not
    // write to the record of dirty bytes.
    if area.isEmpty || storage.buffer.dirty.pattern == nil { return }
    let (x, y, bytes) = (area.x - bounds.x, area.y - bounds.y, format.bytesPerPixel)
    storage.buffer.dirty.add(
      top: Int32(y), bottom: Int32(y + area.height), left: Int32(x * bytes),
      right: Int32((x + area.width) * bytes))
  }

  /// The address of a device pixel; valid as long as the storage.
  @inline(__always)
  @unsafe private func address(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe (storage.memory + (y - bounds.y) * bytesPerRow
      + (x - bounds.x) * format.bytesPerPixel).assumingMemoryBound(to: UInt8.self)
  }

  // The C calls below get addresses of areas and rows within the bounds.

  /// Sets all bytes of some rows to 0.
  func clearRows(from top: Int, count: Int) {
    unsafe address(bounds.x, bounds.y + top).update(repeating: 0, count: count * bytesPerRow)
  }

  func store(_ color: UInt32, in area: PixelRect) {
    markDirty(area)
    let (w, h) = (Int32(area.width), Int32(area.height))
    switch format {
    case .rgba8: unsafe ctk_fill_rgba8(address(area.x, area.y), bytesPerRow, w, h, color)
    case .alpha8:
      for y in area.y..<area.maxY {
        unsafe address(area.x, y).update(repeating: UInt8(color >> 24), count: area.width)
      }
    }
  }

  /// Draws a premultiplied colour over an area.
  func over(_ color: UInt32, in area: PixelRect) {
    markDirty(area)
    let (w, h) = (Int32(area.width), Int32(area.height))
    switch format {
    case .rgba8: unsafe ctk_over_rgba8(address(area.x, area.y), bytesPerRow, w, h, color)
    case .alpha8:
      let row = [UInt8](repeating: 255, count: area.width)
      unsafe ctk_mask_over_alpha8(
        address(area.x, area.y), bytesPerRow, row, 0, w, h, UInt8(color >> 24))
    }
  }

  /// Draws a premultiplied colour through coverage.
  func over(_ color: UInt32, through mask: CoverageMask) {
    let area = mask.bounds
    markDirty(area)
    let (w, h) = (Int32(area.width), Int32(area.height))
    switch format {
    case .rgba8:
      unsafe ctk_mask_over_rgba8(
        address(area.x, area.y), bytesPerRow, mask.pixels, mask.stride, w, h, color)
    case .alpha8:
      unsafe ctk_mask_over_alpha8(
        address(area.x, area.y), bytesPerRow, mask.pixels, mask.stride, w, h, UInt8(color >> 24))
    }
  }

  /// Draws a premultiplied colour through masks in order, cut off at a rectangle. Records nothing
  /// as dirty: see ``markDirty(_:within:)``.
  func over(_ color: UInt32, through masks: Span<PlacedMask>, within clip: PixelRect) {
    var canvas = unsafe ctk_canvas(
      pixels: address(bounds.x, bounds.y), stride: bytesPerRow,
      byte_count: bounds.height * bytesPerRow, x: Int32(bounds.x), y: Int32(bounds.y),
      left: Int32(clip.x), top: Int32(clip.y), right: Int32(clip.maxX), bottom: Int32(clip.maxY))
    unsafe masks.withUnsafeBytes { bytes in
      // `PlacedMask` has the layout of `ctk_placed_mask`.
      let placed = unsafe bytes.assumingMemoryBound(to: ctk_placed_mask.self)
      switch format {
      case .rgba8: unsafe ctk_masks_over_rgba8(&canvas, placed.baseAddress, placed.count, color)
      case .alpha8:
        unsafe ctk_masks_over_alpha8(
          &canvas, placed.baseAddress, placed.count, UInt8(color >> 24))
      }
    }
  }

  /// Marks the area of masks as dirty: one rectangle for each line of text.
  func markDirty(_ masks: Span<PlacedMask>, within clip: PixelRect) {
    var (left, top, right, bottom) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for i in masks.indices {
      let (x, y) = (masks[i].x, masks[i].y)
      let (maxX, maxY) = (x &+ masks[i].width, y &+ masks[i].height)
      if y > bottom || maxY < top {
        if left < right { markDirty(area(left, top, right, bottom)) }
        (left, top, right, bottom) = (x, y, maxX, maxY)
      } else {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, maxX), max(bottom, maxY))
      }
    }
    if left < right { markDirty(area(left, top, right, bottom)) }
    func area(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32) -> PixelRect {
      PixelRect(
        x: Int(left), y: Int(top), width: Int(right) - Int(left), height: Int(bottom) - Int(top)
      ).intersection(clip)
    }
  }

  /// Draws a premultiplied colour through a row of coverage, from a device position to the right.
  func over(_ color: UInt32, through coverage: [UInt8], x: Int, y: Int) {
    markDirty(PixelRect(x: x, y: y, width: coverage.count, height: 1))
    let count = Int32(coverage.count)
    switch format {
    case .rgba8: unsafe ctk_mask_over_rgba8(address(x, y), 0, coverage, 0, count, 1, color)
    case .alpha8:
      unsafe ctk_mask_over_alpha8(address(x, y), 0, coverage, 0, count, 1, UInt8(color >> 24))
    }
  }

  /// Draws a row of premultiplied colours through a row of coverage, from a device position to the
  /// right.
  func over(_ colors: [UInt32], through coverage: [UInt8], x: Int, y: Int) {
    let count = min(colors.count, coverage.count)
    markDirty(PixelRect(x: x, y: y, width: count, height: 1))
    switch format {
    case .rgba8:
      unsafe ctk_mask_over_row_rgba8(address(x, y), colors, coverage, Int32(count))
    case .alpha8:
      let opacities = colors.map { UInt8($0 >> 24) }
      unsafe ctk_blend_row_alpha8(
        address(x, y), opacities, coverage, Int32(count), Int32(BlendMode.sourceOver.rawValue), 255)
    }
  }

  /// Stores the colours of an opaque gradient; the format is `rgba8`.
  func store(_ shader: GradientShader, in area: PixelRect) {
    markDirty(area)
    for y in area.y..<area.maxY {
      unsafe shader.shade(x: area.x, y: y, count: area.width, to: address(area.x, y))
    }
  }

  /// Draws a bitmap of four bytes a pixel over an area; `x` and `y` are the device position of its
  /// upper left corner.
  func over(_ bitmap: Bitmap, x: Int, y: Int, in area: PixelRect) {
    markDirty(area)
    let pixels = unsafe bitmap.storage.memory.assumingMemoryBound(to: UInt8.self)
    for row in area.y..<area.maxY {
      unsafe ctk_over_row_rgba8(
        address(area.x, row), pixels + (row - y) * bitmap.bytesPerRow + (area.x - x) * 4,
        Int32(area.width))
    }
  }

  /// Draws a sprite in an area; the format is `rgba8`.
  ///
  /// - Parameter color: The premultiplied colour by which each channel is multiplied.
  func draw(
    _ sprite: borrowing SpriteLevels, _ placed: SpriteLevels.Placed, in area: PixelRect,
    color: UInt32, isAdditive: Bool
  ) {
    markDirty(area)
    var canvas = unsafe ctk_canvas(
      pixels: address(bounds.x, bounds.y), stride: bytesPerRow,
      byte_count: bounds.height * bytesPerRow, x: Int32(bounds.x), y: Int32(bounds.y),
      left: Int32(area.x), top: Int32(area.y), right: Int32(area.maxX), bottom: Int32(area.maxY))
    var place = placed.place
    unsafe sprite.withPixels(of: placed) { pixels in
      unsafe ctk_draw_sprite_rgba8(&canvas, &pixels, &place, color, isAdditive)
    }
  }

  /// The target, which has one row, moved to another row of the device.
  func moved(toRow y: Int) -> DrawingTarget {
    DrawingTarget(
      storage: storage, bounds: PixelRect(x: bounds.x, y: y, width: bounds.width, height: 1),
      bytesPerRow: bytesPerRow, format: format)
  }

  /// Draws a target of one row and the format `rgba8` through coverage.
  func blend(_ row: DrawingTarget, through coverage: [UInt8], isAdditive: Bool) {
    let area = row.bounds
    markDirty(area)
    let mode = Int32((isAdditive ? BlendMode.plus : .sourceOver).rawValue)
    let (to, from) = unsafe (address(area.x, area.y), row.address(area.x, area.y))
    switch format {
    case .rgba8: unsafe ctk_blend_row_rgba8(to, from, coverage, Int32(area.width), mode, 255)
    case .alpha8:
      let opacities = (0..<area.width).map { unsafe from[4 * $0 + 3] }
      unsafe ctk_blend_row_alpha8(to, opacities, coverage, Int32(area.width), mode, 255)
    }
  }

  /// Multiplies each channel of an area by that of a premultiplied colour.
  func modulate(by color: UInt32, in area: PixelRect) {
    markDirty(area)
    let opacities = [UInt8](repeating: UInt8(color >> 24), count: area.width)
    for y in area.y..<area.maxY {
      switch format {
      case .rgba8: unsafe ctk_modulate_row_rgba8(address(area.x, y), Int32(area.width), color)
      case .alpha8:
        unsafe ctk_multiply_row_alpha8(address(area.x, y), opacities, Int32(area.width))
      }
    }
  }

  /// Maps the straight colours of all pixels; the format is `rgba8`.
  func apply(_ matrix: ColorMatrix) {
    markDirty(bounds)
    for y in bounds.y..<bounds.maxY {
      unsafe ctk_map_colors_rgba8(address(bounds.x, y), Int32(bounds.width), matrix.numbers)
    }
  }

  /// Stores coverage as one channel of pixels; the format is `rgba8`.
  func store(_ mask: CoverageMask, channel: Int) {
    let area = mask.bounds
    markDirty(area)
    for y in area.y..<area.maxY {
      let row = unsafe address(area.x, y)
      mask.withRow(y) { values in
        for x in values.indices { unsafe row[4 * x + channel] = values[x] }
      }
    }
  }

  /// Stores pixels of a row of another target, each from a column of its own; the format of both
  /// is `rgba8`.
  func copyRow(_ y: Int, from source: DrawingTarget, row: Int, columns: [Int]) {
    markDirty(PixelRect(x: bounds.x, y: y, width: columns.count, height: 1))
    let (to, from) = unsafe (address(bounds.x, y), source.address(source.bounds.x, row))
    for (x, column) in columns.enumerated() {
      let place = 4 * (column - source.bounds.x)
      for byte in 0..<4 { unsafe to[4 * x + byte] = from[place + byte] }
    }
  }

  /// Stores an area of another target over one colour; the format of both is `rgba8`.
  func store(_ source: DrawingTarget, on ground: UInt32, in area: PixelRect) {
    markDirty(area)
    for y in area.y..<area.maxY {
      unsafe ctk_store_row_rgba8(
        address(area.x, y), source.address(area.x, y), Int32(area.width), ground)
    }
  }

  /// Joins an area with the same area of another target of the same format.
  ///
  /// - Parameters:
  ///   - alpha: The opacity of the source, 0 to 255.
  ///   - clip: The clip, outside which the backdrop stays; `nil` for no clip.
  func blend(
    _ source: DrawingTarget, in area: PixelRect, mode: BlendMode, alpha: UInt8, clip: ClipMask?
  ) {
    markDirty(area)
    let (mode, alpha, width) = (Int32(mode.rawValue), Int32(alpha), Int32(area.width))
    for y in area.y..<area.maxY {
      let (to, from) = unsafe (address(area.x, y), source.address(area.x, y))
      let mask = unsafe clip?.address(area.x, y)
      switch format {
      case .rgba8: unsafe ctk_blend_row_rgba8(to, from, mask, width, mode, alpha)
      case .alpha8: unsafe ctk_blend_row_alpha8(to, from, mask, width, mode, alpha)
      }
    }
  }
}
