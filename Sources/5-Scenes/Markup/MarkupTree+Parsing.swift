// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency

#if HTML
  internal import CMarkupGumbo
#endif

extension MarkupTree {
  /// Reads a document of UTF-8 as HTML, by the standard's construction of trees; a byte order mark
  /// is left out.
  ///
  /// - Throws: ``MarkupError``, or `CancellationError`.
  public init(
    _ text: String, syntax: MarkupSyntax = .detected, limits: MarkupLimits = MarkupLimits(),
    cancellation: Cancellation = .never
  ) throws {
    try self.init(
      bytes: Array(text.utf8), syntax: syntax, limits: limits, cancellation: cancellation)
  }

  /// Reads a document as HTML, by the standard's construction of trees; a byte order mark is left
  /// out.
  ///
  /// - Parameter bytes: The source in UTF-8; or in windows-1252 or ISO 8859-1 if a `<meta>` says so
  ///   and it is not UTF-8; or in UTF-16 with a byte order mark.
  /// - Throws: ``MarkupError``, or `CancellationError`.
  public init(
    bytes: [UInt8], syntax: MarkupSyntax = .detected, limits: MarkupLimits = MarkupLimits(),
    cancellation: Cancellation = .never
  ) throws {
    guard bytes.count <= limits.bytes else {
      throw MarkupError(
        code: .tooLarge,
        description: "The document has \(bytes.count) bytes; at most \(limits.bytes) are read.")
    }
    #if HTML
      let source = try MarkupSource(
        MarkupEncoding.utf8(of: bytes), syntax: syntax, depth: limits.depth,
        cancellation: cancellation)
      isXHTML = source.isXHTML
      (flattenedElements, crowdedTags) = (source.flattened, source.crowdedTags)
      for (index, byte) in source.bytes.enumerated() where byte == UInt8(ascii: "\n") {
        lines.append(index + 1)
      }
      try parse(source, limits: limits, cancellation: cancellation)
    #else
      throw MarkupError(
        code: .unavailable,
        description: "HTML is not read: this is built without the package trait HTML.")
    #endif
  }
}

