// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer

// The code of the article "Cards without coordinates", block by block; `CardGuideTests` compares
// them, and draws the cards beside those of the gallery.

extension Color {
  init(rgb: UInt32) {
    self.init(
      red8: UInt8(rgb >> 16 & 255), green8: UInt8(rgb >> 8 & 255), blue8: UInt8(rgb & 255))
  }
}

/// A text in lines of a given height.
func lines(_ height: Double, _ string: String, _ style: TextStyle) -> Text {
  var style = style
  style.paragraph.lineHeight = .fixed(height)
  return Text(AttributedText(string, style: style))
}

enum CardsWithoutCoordinates {
  static func tide() throws -> RenderTree {
    try RenderTree(width: 360, height: nil, background: .white) {
      Row(gap: 16, align: .center) {
        Box(Color(rgb: 0x0284c7)).cornerRadius(24).width(48).height(48).shrink(0)
        Column(gap: 4) {
          Text("Low water", size: 20)
          Text("The causeway is dry from 14:10 for two hours.")
        }.grow().basis(0)
      }.padding(24)
    }
  }

  static func article() throws -> RenderTree {
    try RenderTree(width: 1200, height: 630, background: Color(rgb: 0x0f172a), roundsBoxes: true) {
      Column {
        GradientBox(
          [Color(rgb: 0x0369a1), Color(red8: 0x03, green8: 0x69, blue8: 0xa1, alpha8: 0)],
          type: .radial, from: Point(x: 0.5, y: 0.5), to: Point(x: 1, y: 1)
        ).absolute(top: -320, right: -320).width(900).height(900)
        Row(gap: 16, align: .center) {
          Shape(Path(svg: "M8 17q7-8 14 0t14 0M8 28q7-8 14 0t14 0"))
            .stroke(.white, style: StrokeStyle(lineWidth: 4, lineCap: .round))
            .background(Color(rgb: 0x0284c7)).cornerRadius(12).width(44).height(44)
          Text("Harbour Notes", size: 28, weight: 700, color: Color(rgb: 0xe2e8f0))
        }
        lines(
          84, "Why the tide never comes twice at the same hour",
          TextStyle(size: 72, weight: 700, color: .white)
        ).maximumLines(2).margin(top: .auto, bottom: 24)
        lines(
          44,
          "The moon is late by fifty minutes a day. "
            + "Ports have lived by that sum for a thousand years.",
          TextStyle(size: 30, color: Color(rgb: 0x94a3b8))
        ).maxWidth(900).margin(bottom: .auto)
        Row(gap: 20, align: .center) {
          GradientBox([Color(rgb: 0xfbbf24), Color(rgb: 0xf43f5e)]).cornerRadius(32).width(64)
            .height(64)
          Column {
            Text("Tide office", size: 26, weight: 700, color: .white)
            Text("12 November", size: 22, color: Color(rgb: 0x94a3b8))
          }.grow()
          Row { Text("6 min read", size: 22, color: Color(rgb: 0xe2e8f0)) }
            .padding(vertical: 10, horizontal: 24).cornerRadius(25).border(2, Color(rgb: 0x475569))
        }
      }.padding(72)
    }
  }

  static func quote() throws -> RenderTree {
    try RenderTree(
      width: 600, height: nil, scale: 2, background: Color(rgb: 0xfef3c7), roundsBoxes: true
    ) {
      Row {
        Column {
          lines(
            64, "“",
            TextStyle(family: "Noto Serif", size: 96, weight: 700, color: Color(rgb: 0xf59e0b))
          ).margin(bottom: -20)
          lines(
            42,
            "The lamp is not bright because it wants to be seen, "
              + "but because somebody is still at sea.",
            TextStyle(family: "Noto Serif", size: 28, slant: .italic, color: Color(rgb: 0x1c1917)))
          Row(gap: 14, align: .center) {
            Row(align: .center, justify: .center) {
              Text("LL", size: 17, weight: 700, color: .white)
            }.background(Color(rgb: 0xb45309)).cornerRadius(24).width(48).height(48)
            Column {
              Text("Log of the light", size: 18, weight: 700, color: Color(rgb: 0x1c1917))
              Text("Outer reef, 1931–1968", size: 15, color: Color(rgb: 0x78716c))
            }
          }.margin(top: 28)
        }
        .grow().padding(top: 28, right: 36, bottom: 32, left: 36)
        .background(.white).cornerRadius(20)
        .shadow(radius: 12, opacity: 0.12, offset: Size(width: 0, height: 6))
      }.padding(24)
    }
  }

