// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing

@testable import StyleSheets

/// What each property accepts, as Chromium 156 does.
@Suite struct PropertyTests {
  private static func accepts(_ declaration: String) throws -> Bool {
    try StyleSheet("x{\(declaration)}").notes.isEmpty
  }

  @Test(arguments: [
    "display: inline flex", "display: flow-root list-item", "display: -webkit-box",
    "position: -webkit-sticky",
    "width: min(100%, 300px)", "width: calc(100% - (2 * 3px))", "width: fit-content(10px)",
    "width: clamp(1px, 2vw, 3em)", "height: -webkit-fill-available", "max-width: none",
    "aspect-ratio: auto 16 / 9", "margin: auto 1px 2% 0", "inset: 0 auto", "inset-inline: 1px",
    "padding: calc(1px - 2px)", "overflow: hidden clip", "vertical-align: 20%", "z-index: -1",
    "color: rgb(1 2 3 / 50%)", "color: RGBA(1,2,3,.5)", "color: hsl(120deg 50% 50%)",
    "color: hwb(0 0% 0%)",
    "color: lab(50% 10 none)", "color: oklch(0.5 0.1 120)", "color: color(display-p3 1 0 0)",
    "color: color-mix(in oklab, red 30%, blue)", "color: CanvasText", "color: #abcd",
    "color: light-dark(red, blue)",
    "font: italic small-caps bold condensed 12px/1.5 'A', serif", "font: caption",
    "font: 12px/normal x y",
    "font-size: xxx-large", "font-weight: 350", "font-style: oblique 10deg",
    "font-variant: small-caps tabular-nums",
    "font-feature-settings: 'liga' off, 'ss01'", "font-variation-settings: 'wght' 350.5",
    "line-height: 0",
    "text-indent: hanging 2em each-line", "text-transform: uppercase full-width",
    "white-space: preserve nowrap",
    "white-space: break-spaces", "text-wrap: balance", "tab-size: 4px",
    "text-decoration: underline wavy red 2px",
    "text-emphasis: open sesame red", "text-shadow: 1px 1px red, 0 0 2px",
    "text-underline-position: under left",
    "letter-spacing: -1px", "quotes: '<' '>' '(' ')'", "hanging-punctuation: first last",
    "border: thick double", "border-width: 1px 2px", "border-radius: 1px 2px / 3%",
    "border-inline: 1px solid red",
    "outline: auto", "border-spacing: 1px 2px", "border-color: red currentcolor",
    "border-start-end-radius: 1px 2px",
    "background: url(a) no-repeat 50% / cover padding-box, linear-gradient(red, blue) fixed red",
    "background: linear-gradient(45deg in oklch, red 0 50%, 60%, blue)",
    "background-position: right 3px top 10%",
    "background: repeating-conic-gradient(from 45deg at 0 0, red 0 25%, blue 0turn)",
    "background-clip: text",
    "background: radial-gradient(circle closest-side at left, red, blue 10px)",
    "background-size: auto 50%, cover",
    "background-image: image-set('a.png' 1x, url(b.png) 2x)", "background-repeat: space round",
    "box-shadow: inset 1px 2px 3px 4px red, 0 0", "opacity: 50%", "clip: rect(1px, auto, 2px, 0)",
    "flex: 1 1 0", "flex: 1 auto", "flex: none", "flex-flow: wrap column", "order: -1",
    "align-items: safe center", "align-self: last baseline", "justify-content: space-evenly",
    "place-items: center stretch",
    "justify-items: legacy left", "gap: 1px 2%", "columns: 2 10em", "color: color-mix(red, blue)",
    "background: linear-gradient(red)", "column-rule: 1px solid",
    "grid-template-columns: [a] 1fr [b c] repeat(2, minmax(10px, 1fr) [x]) fit-content(10%)",
    "grid-template-columns: repeat(auto-fill, 100px)", "grid-template: 'a a' 10px 'b .' / 1fr 2fr",
    "grid-template-areas: 'a b' 'a c'", "grid-area: 1 / span 2 / a / -1",
    "grid: auto-flow dense 1px / 2fr",
    "grid: 1fr / auto-flow 2px", "grid-row: span a 2", "grid-auto-flow: dense column",
    "transform: translate3d(1px, 2%, 3px) rotate(1turn) matrix(1,0,0,1,0,0) skew(1deg)",
    "rotate: x 45deg",
    "scale: 50% 2", "translate: 1px 2% 3px", "transform-origin: left 10px 3px",
    "perspective: 100px",
    "filter: blur() brightness(50%) drop-shadow(1px 2px 3px red)", "backdrop-filter: none",
    "mix-blend-mode: multiply",
    "clip-path: polygon(evenodd, 0 0, 100% 0, 50% 50%)",
    "clip-path: inset(1px round 2px) content-box",
    "clip-path: circle(50% at 0 0)", "shape-outside: ellipse(closest-side 10px)",
    "mask: url(a) center / contain alpha",
    "content: 'a' counter(x, upper-roman) attr(y) open-quote / 'alt'", "content: url(a)",
    "list-style: square inside url(x)",
    "list-style: none none", "counter-reset: a 1 b", "object-position: 10% bottom",
    "ruby-position: under",
    "break-before: recto", "page-break-after: always", "-webkit-line-clamp: 3",
    "writing-mode: tb-rl",
    "text-combine-upright: all", "unicode-bidi: plaintext", "will-change: transform",
    "cursor: pointer",
    "width: 1PX", "WIDTH: Auto", "width: max(1px, 2%, calc(3em))",
    "rotate: 0.5turn",
    "--x: anything { at [all] }", "all: unset", "width: calc(1px * pi)",
    "-webkit-text-stroke: 1px red",
  ])
  func acceptedIsWhatBrowsersAccept(declaration: String) throws {
    #expect(try Self.accepts(declaration), "\(declaration)")
  }

