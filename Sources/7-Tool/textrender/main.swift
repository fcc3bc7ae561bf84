// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextRenderCommand
internal import TextRenderStress

exit(TextRenderTool(stress: StressCommand.run).main(Array(CommandLine.arguments.dropFirst())))
