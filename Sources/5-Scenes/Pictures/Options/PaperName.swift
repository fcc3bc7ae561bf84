// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import HTMLPages
internal import TextModel

/// The names of papers, upright and turned.
enum PaperName: String, CaseIterable, Keyword {
  case a3, a4, a5, a6, letter, legal
  case a3Landscape = "a3-landscape"
  case a4Landscape = "a4-landscape"
  case a5Landscape = "a5-landscape"
  case a6Landscape = "a6-landscape"
  case letterLandscape = "letter-landscape"
  case legalLandscape = "legal-landscape"

  var paper: Paper {
    switch self {
    case .a3: .a3
    case .a4: .a4
    case .a5: .a5
    case .a6: .a6
    case .letter: .letter
    case .legal: .legal
    case .a3Landscape: .a3.landscape
    case .a4Landscape: .a4.landscape
    case .a5Landscape: .a5.landscape
    case .a6Landscape: .a6.landscape
    case .letterLandscape: .letter.landscape
    case .legalLandscape: .legal.landscape
    }
  }
}