  @Test(arguments: [
    "display: block block", "display: inline list-item table", "width: -1px", "width: 1",
    "width: 1px 2px",
    "width: calc(1px + 1)", "width: calc(1px+1px)", "width: calc(1px * 1px)", "width: calc(1 / 0)",
    "width: min()",
    "margin: 1px 2px 3px 4px 5px", "padding: -1px", "padding: auto", "z-index: 1.5",
    "overflow: hidden hidden hidden",
    "color: rgb(1, 2%, 3)", "color: rgb(1 2)", "color: hsl(1, 2, 3)", "color: #ab",
    "color: color-mix(in foo, red, blue)",
    "color: rgb(1 2 3 4)", "color: 'red'", "font: 12px", "font: bold x", "font: 12px/ x",
    "font-size: -1px",
    "font-weight: 0", "font-family: 1x", "line-height: -1", "text-indent: hanging",
    "text-transform: uppercase lowercase",
    "white-space: nowrap pre-wrap pre", "tab-size: -1", "text-decoration: underline underline",
    "text-shadow: 1px",
    "letter-spacing: 5", "quotes: 'a'", "border: 1px 2px", "border-width: -1px",
    "border-radius: -1px",
    "border-style: wavy", "outline-style: hidden", "background: red, blue", "background: 0 0 / red",
    "background-position: left left",
    "background-position: 1px left", "background: linear-gradient(red, 50%)",
    "background: linear-gradient(to 45deg, red, blue)",
    "background: radial-gradient(circle 1px 2px, red, blue)",
    "box-shadow: 1px", "box-shadow: 1px 1px -1px", "clip: rect(1px, 2px 3px, 4px)", "flex: 1 1 1 1",
    "flex: auto none",
    "flex-grow: -1", "order: 1.5", "align-items: left", "align-content: auto",
    "justify-content: baseline",
    "gap: auto", "columns: 1px 2px", "column-count: 1.5", "grid-template-columns: 1fr 2",
    "grid-template-columns: repeat(0, 1px)", "grid-template-columns: minmax(1fr, 2px)",
    "grid-template-areas: 'a b' 'b a'",
    "grid-template-areas: 'a' 'b c'", "grid-row: 0", "grid-row: span -1", "transform: rotate(45)",
    "transform: scale(1px)",
    "transform: matrix(1,2)", "transform: translate(1px 2px)", "rotate: 1px", "filter: blur(50%)",
    "filter: blur(-1px)",
    "filter: opacity(-1)", "clip-path: circle(-1px)", "clip-path: polygon(1px)",
    "content: 'a' normal",
    "list-style: none none none", "counter-reset: a b 1 2", "object-position: left right",
    "opacity: 1px",
    "-webkit-line-clamp: 0", "width: var(x)", "width: red !important !important", "width: 1px !x",
    "width:", "colour: red",
    "mix-blend-mode: source-over", "aspect-ratio: 1 / -1", "orphans: 0", "width: 1e3",
  ])
  func refusedIsWhatBrowsersRefuse(declaration: String) throws {
    #expect(try !Self.accepts(declaration), "\(declaration)")
  }

