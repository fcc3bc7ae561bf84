// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextRenderCommand

exit(TextRenderTool.main(Array(CommandLine.arguments.dropFirst())))