  static func product() throws -> RenderTree {
    var before = TextStyle(size: 18, color: Color(rgb: 0x94a3b8))
    before.paint.strikethrough = TextDecoration()
    return try RenderTree(
      width: 600, height: nil, scale: 2, background: Color(rgb: 0xe0e7ff), roundsBoxes: true
    ) {
      Row {
        Row(gap: 24) {
          GradientBox([Color(rgb: 0xc7d2fe), Color(rgb: 0x818cf8)]) {
            Shape(Path(svg: kettle), fill: Color(rgb: 0x312e81)).width(120).height(120)
            Row { Text("−25 %", size: 15, weight: 700, color: .white) }
              .absolute(top: 12, left: 12).padding(vertical: 4, horizontal: 10)
              .background(Color(rgb: 0xe11d48)).cornerRadius(14)
          }
          .layout(BoxLayout(.row, align: .center, justify: .center)).cornerRadius(14).width(200)
          Column {
            Text("Kettle No. 4", size: 26, weight: 700, color: Color(rgb: 0x1e1b4b))
            Text("★★★★☆", color: Color(rgb: 0xf59e0b))
            lines(
              24, "Steel, 1.2 litres. Pours slowly, on purpose, and whistles in two notes.",
              TextStyle(size: 16, color: Color(rgb: 0x475569))
            ).maximumLines(3).margin(top: 10, bottom: 20)
            Row(gap: 10, align: .baseline) {
              Text("€89", size: 34, weight: 700, color: Color(rgb: 0x1e1b4b))
              Text(AttributedText("€119", style: before)).grow()
              Row { Text("Add to bag", weight: 700, color: .white) }
                .padding(vertical: 8, horizontal: 18).background(Color(rgb: 0x4338ca)).cornerRadius(
                  19)
            }.margin(top: .auto)
          }.grow().basis(0)
        }
        .grow().padding(20).background(.white).cornerRadius(20)
        .shadow(radius: 12, opacity: 0.12, offset: Size(width: 0, height: 6))
      }.padding(24)
    }
  }

  static let kettle =
    "M26 108q-8 0-8-8c0-24 14-46 38-46s38 22 38 46q0 8-8 8zM50 56a6 6 0 1 1 12 0z"
    + "M84 68l18-18h12l-20 44zM24 74v-8c0-60 68-60 68 0v8h-8v-8c0-48-52-48-52 0v8z"

  static func code() throws -> RenderTree {
    let family = "Liberation Mono"
    let plain = TextStyle(family: family, size: 17, color: Color(rgb: 0xe4e4e7))
    let note = TextStyle(family: family, size: 17, slant: .italic, color: Color(rgb: 0xa1a1aa))
    let word = TextStyle(family: family, size: 17, color: Color(rgb: 0xf472b6))
    let number = TextStyle(family: family, size: 17, color: Color(rgb: 0xfcd34d))
    var code = AttributedText()
    for (string, style) in [
      ("// The moon is late each day.", note), ("\n", plain), ("func", word),
      (" highTide(day: Int) -> Double {\n  ", plain), ("let", word),
      (" lag = ", plain), ("50.47", number), (" / ", plain), ("60", number), ("\n  ", plain),
      ("return", word), (" ", plain), ("6.5", number), (" + lag * Double(day)\n}", plain),
    ] { code.append(string, style: style) }
    code.updateParagraphs(code.range) { $0.lineHeight = .fixed(26) }
    return try RenderTree(
      width: 640, height: nil, scale: 2, background: Color(rgb: 0x7c3aed), roundsBoxes: true
    ) {
      Row {
        Column {
          Row(gap: 8, align: .center) {
            for color in [Color(rgb: 0xf87171), Color(rgb: 0xfbbf24), Color(rgb: 0x34d399)] {
              Box(color).cornerRadius(6).width(12).height(12)
            }
            Text("Tides.swift", size: 14, color: Color(rgb: 0xa1a1aa))
              .margin(left: 8)
          }.padding(vertical: 14, horizontal: 16)
          Grid(columns: [.auto, .fr(1)]) {
            lines(
              26, "1\n2\n3\n4\n5",
              TextStyle(family: family, size: 17, color: Color(rgb: 0x52525b), alignment: .end))
            Text(code)
          }
          .layout { $0.columnGap = 20 }
          .padding(top: 6, right: 24, bottom: 24, left: 24)
        }
        .grow().background(Color(rgb: 0x1e1b2e)).cornerRadius(14)
        .shadow(radius: 16, opacity: 0.4, offset: Size(width: 0, height: 10))
      }.padding(32)
    }
  }