  @Test func theTableIsWhole() {
    var names: Set<String> = []
    for property in Property.table {
      #expect(names.insert(property.name).inserted, "\(property.name)")
      for longhand in property.longhands { #expect(Property.rows[longhand] != nil, "\(longhand)") }
      // What a property is initially is copied from the initial style.
      var style = ComputedStyle.initial
      property.copy(&style, .initial)
      #expect(property.parts.allSatisfy { $0.longhands.isEmpty })
    }
    #expect(names.count > 400)
  }
}

#if HTML
  @Suite struct ComputedValueTests {
    @Test func lengthsAreCalculated() throws {
      func width(_ value: String) throws -> SizeLength {
        try ComputedStyle.of("width: \(value)").box.width
      }
      #expect(try width("calc(50% - 2em + 1in)") == .length(.sum(points: 64, percent: 50)))
      #expect(try width("calc((1px + 2px) * 3 / 2)") == .length(.points(4.5)))
      #expect(try width("min(10px, 1em, 3rem)") == .length(.points(10)))
      #expect(try width("clamp(10px, 5px, 20px)") == .length(.points(10)))
      #expect(try width("clamp(30px, 5px, 20px)") == .length(.points(30)))
      #expect(try width("calc(0px - 5px)") == .length(.points(0)))
      guard case .length(let length) = try width("calc(2 * min(50%, 100px) - 10px)") else {
        Issue.record("no length")
        return
      }
      #expect(length.points(of: 100) == 90 && length.points(of: 1000) == 190)
      guard case .length(let negative) = try width("calc(100% - max(50%, 100px))") else {
        Issue.record("no length")
        return
      }
      #expect(negative.points(of: 100) == 0 && negative.points(of: 1000) == 500)
    }

    @Test(
      arguments: [
        ("hsl(120 100% 25%)", "#008000"), ("hsl(-120deg, 100%, 50%)", "#0000ff"),
        ("hwb(0 40% 80%)", "#555555"),
        ("rgb(50% 0% 100% / 0.5)", "#8000ff80"), ("lab(100% 0 0)", "#ffffff"),
        ("lab(46.2775% -47.5621 48.5837)", "#008000"),
        ("oklab(51.975% -0.1403 0.10768)", "#008000"),
        ("lch(46.2775% 67.9892 134.3912)", "#008000"),
        ("oklch(51.975% 0.17686 142.495)", "#008000"),
        ("color(srgb-linear 0 0.21586 0)", "#008000"),
        ("color(xyz 0.07719 0.15438 0.02573)", "#008000"),
        ("color(display-p3 0.21604 0.49418 0.13151)", "#008000"),

        ("color-mix(in srgb, red, blue)", "#800080"),
        ("color-mix(in srgb, red 25%, blue)", "#4000bf"),
        ("color-mix(in srgb, red 20%, transparent 20%)", "#ff000033"),
        ("color-mix(in hsl, red, lime)", "#ffff00"),
        ("color-mix(in oklab, white, black)", "#636363"),
        ("color-mix(in lch longer hue, red, red)", nil),
        ("color-mix(in oklch, red, blue)", "#ba00c2"), ("rgb(300 -5 0)", "#ff0000"),
        ("#f80c", "#ff8800cc"),
      ] as [(String, String?)])
    func colorsAreConverted(value: String, expected: String?) throws {
      let color = try ComputedStyle.of("color: \(value)").text.color
      func byte(_ component: Double) -> UInt8 { UInt8((component * 255).rounded()) }
      let cut = Color(
        red8: byte(color.red), green8: byte(color.green), blue8: byte(color.blue),
        alpha8: byte(color.alpha))
      if let expected { #expect(cut.description == expected, "\(value)") }
    }

    @Test func placesAreRead() throws {
      func place(_ value: String) throws -> LengthPair {
        try ComputedStyle.of("background-position: \(value)").paint.backgrounds[0].position
      }
      #expect(try place("left") == LengthPair(.percent(0), .percent(50)))
      #expect(try place("top") == LengthPair(.percent(50), .percent(0)))
      #expect(try place("bottom left") == LengthPair(.percent(0), .percent(100)))
      #expect(try place("3px") == LengthPair(.points(3), .percent(50)))
      #expect(
        try place("right 3px bottom 10%")
          == LengthPair(.sum(points: -3, percent: 100), .percent(90)))
      #expect(try place("right 3px top") == LengthPair(.sum(points: -3, percent: 100), .zero))
    }

