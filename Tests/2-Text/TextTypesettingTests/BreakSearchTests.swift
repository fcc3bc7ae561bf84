// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextTypesetting

/// The search for the best breaks, by lengths alone: the example of its inventors, and TeX.
@Suite struct BreakSearchTests {
  // MARK: - Knuth and Plass

  /// The beginning of the Frog King as it is typeset in Knuth and Plass, Breaking Paragraphs into
  /// Lines, 1981: `-` is a place for a hyphen, `=` one that is written.
  private static let frogKing = """
    In olden times when wish-ing still helped one, there lived a king whose daugh-ters were all \
    beau-ti-ful; and the young-est was so beau-ti-ful that the sun it-self, which has seen so much, \
    was aston-ished when-ever it shone in her face. Close by the king's castle lay a great dark \
    for-est, and un-der an old lime=tree in the for-est was a well, and when the day was very warm, \
    the king's child went out into the for-est and sat down by the side of the cool foun-tain; and \
    when she was bored she took a golden ball, and threw it up on high and caught it; and this ball \
    was her favor-ite play-thing.
    """

  /// The widths of a to z in the paper, in 18ths of an em.
  private static let widths = [
    9, 10, 8, 10, 8, 6, 9, 10, 5, 6, 10, 5, 15, 10, 9, 10, 10, 7, 7, 7, 10, 9, 13, 10, 10, 8,
  ]

  /// A candidate, and all text before it.
  private struct Place {
    var candidate: BreakCandidate
    var text: String
  }

  /// The boxes, glue and penalties of the paper as candidates.
  private static let places: [Place] = {
    // The first line is indented by an em.
    var (width, stretch, shrink) = (18, 0, 0)
    var text = ""
    var places: [Place] = []
    func end(hyphen: Int = 0, space: Int = 0, _ more: Int = 0, _ less: Int = 0, penalty: Int = 0) {
      let candidate = BreakCandidate(
        end: width + hyphen, start: width + space, stretch: stretch, stretchAfter: stretch + more,
        shrink: shrink, shrinkAfter: shrink + less, penalty: penalty, isHyphen: penalty == 50)
      places.append(Place(candidate: candidate, text: text))
      (width, stretch, shrink) = (width + space, stretch + more, shrink + less)
    }
    for character in frogKing {
      switch character {
      case "-": end(hyphen: 6, penalty: 50)
      case "=":
        width += 6
        text += "-"
        end(penalty: 50)
      case " ":
        switch text.last {
        case ",": end(space: 6, 4, 2)
        case ";": end(space: 6, 4, 1)
        case ".": end(space: 8, 6, 1)
        default: end(space: 6, 3, 2)
        }
        text += " "
      default:
        let letter = Int(character.asciiValue ?? 0) - 97
        width +=
          letter >= 0 ? widths[letter] : character == "C" ? 13 : character == "I" ? 6 : 5
        text.append(character)
      }
    }
    end(penalty: -10_000)
    return places
  }()

  /// How much the spaces of each line are stretched or shrunk, as a share of what they give.
  private func ratios(_ ends: [Int32], width: Int) -> [Double] {
    var start = BreakCandidate(
      end: 0, start: 0, stretch: 0, stretchAfter: 0, shrink: 0, shrinkAfter: 0, penalty: 0,
      isHyphen: false)
    return ends.map { index in
      let end = Self.places[Int(index)].candidate
      let short = width - (end.end - start.start)
      let room = short < 0 ? end.shrink - start.shrinkAfter : end.stretch - start.stretchAfter
      start = end
      return room == 0 ? 0 : (1000 * Double(short) / Double(room)).rounded() / 1000
    }
  }

  private func search(width: Int, _ demerits: LineDemerits, tolerance: Int) -> BreakSearch {
    var search = BreakSearch(BreakMeasure(width: width, tolerance: tolerance), demerits)
    for (index, place) in Self.places.enumerated() {
      search.consider(
        place.candidate, Int32(index), isLast: index == Self.places.count - 1)
    }
    return search
  }