  static func chart() throws -> RenderTree {
    let sources = [
      ("Wind", 150.0, Color(rgb: 0x0d9488)), ("Sun", 90, Color(rgb: 0xf59e0b)),
      ("Water", 60, Color(rgb: 0x3b82f6)),
    ]
    let total = sources.reduce(0) { $0 + $1.1 }
    return try RenderTree(
      width: 480, height: nil, scale: 2, background: Color(rgb: 0xecfdf5), roundsBoxes: true
    ) {
      Row {
        Column(gap: 16) {
          Row(align: .baseline, justify: .spaceBetween) {
            Text("Electricity by source", size: 20, weight: 700, color: Color(rgb: 0x064e3b))
            Text("2025, TWh", size: 15, color: Color(rgb: 0x6b7280))
          }
          Row(gap: 4) {
            for (_, amount, color) in sources { Box(color).cornerRadius(4).grow(amount).basis(0) }
          }.height(20)
          Grid(columns: [.auto, .fr(1), .auto, .auto]) {
            for (name, amount, color) in sources {
              Box(color).cornerRadius(3).width(12).height(12)
              Text(name)
              Text("\(Int(amount))").justifySelf(.end)
              Text("\(Int(100 * amount / total)) %", color: Color(rgb: 0x6b7280)).justifySelf(.end)
            }
          }.layout {
            $0.alignItems = .center
            ($0.rowGap, $0.columnGap) = (8, 16)
          }
        }
        .grow().padding(24).background(.white).cornerRadius(16)
        .shadow(radius: 10, opacity: 0.1, offset: Size(width: 0, height: 4))
      }.padding(24)
    }
  }

  static func event() throws -> RenderTree {
    try RenderTree(
      width: 600, height: nil, scale: 2, background: Color(rgb: 0xfff1f2), roundsBoxes: true
    ) {
      Row {
        Row(gap: 24) {
          Column(align: .center, justify: .center) {
            lines(56, "١٤", TextStyle(size: 48, weight: 700, color: .white))
            lines(30, "نوفمبر", TextStyle(size: 20, color: Color(rgb: 0xfecdd3)))
          }.background(Color(rgb: 0xbe123c)).cornerRadius(14).width(112).shrink(0)
          Column(gap: 6) {
            lines(
              42, "أمسية العود والقمر",
              TextStyle(size: 28, weight: 700, color: Color(rgb: 0x1c1917)))
            lines(
              30, "دار الأوبرا، القاهرة · الساعة ٨ مساءً",
              TextStyle(size: 18, color: Color(rgb: 0x57534e)))
            Row(gap: 8, wraps: true) {
              for tag in ["موسيقى", "شعر", "دخول مجاني"] {
                Row { lines(22, tag, TextStyle(size: 16, color: Color(rgb: 0xbe123c))) }
                  .padding(vertical: 4, horizontal: 14).background(Color(rgb: 0xffe4e6))
                  .cornerRadius(15)
              }
            }.margin(top: 10)
          }.grow().basis(0)
        }
        .grow().padding(24).background(.white).cornerRadius(20)
        .shadow(radius: 12, opacity: 0.12, offset: Size(width: 0, height: 6))
      }.direction(.rightToLeft).padding(24)
    }
  }
}
