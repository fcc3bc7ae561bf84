// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Usage: HummingbirdServer [PORT]

import AsyncTextLayer
import Hummingbird
import TextDefaultFonts
import TextRoutes
import TextService

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let routes = TextRoutes(renderer: TextRenderer(fonts: .embedded), service: try TextService())
let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
try await routes.application(configuration: configuration).runService()
