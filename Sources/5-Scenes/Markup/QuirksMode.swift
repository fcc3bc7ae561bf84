// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How much of the behaviour of old browsers a document type asks for (HTML, §13.2.6.4.1).
public enum QuirksMode: Sendable {
  /// None: what the standards say.
  case none
  /// The heights of lines alone.
  case limited
  /// All of it.
  case full

  /// The mode of a document type.
  ///
  /// libgumbo finds the mode, too, but takes the types of HTML 4.01 and XHTML 1.0 for new ones.
  ///
  /// - Parameters:
  ///   - name: The name of the root element; `nil` without a document type.
  ///   - system: The system identifier; `nil` or empty if there is none.
  init(name: String?, public identifier: String, system: String?) {
    guard let name, name.lowercased() == "html" else {
      self = .full
      return
    }
    let identifier = identifier.lowercased()
    let hasSystem = system.map { !$0.isEmpty } ?? false
    func begins(_ prefixes: [String]) -> Bool {
      prefixes.contains { identifier.hasPrefix("-//" + $0.lowercased() + "//") }
    }
    if Self.wholes.contains(identifier) || begins(Self.old)
      || system?.lowercased() == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
      || !hasSystem && begins(Self.transitional)
    {
      self = .full
    } else if begins(Self.transitionalXML) || hasSystem && begins(Self.transitional) {
      self = .limited
    } else {
      self = .none
    }
  }

  private static let wholes = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]
  private static let transitional = [
    "W3C//DTD HTML 4.01 Frameset", "W3C//DTD HTML 4.01 Transitional",
  ]
  private static let transitionalXML = [
    "W3C//DTD XHTML 1.0 Frameset", "W3C//DTD XHTML 1.0 Transitional",
  ]
  /// The first parts of public identifiers, between `-//` and `//`.
  private static let old = [
    "AS//DTD HTML 3.0 asWedit + extensions", "AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions",
    "IETF//DTD HTML 2.0 Level 1", "IETF//DTD HTML 2.0 Level 2",
    "IETF//DTD HTML 2.0 Strict Level 1", "IETF//DTD HTML 2.0 Strict Level 2",
    "IETF//DTD HTML 2.0 Strict", "IETF//DTD HTML 2.0", "IETF//DTD HTML 2.1E",
    "IETF//DTD HTML 3.0", "IETF//DTD HTML 3.2 Final", "IETF//DTD HTML 3.2", "IETF//DTD HTML 3",
    "IETF//DTD HTML Level 0", "IETF//DTD HTML Level 1", "IETF//DTD HTML Level 2",
    "IETF//DTD HTML Level 3", "IETF//DTD HTML Strict Level 0", "IETF//DTD HTML Strict Level 1",
    "IETF//DTD HTML Strict Level 2", "IETF//DTD HTML Strict Level 3", "IETF//DTD HTML Strict",
    "IETF//DTD HTML", "Metrius//DTD Metrius Presentational",
    "Microsoft//DTD Internet Explorer 2.0 HTML Strict",
    "Microsoft//DTD Internet Explorer 2.0 HTML",
    "Microsoft//DTD Internet Explorer 2.0 Tables",
    "Microsoft//DTD Internet Explorer 3.0 HTML Strict",
    "Microsoft//DTD Internet Explorer 3.0 HTML",
    "Microsoft//DTD Internet Explorer 3.0 Tables", "Netscape Comm. Corp.//DTD HTML",
    "Netscape Comm. Corp.//DTD Strict HTML", "O'Reilly and Associates//DTD HTML 2.0",
    "O'Reilly and Associates//DTD HTML Extended 1.0",
    "O'Reilly and Associates//DTD HTML Extended Relaxed 1.0",
    "SQ//DTD HTML 2.0 HoTMetaL + extensions",
    "SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0",
    "SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0", "Spyglass//DTD HTML 2.0",
    "Sun Microsystems Corp.//DTD HotJava HTML", "Sun Microsystems Corp.//DTD HotJava Strict HTML",
    "W3C//DTD HTML 3 1995-03-24", "W3C//DTD HTML 3.2 Draft", "W3C//DTD HTML 3.2 Final",
    "W3C//DTD HTML 3.2", "W3C//DTD HTML 3.2S Draft", "W3C//DTD HTML 4.0 Frameset",
    "W3C//DTD HTML 4.0 Transitional", "W3C//DTD HTML Experimental 19960712",
    "W3C//DTD HTML Experimental 970421", "W3C//DTD W3 HTML", "W3O//DTD W3 HTML 3.0",
    "WebTechs//DTD Mozilla HTML 2.0", "WebTechs//DTD Mozilla HTML",
  ]
}
