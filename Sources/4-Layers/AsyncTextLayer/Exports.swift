// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// One import covers text, painting, display and layers. The default fonts, OpenGL, video, metrics,
// scenes, services and hosts are products of their own.
@_exported public import AsyncDisplay
@_exported public import BoxTrees
@_exported public import CanvasDrawing
@_exported public import CanvasGeometry
@_exported public import DataDetection
@_exported public import ImageCodecs
@_exported public import ImageLoading
@_exported public import LayerCompositing
@_exported public import LayerModel
@_exported public import SystemConcurrency
@_exported public import SystemLanes
@_exported public import TextAnalysis
@_exported public import TextFonts
@_exported public import TextHyphenation
@_exported public import TextLayers
@_exported public import TextModel
@_exported public import TextPainting
@_exported public import TextShaping
@_exported public import TextTypesetting