    @Test func layersOfPicturesAreAsManyAsPictures() throws {
      let two = try ComputedStyle.of("background-position: 1px 0; background-image: url(a), url(b)")
        .paint.backgrounds
      #expect(two.map(\.image) == [.url("a"), .url("b")] && two[1].position.x == .points(1))
      let one = try ComputedStyle.of(
        "background-image: url(a); background-repeat: no-repeat, round"
      ).paint.backgrounds
      #expect(one.count == 1 && one[0].repeatX == .noRepeat)
      let none = try ComputedStyle.of("background: url(a), url(b); background-image: none").paint
        .backgrounds
      #expect(none.count == 1 && none[0].image == nil)
      let style = try ComputedStyle.of("background: url(a) padding-box content-box red")
      #expect(
        style.paint.backgrounds[0].origin == .paddingBox
          && style.paint.backgrounds[0].clip == .contentBox)
      #expect(style.paint.backgroundColor == .color(.red))
      #expect(try ComputedStyle.of("mask-size: cover").rare.masks == [])
      #expect(try ComputedStyle.of("mask-image: url(a)").rare.masks.first?.origin == .borderBox)
    }

    @Test func gridsAreRead() throws {
      let style = try ComputedStyle.of(
        "grid-template: [x] \"a b\" 10px [y] \"a .\" auto / 1fr 2px; grid-area: a; grid-row: span 2 / z 3"
      )
      let names: [TrackItem] = [
        .names(["x"]), .track(.breadth(.length(.points(10)))), .names(["y"]),
        .track(.breadth(.auto)),
      ]
      #expect(
        style.item.templateRows == .tracks(names) && style.item.templateAreas.areas.count == 2)
      let grid = try ComputedStyle.of("grid-template-columns: 1fr repeat(2, [z] 5%)").item
        .templateColumns
      #expect(
        grid
          == .tracks([
            .track(.breadth(.fraction(1))),
            .repeated(2, [.names(["z"]), .track(.breadth(.length(.percent(5))))]),
          ]))
      #expect(style.item.columnStart == .name("a") && style.item.columnEnd == .name("a"))
      #expect(
        style.item.rowStart == .span(2, name: nil) && style.item.rowEnd == .line(3, name: "z"))
    }

    @Test func shorthandsSetAllTheirParts() throws {
      let flex = try ComputedStyle.of("flex: 2 3 10%").item
      #expect(flex.grow == 2 && flex.shrink == 3 && flex.basis == .size(.length(.percent(10))))
      #expect(try ComputedStyle.of("flex: 1").item.basis == .size(.length(.percent(0))))
      let font = try ComputedStyle.of("font-variant: small-caps; font: bold 10px/20px x, serif")
        .text
      #expect(font.caps == .normal && font.weight == 700 && font.lineHeight == .points(20))
      #expect(font.families == [.named("x"), .generic(.serif)])
      for (synthesis, makes) in [
        ("none", false), ("weight style", false), ("small-caps weight", true),
      ] {
        let text = try ComputedStyle.of("font-synthesis: \(synthesis)").text
        #expect(text.makesSmallCaps == makes, "\(synthesis)")
      }
      let border = try ComputedStyle.of(
        "border: 2px dashed red; border-left: none; border-top-width: 0.4px"
      ).box.border
      #expect(border.left.width == 0 && border.right.width == 2 && border.top.width == 1)
      let list = try ComputedStyle.of("list-style: none inside").inherited
      #expect(list.listType == CounterStyle.none && list.listPosition == .inside)
      let features = try ComputedStyle.of(
        "font-variant-ligatures: none; font-variant-numeric: tabular-nums"
      ).text
      #expect(
        features.variantFeatures.map(\.tag) == ["liga", "clig", "dlig", "hlig", "calt", "tnum"])
    }
  }
#endif