  @Test func theExampleOfTheInventors() throws {
    // The figures of the paper are those of a line penalty of 1, without classes of fitness.
    let demerits = LineDemerits(
      line: 1, consecutiveHyphens: 3_000, finalHyphen: 0, fitness: 0)
    let search = search(width: 500, demerits, tolerance: 100)
    let end = try #require(search.end())
    let ends = search.breaks(to: end)
    #expect(
      ends.map { Self.places[Int($0)].text.split(separator: " ").last ?? "" }
        == ["a", "was", "was", "king's", "the", "king's", "the", "ball,", "her", "plaything."])
    #expect(
      ratios(ends.dropLast(), width: 500)
        == [0.774, 0.179, 0.629, 0.545, 0, 0.079, 0.282, 0.294, 0.575])
    #expect(end.total == 3606)
    // The feasible breaks of the figure, the last one included.
    #expect(Set(search.ways.map(\.candidate)).count == 40)
  }

  @Test func narrowerLines() throws {
    let search = search(width: 390, LineDemerits(), tolerance: 200)
    let end = try #require(search.end())
    let ends = search.breaks(to: end)
    #expect(
      ratios(ends.dropLast(), width: 390)
        == [0.857, 0, 0.28, -0.5, -0.235, 0.607, 0.5, 1.12, 0.7, -0.176, 0.357])
    // No other way has fewer demerits.
    #expect(end.total == 45_068)
    #expect(search.end(lines: 12)?.total == 45_068 && search.end(lines: 3) == nil)
  }

  // MARK: - All ways

  /// The least demerits of all ways from a candidate on, by trying them all.
  private func least(
    _ places: ArraySlice<BreakCandidate>, _ before: BreakSearch.ActiveBreak, width: Int,
    _ demerits: LineDemerits
  ) -> Int? {
    var found: Int?
    for index in places.indices {
      let end = places[index]
      let isLast = index == places.endIndex - 1
      let short = width - (end.end - before.start)
      let room = short < 0 ? end.shrink - before.shrink : end.stretch - before.stretch
      if short < 0 && -short > room { break }
      let badness = short > 0 && isLast ? 0 : Badness.of(abs(short), room: room)
      if badness > 200 { continue }
      let fitness: LineFitness =
        badness <= 12 ? .decent : short < 0 ? .tight : badness > 99 ? .veryLoose : .loose
      let own = demerits.demerits(
        badness, fitness, after: before.fitness, before.isHyphen, end.penalty,
        isHyphen: end.isHyphen, isLast: isLast, isRunt: isLast && short > width / 2)
      let next = BreakSearch.ActiveBreak(
        start: end.start, stretch: end.stretchAfter, shrink: end.shrinkAfter, total: 0, way: 0,
        lines: 0, fitness: fitness, isHyphen: end.isHyphen)
      let rest =
        isLast ? 0 : least(places[(index + 1)...], next, width: width, demerits)
      if let rest { found = min(found ?? .max, own + rest) }
    }
    return found
  }

  @Test func noWayIsBetter() {
    var random = SeededGenerator(seed: 11)
    var found = 0
    for _ in 0..<Repetitions.count(200, all: 5_000) {
      var (width, stretch, shrink) = (0, 0, 0)
      let places = (1...14).map { number in
        width += Int.random(in: 20...90, using: &random)
        let isHyphen = Int.random(in: 0..<4, using: &random) == 0
        let space = isHyphen ? 0 : 12
        defer { (width, stretch, shrink) = (width + space, stretch + space, shrink + space / 3) }
        return BreakCandidate(
          end: width + (isHyphen ? 5 : 0), start: width + space, stretch: stretch,
          stretchAfter: stretch + space, shrink: shrink, shrinkAfter: shrink + space / 3,
          penalty: number == 14 ? -10_000 : isHyphen ? 50 : 0, isHyphen: isHyphen && number < 14)
      }
      let demerits = LineDemerits(
        consecutiveHyphens: 4_000, finalHyphen: 2_000, fitness: 3_000, rivers: 1_000, runt: 60)
      for isMonotone in [true, false] {
        var search = BreakSearch(
          BreakMeasure(width: 240, tolerance: 200, runtWidth: 120, isMonotone: isMonotone),
          demerits)
        for (index, place) in places.enumerated() {
          search.consider(place, Int32(index), isLast: index == 13)
        }
        let start = BreakSearch.ActiveBreak(
          start: 0, stretch: 0, shrink: 0, total: 0, way: -1, lines: 0, fitness: .decent,
          isHyphen: false)
        #expect(search.end()?.total == least(places[...], start, width: 240, demerits))
        if search.end() != nil { found += 1 }
      }
    }
    #expect(found > 50)
  }

  @Test func thereIsABound() {
    // Every character is a candidate, and nearly any line is feasible.
    var search = BreakSearch(
      BreakMeasure(width: 10_000_000, stretch: 10_000_000, tolerance: 10_000), LineDemerits())
    for index in 0..<3_000 {
      search.consider(
        BreakCandidate(
          end: index * 1_000, start: index * 1_000, stretch: 0, stretchAfter: 0, shrink: 0,
          shrinkAfter: 0, penalty: 0, isHyphen: false), Int32(index))
      #expect(search.active.count - search.head <= BreakSearch.activeLimit)
    }
    #expect(search.isAlive)
  }

  // MARK: - TeX

  /// A paragraph as TeX has it, and what it made of it at some widths. `Scripts/compare/tex` says
  /// what the lines mean.
  private struct TeXParagraph {
    struct Setting {
      var widths: [Int]
      var pass: Int
      var demerits: Int
      var breaks: [Int32]
    }

    var candidates: [(candidate: BreakCandidate, kind: Int)] = []
    var settings: [Setting] = []

    static func read(_ path: String) throws -> [TeXParagraph] {
      var paragraphs: [TeXParagraph] = []
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        let numbers = words.map { $0.split(separator: ",").compactMap { Int($0) } }
        switch words[0] {
        case "paragraph": paragraphs.append(TeXParagraph())
        case "candidate":
          let values = numbers.dropFirst().map { $0[0] }
          paragraphs[paragraphs.count - 1].candidates.append(
            (
              BreakCandidate(
                end: values[0], start: values[1], stretch: values[2], stretchAfter: values[3],
                shrink: values[4], shrinkAfter: values[5], penalty: values[6],
                isHyphen: values[7] == 1 || values[7] == 2),
              values[7]
            ))
        case "set":
          paragraphs[paragraphs.count - 1].settings.append(
            Setting(
              widths: numbers[1], pass: numbers[2][0], demerits: numbers[3][0],
              breaks: numbers.dropFirst(4).map { Int32($0[0]) }))
        default: break
        }
      }
      return paragraphs
    }

    /// A pass of plain TeX, which finds hyphens only for the second one.
    func search(_ setting: Setting, pass: Int) -> BreakSearch? {
      var search = BreakSearch(
        BreakMeasure(
          firstWidths: setting.widths.dropLast(), width: setting.widths.last ?? 0,
          tolerance: pass == 1 ? 100 : 200, allowsOverfull: pass == 2), LineDemerits())
      for (index, (candidate, kind)) in candidates.enumerated() where pass == 2 || kind != 2 {
        search.consider(candidate, Int32(index), isLast: kind == 3)
        if !search.isAlive { return nil }
      }
      return search
    }
  }

  /// Each break and all demerits are TeX's: for a few paragraphs that are stored, or those of
  /// `Scripts/compare/tex` in the environment variable `TEX_PARAGRAPHS`.
  @Test func breaksAndDemeritsAreTeXs() throws {
    let path =
      ProcessInfo.processInfo.environment["TEX_PARAGRAPHS"]
      ?? "\(Checkout.path)/Tests/2-Text/TextTypesettingTests/Paragraphs/tex.txt"
    var (same, all) = (0, 0)
    for (number, paragraph) in try TeXParagraph.read(path).enumerated() {
      for setting in paragraph.settings {
        all += 1
        var pass = 1
        var search = paragraph.search(setting, pass: 1)
        if search == nil {
          pass = 2
          search = paragraph.search(setting, pass: 2)
        }
        let found = try #require(search)
        let end = try #require(found.end())
        let isSame =
          pass == setting.pass && end.total == setting.demerits
          && found.breaks(to: end) == setting.breaks
        #expect(isSame, "paragraph \(number) at \(setting.widths), \(end.total) demerits")
        if isSame { same += 1 }
      }
    }
    print("\(same) of \(all) settings are TeX's")
    #expect(all >= 36)
  }
}
