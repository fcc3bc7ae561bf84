// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import TextModel

extension OneBitOptions.Dither: Keyword {}