#if HTML
  extension MarkupTree {
    private mutating func parse(
      _ source: MarkupSource, limits: MarkupLimits, cancellation: Cancellation
    ) throws {
      let (bytes, places) = source.edited()
      var parse = unsafe cmarkup_parse()
      unsafe parse.left = limits.memory
      // The tree of the parser lives until `cmarkup_end`, and the bytes as long as this scope.
      try unsafe withUnsafePointer(to: cancellation) { context in
        if !cancellation.isNever {
          unsafe parse.is_cancelled = Cancellation.poll
          unsafe parse.context = UnsafeRawPointer(context)
        }
        defer { unsafe cmarkup_end(&parse) }
        try unsafe bytes.withUnsafeBytes { buffer in
          guard let start = buffer.baseAddress else { return }
          let count = buffer.count - 1
          unsafe cmarkup_begin(&parse, start.assumingMemoryBound(to: CChar.self), count)
          switch unsafe parse.outcome {
          case CMARKUP_CANCELLED: throw CancellationError()
          case CMARKUP_MEMORY:
            throw MarkupError(
              code: .outOfMemory,
              description: "The elements of the document need more than \(limits.memory >> 20) MiB."
            )
          default: break
          }
          try unsafe read(
            parse.output.pointee, of: start, count: count, depth: limits.depth, places: places,
            cancellation: cancellation)
        }
      }
      close()
    }

    /// Copies the parser's tree. What contains other elements beyond `depth` is left out, and its
    /// contents take its place.
    private mutating func read(
      _ output: GumboOutput, of start: UnsafeRawPointer, count: Int, depth limit: Int,
      places: MarkupSource.Places, cancellation: Cancellation
    ) throws {
      quirks = unsafe QuirksMode(cmarkup_document(output.document).pointee)
      /// The place in the source of what the parser found in its own copy.
      func offset(_ piece: GumboStringPiece) -> Int? {
        guard let data = unsafe piece.data else { return nil }
        let offset = unsafe UnsafeRawPointer(data) - start
        return (0...count).contains(offset) ? places.source(offset) : nil
      }
      var waiting: [(node: UnsafePointer<GumboNode>, parent: Int32, depth: Int)] = unsafe [
        (UnsafePointer(output.root), -1, 0)
      ]
      while let (node, parent, depth) = unsafe waiting.popLast() {
        if nodes.count % 1024 == 0 { try cancellation.check() }
        switch unsafe node.pointee.type {
        case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
          let element = unsafe cmarkup_element(node).pointee
          if depth >= limit - 1, unsafe Self.hasElements(element) {
            flattenedElements += 1
            for child in unsafe (0..<Int(element.children.length)).reversed() {
              unsafe withUnsafePointer(to: element.children) {
                unsafe waiting.append((cmarkup_child($0, child), parent, depth))
              }
            }
            continue
          }
          let first = Int32(attributes.count)
          unsafe appendAttributes(of: element)
          let namespace = unsafe Namespace(element.tag_namespace)
          let index = unsafe append(
            Node(
              name: Self.name(of: element, in: namespace), text: "", namespace: namespace,
              offset: offset(element.original_tag), parent: parent,
              attributes: first..<Int32(attributes.count)))
          if nodes[index].name == "meta", declaredEncoding == nil {
            declaredEncoding = attribute("charset", of: index)?.lowercased()
          }
          for child in unsafe (0..<Int(element.children.length)).reversed() {
            unsafe withUnsafePointer(to: element.children) {
              unsafe waiting.append((cmarkup_child($0, child), Int32(index), depth + 1))
            }
          }
        case GUMBO_NODE_TEXT, GUMBO_NODE_CDATA, GUMBO_NODE_WHITESPACE:
          let text = unsafe cmarkup_text(node).pointee
          _ = unsafe append(
            Node(
              name: "", text: String(cString: text.text), namespace: .html,
              offset: offset(text.original_text), parent: parent, attributes: 0..<0))
        default: break
        }
      }
    }

    private static func hasElements(_ element: GumboElement) -> Bool {
      unsafe withUnsafePointer(to: element.children) { children in
        unsafe (0..<Int(children.pointee.length)).contains { index in
          let type = unsafe cmarkup_child(children, index).pointee.type
          return type == GUMBO_NODE_ELEMENT || type == GUMBO_NODE_TEMPLATE
        }
      }
    }

    private mutating func appendAttributes(of element: GumboElement) {
      unsafe withUnsafePointer(to: element.attributes) { vector in
        for index in 0..<Int(unsafe vector.pointee.length) {
          let attribute = unsafe cmarkup_attribute(vector, index).pointee
          let prefix =
            switch unsafe attribute.attr_namespace {
            case GUMBO_ATTR_NAMESPACE_XLINK: "xlink:"
            case GUMBO_ATTR_NAMESPACE_XML: "xml:"
            default: ""
            }
          unsafe attributes.append(
            Attribute(
              name: prefix + String(cString: attribute.name),
              value: String(cString: attribute.value)))
        }
      }
    }

    private static func name(of element: GumboElement, in namespace: Namespace) -> String {
      if unsafe element.tag != GUMBO_TAG_UNKNOWN, namespace != .svg {
        return unsafe String(cString: gumbo_normalized_tagname(element.tag))
      }
      var piece = unsafe element.original_tag
      unsafe gumbo_tag_from_original_text(&piece)
      guard let data = unsafe piece.data else {
        return unsafe String(cString: gumbo_normalized_tagname(element.tag))
      }
      if namespace == .svg, let adjusted = unsafe gumbo_normalize_svg_tagname(&piece) {
        return unsafe String(cString: adjusted)
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: data, count: piece.length)
      return unsafe String(decoding: bytes, as: UTF8.self).lowercased()
    }
  }

  extension QuirksMode {
    /// The mode of a document of libgumbo, whose strings end with 0.
    fileprivate init(_ document: GumboDocument) {
      func string(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
      }
      unsafe self.init(
        name: document.has_doctype ? string(document.name) : nil,
        public: string(document.public_identifier), system: string(document.system_identifier))
    }
  }

  extension MarkupTree.Namespace {
    fileprivate init(_ namespace: GumboNamespaceEnum) {
      self =
        switch namespace {
        case GUMBO_NAMESPACE_SVG: .svg
        case GUMBO_NAMESPACE_MATHML: .mathML
        default: .html
        }
    }
  }
#endif
