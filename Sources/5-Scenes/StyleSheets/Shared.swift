// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import Markup
internal import SystemConcurrency
