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
  case type
  case name
  case anchorPoint
  case anchorPointZ
  case frame
  case bounds
  case position
  case zPosition
  case transform
  case sublayerTransform
  case hidden
  case opaque
  case doubleSided
  case geometryFlipped
  case masksToBounds
  case shouldRasterize
  case rasterizationScale
  case allowsGroupOpacity
  case opacity
  case backgroundColor
  case cornerRadius
  case cornerCurve
  case maskedCorners
  case borderWidth
  case borderColor
  case blendMode
  case shadow
  case shadowColor
  case shadowOpacity
  case shadowOffset
  case shadowRadius
  case shadowPath
  case contents
  case contentsGravity
  case contentsScale
  case contentsRect
  case contentsCenter
  case magnificationFilter
  case minificationFilter
  case document
  case string
  case font
  case fontSize
  case foregroundColor
  case alignmentMode
  case wrapped
  case truncationMode
  case path
  case fillColor
  case fillRule
  case strokeColor
  case lineWidth
  case lineCap
  case lineJoin
  case miterLimit
  case lineDashPattern
  case lineDashPhase
  case strokeStart
  case strokeEnd
  case gradientType
  case colors
  case locations
  case startPoint
  case endPoint
  case instanceCount
  case instanceTransform
  case instanceColor
  case instanceRedOffset
  case instanceGreenOffset
  case instanceBlueOffset
  case instanceAlphaOffset
  case instanceDelay
  case preservesDepth
  case boundsOrigin
  case scrollMode
  case seed
  case time
  case ranges
  case birthRate
  case lifetime
  case velocity
  case scale
  case spin
  case emitterPosition
  case emitterZPosition
  case emitterSize
  case emitterDepth
  case emitterShape
  case emitterMode
  case renderMode
  case emitsOutward
  case cells
  case changes
  case tiles
  case tileSize
  case levelsOfDetail
  case levelsOfDetailBias
  case vertices
  case vertexColors
  case primitive
  case clearColor
  case modelview
  case projection
  case depthTest
  case video
  case videoGravity
  case rate
  case layout
  case mask
  case sublayers
  case animations

  package var summary: String {
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
    case .document: "type text: a styled text ('textrender help document')"
    case .string: "type text: the characters, in one style"
    case .font: "type text: the families of string, in order of preference"
    case .fontSize: "type text: the em size of string (default 16)"
    case .foregroundColor: "type text: the colour of string (default black)"
    case .alignmentMode: "type text: the alignment of string (default natural)"
    case .wrapped: "type text: whether lines of string end at the width (default true)"
    case .truncationMode: "type text: the end of string if it does not fit (default end)"
    case .path: "type shape: SVG path data, or one shape"
    case .fillColor: "type shape: the colour inside (default black); null: none"
    case .fillRule: "type shape: the rule by which points lie inside (default nonzero)"
    case .strokeColor: "type shape: the colour of the line along the path; null: none (the default)"
    case .lineWidth: "type shape: the width of the line (default 1)"
    case .lineCap: "type shape: the ends of the line (default butt)"
    case .lineJoin: "type shape: the corners of the line (default miter)"
    case .miterLimit: "type shape: the greatest length of a miter, in widths (default 10)"
    case .lineDashPattern: "type shape: lengths of dashes and gaps in turn"
    case .lineDashPhase: "type shape: the distance into the pattern at which a contour begins"
    case .strokeStart: "type shape: the beginning of the line, 0 to 1 of the path's length"
    case .strokeEnd: "type shape: the end of the line, 0 to 1 of the path's length (default 1)"
    case .gradientType: "type gradient: the direction (default axial)"
    case .colors: "type gradient: the colours in order; null: clear"
    case .locations: "type gradient: the place of each colour, 0 to 1 (default evenly spread)"
    case .startPoint: "type gradient: the first colour's place or the centre (default [0.5,0])"
    case .endPoint: "type gradient: the last colour's place, or the radii (default [0.5,1])"
    case .instanceCount: "type replicator: the number of copies (default 1)"
    case .instanceTransform: "type replicator: the map from each copy to the next, about the centre"
    case .instanceColor: "type replicator: the colour that pixels are multiplied by (default white)"
    case .instanceRedOffset: "type replicator: what each copy adds to the red"
    case .instanceGreenOffset: "type replicator: what each copy adds to the green"
    case .instanceBlueOffset: "type replicator: what each copy adds to the blue"
    case .instanceAlphaOffset: "type replicator: what each copy adds to the opacity"
    case .instanceDelay: "type replicator: the delay of each copy's animations, in seconds"
    case .preservesDepth: "type replicator: whether copies keep their depth in a transform layer"
    case .boundsOrigin: "type scroll: the point of the content at the top left (default [0,0])"
    case .scrollMode: "type scroll: the directions of scrolling (default both)"
    case .seed: "type emitter: the seed of all random numbers (default 0)"
    case .time:
      "type emitter: how old the emitter is at time 0, in seconds (default 0); "
        + "type player: the time of the film then"
    case .ranges: "type emitter: whether ranges are deviations (default) or widths"
    case .changes: "type emitter: changes of the emitter over time"
    case .birthRate, .lifetime, .velocity, .scale, .spin, .emitterPosition, .emitterZPosition,
      .emitterSize, .emitterDepth, .emitterShape, .emitterMode, .renderMode, .emitsOutward, .cells:
      "type emitter: \(emitterMember?.summary ?? "")"
    case .tiles:
      "type tiled: the names of its files, with two numbers, column and row: Snow_%02d_%02d.png"
    case .tileSize: "type tiled: the size of a tile, in pixels (default [256,256])"
    case .levelsOfDetail: "type tiled: the number of levels of detail (default 1)"
    case .levelsOfDetailBias: "type tiled: the number of magnified ones among them (default 0)"
    case .vertices: "type gl: places [x,y,z] or [x,y], y upwards, -1 to 1 (default: a triangle)"
    case .vertexColors: "type gl: the colour of each vertex, or one for all (default white)"
    case .primitive: "type gl: what the vertices make (default triangles)"
    case .clearColor: "type gl: the colour behind them (default transparent)"
    case .modelview: "type gl: the map of the vertices; angles turn anticlockwise"
    case .projection: "type gl: the map after it, to the space in which -1 to 1 is seen"
    case .depthTest: "type gl: whether nearer ones hide others, whatever the order"
    case .video: "type player: the file of a film; its path is relative to the scene's"
    case .videoGravity: "type player: the place of the film (default resizeAspect)"
    case .rate: "type player: seconds of the film in a second; negative: backwards (default 1)"
    case .layout: "the layer's box in the words of CSS: how it and its sublayers are laid out"
    case .mask: "a layer whose alpha multiplies this one, in the space of the bounds"
    case .sublayers: "the layers inside, from back to front"
    case .animations: "changes over time"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .type: .words("TYPE", LayerType.self)
    case .name, .string, .tiles: .text
    case .cornerCurve: .words("CURVE", CornerCurve.self)
    case .maskedCorners: .corners
    case .blendMode: .words("MODE", BlendKeyword.self)
    case .contentsGravity: .words("GRAVITY", ContentsGravity.self)
    case .magnificationFilter, .minificationFilter: .words("FILTER", ContentsFilter.self)
    case .bounds: .numberList("[X,Y,W,H]", 2...4, forms: "[100,50] or [0,0,100,50]")
    case .font: .families
    case .foregroundColor: .color
    case .fontSize: .size
    case .alignmentMode: .words("ALIGN", AlignmentMode.self)
    case .wrapped: .flag
    case .truncationMode: .words("MODE", TextContainer.Truncation.self)
    case .fillRule: .words("RULE", FillRuleKeyword.self)
    case .lineCap: .words("CAP", LineCap.self)
    case .lineJoin: .words("JOIN", LineJoin.self)
    case .gradientType: .words("TYPE", GradientType.self)
    case .scrollMode: .words("MODE", ScrollMode.self)
    case .seed: .integer
    case .time, .rate: .amount
    case .video: .file
    case .videoGravity: .words("GRAVITY", VideoGravity.self)
    case .ranges: .words("MEANING", ParticleSystem.RangeMeaning.self)
    case .boundsOrigin, .tileSize: .numbers(2)
    case .levelsOfDetail, .levelsOfDetailBias: .integer
    case .primitive: .words("PRIMITIVE", GLMesh.Primitive.self)
    case .clearColor: .color
    case .depthTest: .flag
    case .transform, .sublayerTransform, .instanceTransform, .path, .colors, .shadow, .shadowPath,
      .contents, .document, .layout, .mask, .sublayers, .animations, .cells, .changes, .vertices,
      .vertexColors,
      .modelview, .projection:
      nil
    default: emitterMember.map(\.form) ?? propertyForm
    }
  }

  /// The form of a member that sets one property of layers, by the type of that property.
  private var propertyForm: ValueForm? {
    switch key?.value(in: LayerProperties()) {
    case .number: .amount
    case .boolean: .flag
    case .point, .size: .numbers(2)
    case .rect: .numbers(4)
    case .color: .color
    case .numbers: .amounts
    case .string, .names, .colors, .transform, .path, .reference, nil: nil
    }
  }

  package var nested: NestedForm {
    switch self {
    case .transform, .sublayerTransform, .instanceTransform, .modelview, .projection:
      .object("transform")
    case .path, .shadowPath: .object("path")
    case .sublayers: .list(of: "layer")
    case .animations: .list(of: "animation")
    case .cells: .list(of: "emitterCell")
    case .changes: .list(of: "emitterChange")
    case .mask: .object("layer")
    case .shadow, .contents, .document, .layout: .object(rawValue)
    default: .anything
    }
  }

  /// The property of layers that has the name of the member and is set by it alone; `nil` for all
  /// other members.
  var key: LayerKey? { LayerKey.named(rawValue) }

  /// The member of emitters of the same name.
  var emitterMember: EmitterMember? { EmitterMember(rawValue: rawValue) }

  /// The types of the layers that have the member; empty if all have it.
  var types: [LayerType] {
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
    default: key?.kind.flatMap { LayerType(rawValue: $0) }.map { [$0] } ?? []
    }
  }

  /// The members by their keys, with what a reader needs of each.
  static let rows = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1.rawValue, LayerMemberRow($1, at: $0)) })
}
