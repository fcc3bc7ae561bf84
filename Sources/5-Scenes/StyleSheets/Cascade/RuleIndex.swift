// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// The rules that hold in an environment, by what their subjects must have: most elements meet only
/// a few of them.
struct RuleIndex: Sendable {
  /// A selector with the rule that it stands in.
  struct Entry: Sendable {
    var selector: Selector
    /// The rule's place in ``RuleIndex/rules``.
    let rule: Int32
    /// The layer, above the specificity; the order of rules decides between equals.
    let priority: UInt64
  }

  /// The rules, those of the standard first.
  private(set) var rules: [StyleRule] = []
  /// The number of rules of the standard.
  private(set) var standardRules = 0
  private var byID: [String: [Entry]] = [:]
  private var byClass: [String: [Entry]] = [:]
  private var byType: [String: [Entry]] = [:]
  private var others: [Entry] = []
  private var selectors = 0
  /// The custom properties that rules register.
  private(set) var registered = RegisteredProperties()

  /// - Throws: `CancellationError`.
  init(
    standard: StyleSheet, author: [StyleSheet], environment: MediaEnvironment,
    cancellation: Cancellation
  ) throws {
    let layers = Self.layers(author)
    for (index, sheet) in ([standard] + author).enumerated() {
      let holding = sheet.holding(in: environment)
      for rule in sheet.rules where rule.condition.map({ holding[$0] }) ?? true {
        var layer = UInt64(UInt16.max)
        if rule.layer < sheet.layers.count {
          layer = UInt64(layers[Self.name(sheet.layers[rule.layer], of: index)] ?? 0)
        }
        let number = Int32(rules.count)
        if number % 256 == 0 { try cancellation.check() }
        var rule = rule
        rule.layer = layer == UInt64(UInt16.max) ? .max : Int(layer)
        rules.append(rule)
        for selector in rule.selectors {
          add(
            Entry(
              selector: selector, rule: number,
              priority: layer << 32 | UInt64(selector.specificity)))
        }
      }
      for rule in sheet.properties where rule.condition.map({ holding[$0] }) ?? true {
        registered.add(rule.rule)
      }
      if index == 0 { standardRules = rules.count }
    }
  }

  private mutating func add(_ entry: Entry) {
    var entry = entry
    selectors += 1
    entry.selector.number = selectors
    var (id, name, type) = (String?.none, String?.none, String?.none)
    for part in entry.selector.compounds[0].parts {
      switch part {
      case .id(let value): id = value
      case .class(let value): name = value
      case .type(let value): type = value
      case .never: return
      default: break
      }
    }
    if let id {
      byID[id, default: []].append(entry)
    } else if let name {
      byClass[name, default: []].append(entry)
    } else if let type {
      byType[type, default: []].append(entry)
    } else {
      others.append(entry)
    }
  }

  /// Calls `body` with each selector that may mean an element.
  func candidates(
    type: String, id: String?, classes: [String], _ body: (Entry) throws -> Void
  ) rethrows {
    for entry in others { try body(entry) }
    for entry in byType[type] ?? [] { try body(entry) }
    for name in classes { for entry in byClass[name] ?? [] { try body(entry) } }
    if let id { for entry in byID[id] ?? [] { try body(entry) } }
  }

  // MARK: Layers

  /// The rank of each layer (CSS Cascade 5, §6.4): layers within one stand below its own rules.
  private static func layers(_ sheets: [StyleSheet]) -> [String: Int] {
    var order: [String: Int] = [:]
    for (index, sheet) in sheets.enumerated() {
      for layer in sheet.layers {
        var path = ""
        for part in name(layer, of: index + 1).split(separator: ".") {
          path += (path.isEmpty ? "" : ".") + part
          if order[path] == nil { order[path] = order.count }
        }
      }
    }
    let keys = order.keys.map { name -> (name: String, ranks: [Int]) in
      var (path, ranks) = ("", [Int]())
      for part in name.split(separator: ".") {
        path += (path.isEmpty ? "" : ".") + part
        ranks.append(order[path] ?? 0)
      }
      return (name, ranks + [Int.max])
    }
    var result: [String: Int] = [:]
    for (rank, key) in keys.sorted(by: { $0.ranks.lexicographicallyPrecedes($1.ranks) })
      .enumerated()
    {
      result[key.name] = min(rank, Int(UInt16.max) - 1)
    }
    return result
  }

  /// The name of a layer; one without a name is its sheet's own.
  private static func name(_ layer: String, of sheet: Int) -> String {
    layer.contains("?") ? layer.replacing("?", with: "?\(sheet)-") : layer
  }
}
