// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import GLLayers
internal import LayerCompositing
internal import LayerModel
package import StyledDocuments
internal import TextTypesetting
internal import VideoLayers

/// The members of a layer.
///
/// Reader and schema use this list. Properties are set in its order, whatever the order in the
/// file: `frame` comes after `anchorPoint`, since setting the frame computes the position from the
/// anchor point.
package enum LayerMember: String, DocumentObject {
  // Layers of every kind.
  case type, name, anchorPoint, anchorPointZ, frame, bounds, position, zPosition, transform,
    sublayerTransform, hidden, opaque, doubleSided, geometryFlipped, masksToBounds,
    shouldRasterize, rasterizationScale, allowsGroupOpacity, opacity, backgroundColor,
    cornerRadius, cornerCurve, maskedCorners, borderWidth, borderColor, cornerRadii,
    borders, borderImage, backgroundClip, backgrounds, boxShadows, outline, filters,
    backdropFilters, clipPath, blendMode, shadow, shadowColor, shadowOpacity, shadowOffset,
    shadowRadius, shadowPath, contents, contentsGravity,
    contentsScale, contentsRect, contentsCenter, magnificationFilter, minificationFilter
  // Texts.
  case document, string, font, fontSize, foregroundColor, alignmentMode, wrapped, truncationMode
  // Shapes.
  case path, fillColor, fillRule, strokeColor, lineWidth, lineCap, lineJoin, miterLimit,
    lineDashPattern, lineDashPhase, strokeStart, strokeEnd
  // Gradients.
  case gradientType, colors, locations, startPoint, endPoint
  // Replicators.
  case instanceCount, instanceTransform, instanceColor, instanceRedOffset, instanceGreenOffset,
    instanceBlueOffset, instanceAlphaOffset, instanceDelay, preservesDepth
  // Scroll layers.
  case boundsOrigin, scrollMode
  // Emitters; players have `time`, too.
  case seed, time, ranges, birthRate, lifetime, velocity, scale, spin, emitterPosition,
    emitterZPosition, emitterSize, emitterDepth, emitterShape, emitterMode, renderMode,
    emitsOutward, cells, changes
  // Tiles.
  case tiles, tileSize, levelsOfDetail, levelsOfDetailBias
  // Drawings by OpenGL.
  case vertices, vertexColors, primitive, clearColor, modelview, projection, depthTest
  // Films.
  case video, videoGravity, rate
  // Layers of every kind, read after all others.
  case layout, mask, sublayers, animations

  package var summary: String {
    kinds.count == 1 ? "type \(kinds[0].name): \(text)" : text
  }

  /// The meaning, without the kind of the layers.
  private var text: String {
    switch self {
    case .type: "the kind of layer (default: plain)"
    case .name: "a name, for reports"
    case .anchorPoint: "the point that lies at position, as fractions (default [0.5,0.5])"
    case .anchorPointZ: "the depth of that point"
    case .frame: "the rectangle that the layer fills before its transform"
    case .bounds: "the rectangle in the layer's own space, or its size"
    case .position: "the place of the anchor point"
    case .zPosition: "the place among the siblings: greater is nearer"
    case .transform: "the map about the anchor point"
    case .sublayerTransform: "the map of all sublayers about the anchor point"
    case .hidden: "whether the layer is left out"
    case .opaque: "whether the contents are known to be opaque"
    case .doubleSided: "whether the layer is seen from behind (default true)"
    case .geometryFlipped: "whether sublayers are placed with y upwards"
    case .masksToBounds: "whether contents and sublayers are cut off at the bounds"
    case .shouldRasterize: "whether the layer is drawn as one picture"
    case .rasterizationScale: "the scale of that picture (default 0: that of the device)"
    case .allowsGroupOpacity: "whether layer and sublayers fade together (default true)"
    case .opacity: "the opacity of layer and sublayers, 0 to 1 (default 1)"
    case .backgroundColor: "the colour behind the contents; null: none (the default)"
    case .cornerRadius: "the radius of the corners"
    case .cornerCurve: "the curve of the corners (default circular)"
    case .maskedCorners: "the corners that are round (default all)"
    case .borderWidth: "the width of the border, inside the bounds"
    case .borderColor: "the colour of the border (default black); null: none"
    case .cornerRadii: "the radii of the corners of a box: one, four, or four times two numbers"
    case .borders: "the borders of the sides of a box, below the sublayers"
    case .borderImage: "the picture in place of these borders"
    case .backgroundClip: "the distances of the background colour from the sides"
    case .backgrounds: "the pictures above the background colour, the first one on top"
    case .boxShadows: "the shadows of the box, the first one on top"
    case .outline: "the line around the box, above all else"
    case .filters: "the filters of the layer with its sublayers"
    case .backdropFilters: "the filters of what lies behind the box"
    case .clipPath: "the shape that cuts off the layer: SVG path data, or one shape"
    case .blendMode: "the operator that joins the layer with what lies behind it"
    case .shadow: "the shadow behind the layer"
    case .shadowColor: "the colour of the shadow (default black); null: none"
    case .shadowOpacity: "the opacity of the shadow, 0 to 1 (default 0: no shadow)"
    case .shadowOffset: "the distance of the shadow from the layer (default [0,-3])"
    case .shadowRadius: "the standard deviation of the shadow's blur (default 3)"
    case .shadowPath: "the shape of the shadow; without one, all that the layer covers"
    case .contents: "the picture above the background"
    case .contentsGravity: "the place of the contents (default resize)"
    case .contentsScale: "device pixels per point of the contents (default 1)"
    case .contentsRect: "the part that is shown, as fractions (default [0,0,1,1])"
    case .contentsCenter: "the part that stretches, as fractions (default [0,0,1,1])"
    case .magnificationFilter: "the filter where contents grow (default linear)"
    case .minificationFilter: "the filter where contents shrink (default linear)"
    case .document: "a styled text ('textrender help document')"
    case .string: "the characters, in one style"
    case .font: "the families of string, in order of preference"
    case .fontSize: "the em size of string (default 16)"
    case .foregroundColor: "the colour of string (default black)"
    case .alignmentMode: "the alignment of string (default natural)"
    case .wrapped: "whether lines of string end at the width (default true)"
    case .truncationMode: "the end of string if it does not fit (default end)"
    case .path: "SVG path data, or one shape"
    case .fillColor: "the colour inside (default black); null: none"
    case .fillRule: "the rule by which points lie inside (default nonzero)"
    case .strokeColor: "the colour of the line along the path; null: none (the default)"
    case .lineWidth: "the width of the line (default 1)"
    case .lineCap: "the ends of the line (default butt)"
    case .lineJoin: "the corners of the line (default miter)"
    case .miterLimit: "the greatest length of a miter, in widths (default 10)"
    case .lineDashPattern: "lengths of dashes and gaps in turn"
    case .lineDashPhase: "the distance into the pattern at which a contour begins"
    case .strokeStart: "the beginning of the line, 0 to 1 of the path's length"
    case .strokeEnd: "the end of the line, 0 to 1 of the path's length (default 1)"
    case .gradientType: "the direction (default axial)"
    case .colors: "the colours in order; null: clear"
    case .locations: "the place of each colour, 0 to 1 (default evenly spread)"
    case .startPoint: "the first colour's place or the centre (default [0.5,0])"
    case .endPoint: "the last colour's place, or the radii (default [0.5,1])"
    case .instanceCount: "the number of copies (default 1)"
    case .instanceTransform: "the map from each copy to the next, about the centre"
    case .instanceColor: "the colour that pixels are multiplied by (default white)"
    case .instanceRedOffset: "what each copy adds to the red"
    case .instanceGreenOffset: "what each copy adds to the green"
    case .instanceBlueOffset: "what each copy adds to the blue"
    case .instanceAlphaOffset: "what each copy adds to the opacity"
    case .instanceDelay: "the delay of each copy's animations, in seconds"
    case .preservesDepth: "whether copies keep their depth in a transform layer"
    case .boundsOrigin: "the point of the content at the top left (default [0,0])"
    case .scrollMode: "the directions of scrolling (default both)"
    case .seed: "the seed of all random numbers (default 0)"
    case .time:
      "type emitter: how old the emitter is at time 0, in seconds (default 0); "
        + "type player: the time of the film then"
    case .ranges: "whether ranges are deviations (default) or widths"
    case .changes: "changes of the emitter over time"
    case .birthRate, .lifetime, .velocity, .scale, .spin, .emitterPosition, .emitterZPosition,
      .emitterSize, .emitterDepth, .emitterShape, .emitterMode, .renderMode, .emitsOutward, .cells:
      emitterMember?.summary ?? ""
    case .tiles: "the names of its files, with two numbers, column and row: Snow_%02d_%02d.png"
    case .tileSize: "the size of a tile, in pixels (default [256,256])"
    case .levelsOfDetail: "the number of levels of detail (default 1)"
    case .levelsOfDetailBias: "the number of magnified ones among them (default 0)"
    case .vertices: "places [x,y,z] or [x,y], y upwards, -1 to 1 (default: a triangle)"
    case .vertexColors: "the colour of each vertex, or one for all (default white)"
    case .primitive: "what the vertices make (default triangles)"
    case .clearColor: "the colour behind them (default transparent)"
    case .modelview: "the map of the vertices; angles turn anticlockwise"
    case .projection: "the map after it, to the space in which -1 to 1 is seen"
    case .depthTest: "whether nearer ones hide others, whatever the order"
    case .video: "the file of a film; its path is relative to the scene's"
    case .videoGravity: "the place of the film (default resizeAspect)"
    case .rate: "seconds of the film in a second; negative: backwards (default 1)"
    case .layout: "the layer's box in the words of CSS: how it and its sublayers are laid out"
    case .mask: "a layer whose alpha multiplies this one, in the space of the bounds"
    case .sublayers: "the layers inside, from back to front"
    case .animations: "changes over time"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .type: .words("TYPE", LayerKind.words)
    case .name, .string, .tiles: .text
    case .blendMode: .words("MODE", BlendKeyword.self)
    case .bounds: .numberList("[X,Y,W,H]", 2...4, forms: "[100,50] or [0,0,100,50]")
    case .font: .families
    case .foregroundColor, .clearColor: .color
    case .fontSize: .size
    case .alignmentMode: .words("ALIGN", AlignmentMode.self)
    case .wrapped, .depthTest: .flag
    case .truncationMode: .words("MODE", TextContainer.Truncation.self)
    case .scrollMode: .words("MODE", ScrollMode.self)
    case .seed, .levelsOfDetail, .levelsOfDetailBias: .integer
    case .time, .rate: .amount
    case .video: .file
    case .videoGravity: .words("GRAVITY", VideoGravity.self)
    case .ranges: .words("MEANING", ParticleSystem.RangeMeaning.self)
    case .boundsOrigin, .tileSize: .numbers(2)
    case .cornerRadii: .numberList("[R,…]", 1...8, forms: "[8], [8,8,0,0] or eight numbers")
    case .backgroundClip: .boxInsets
    case .primitive: .words("PRIMITIVE", GLMesh.Primitive.self)
    default: emitterMember.map(\.form) ?? propertyForm
    }
  }

  /// The form of a member that sets one property of layers, by the type of that property.
  private var propertyForm: ValueForm? {
    guard let key else { return nil }
    switch key.value(in: LayerProperties()) {
    case .number: return .amount
    case .boolean: return .flag
    case .point, .size: return .numbers(2)
    case .rect: return .numbers(4)
    case .color: return .color
    case .numbers: return .amounts
    case .names: return .corners
    case .string:
      // The placeholder is the last word of the name: GRAVITY of contentsGravity.
      let start = rawValue.lastIndex(where: \.isUppercase) ?? rawValue.startIndex
      return .words(rawValue[start...].uppercased(), key.words)
    case .colors, .transform, .path, .box, .reference: return nil
    }
  }

  package var nested: NestedForm {
    switch self {
    case .sublayers: return .list(of: "layer")
    case .backgrounds: return .list(of: "boxBackground")
    case .boxShadows: return .list(of: "boxShadow")
    case .filters, .backdropFilters: return .list(of: "filter")
    case .clipPath: return .object("path")
    case .animations: return .list(of: "animation")
    case .cells: return .list(of: "emitterCell")
    case .changes: return .list(of: "emitterChange")
    case .mask: return .object("layer")
    case .shadow, .contents, .document, .layout, .borders, .borderImage, .outline:
      return .object(rawValue)
    case .modelview, .projection: return .object("transform")
    default:
      return switch key?.value(in: LayerProperties()) {
      case .transform: .object("transform")
      case .path: .object("path")
      default: .anything
      }
    }
  }

  /// The property of layers that has the same name as the member and is set by this member alone;
  /// `nil` if there is none.
  var key: LayerKey? { LayerKey.named(rawValue) }

  /// The member of emitters with the same name.
  var emitterMember: EmitterMember? { EmitterMember(rawValue: rawValue) }

  /// The kinds of the layers that have the member; empty if all have it.
  var kinds: [LayerKind] {
    switch self {
    case .document, .string, .font, .fontSize, .foregroundColor, .alignmentMode, .wrapped,
      .truncationMode:
      [.text]
    case .boundsOrigin, .scrollMode: [.scroll]
    case .time: [.emitter, .player]
    case .seed, .ranges, .changes: [.emitter]
    case _ where emitterMember != nil: [.emitter]
    case .tiles, .tileSize, .levelsOfDetail, .levelsOfDetailBias: [.tiled]
    case .vertices, .vertexColors, .primitive, .clearColor, .modelview, .projection, .depthTest:
      [.gl]
    case .video, .videoGravity, .rate: [.player]
    default: key?.kind.map { [$0] } ?? []
    }
  }

  /// The members by their keys, each with its row.
  static let rows = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1.rawValue, LayerMemberRow($1, at: $0)) })
}
