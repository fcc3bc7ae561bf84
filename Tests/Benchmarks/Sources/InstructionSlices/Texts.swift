// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Glibc

/// Texts that are the same everywhere: the prose of the licence at the root of this repository, and
/// Article 1 of the Universal Declaration of Human Rights.
struct Texts {
  /// The words of the licence.
  let words: [String]
  private var state: UInt64 = 0x2545_F491_4F6C_DD1D

  init(prosePath: String) throws {
    var bytes: [UInt8] = []
    guard let file = fopen(prosePath, "r") else { throw Missing(path: prosePath) }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let n = fread(&buffer, 1, buffer.count, file), n > 0 { bytes += buffer[..<n] }
    words = bytes.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
  }

  struct Missing: Error {
    var path: String
  }

  /// A number below `bound`, the same ones in the same order in each run.
  mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  /// Words of the prose in any order.
  mutating func sentence(of count: Int) -> String {
    (0..<count).map { _ in words[number(below: words.count)] }.joined(separator: " ")
  }

  /// A word that no text here has.
  mutating func newWord() -> String {
    String(
      decoding: (0..<3 + number(below: 6)).map { _ in 0x61 + UInt8(number(below: 26)) },
      as: UTF8.self)
  }

  /// About so many bytes of prose in paragraphs.
  mutating func document(bytes: Int) -> String {
    var text = ""
    while text.utf8.count < bytes {
      text += sentence(of: 10 + number(below: 70)) + "\n"
    }
    return text
  }

  /// Pieces of several scripts in one paragraph.
  mutating func multilingual(pieces: Int) -> String {
    (0..<pieces).map { _ in
      let article = Texts.articles[number(below: Texts.articles.count)]
      let start = article.index(
        article.startIndex, offsetBy: number(below: article.count / 2), limitedBy: article.endIndex)
      return String(article[(start ?? article.startIndex)...].prefix(20 + number(below: 40)))
    }.joined(separator: " ")
  }

  private static let articles = [
    """
    All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and \
    should act towards one another in a spirit of brotherhood.
    """,
    "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء.",
    """
    כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש \
    ברעהו ברוח של אחווה.
    """,
    """
    सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा \
    की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।
    """,
    """
    มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม \
    และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ
    """,
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられている。",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았다.",
    "👩‍👩‍👧‍👦 🇨🇭 👍🏽 🎉 ❤️ 😀 🚀 🌍 👋🏿 🏳️‍🌈 ☕ 📦 🙈 🎈 🐧 🍎",
  ]
}
