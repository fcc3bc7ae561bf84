// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets

extension StyleSheet {
  /// The style sheet of pages of Markdown, before those of the document and of the options. Its
  /// custom properties are its colours.
  static let markdown: StyleSheet = {
    // The text is part of the program: it is parsed without notes, as the tests show.
    (try? StyleSheet(markdownText, name: "markdown")) ?? .none
  }()

  // Lines of code that are too wide for the page are broken, since a picture does not scroll.
  private static let markdownText = """
    :root { --page: white; --text: #1f2328; --muted: #59636e; --link: #0969da; --line: #d1d9e0;
      --rule: #d1d9e0b3; --code: #818b981f; --block: #f6f8fa; --mark: #fff8c5 }
    @media (prefers-color-scheme: dark) {
      :root { --page: #0d1117; --text: #f0f6fc; --muted: #9198a1; --link: #4493f8; --line: #3d444d;
        --rule: #3d444db3; --code: #656c7633; --block: #151b23; --mark: #bb800926 }
    }
    html { background: var(--page); color: var(--text) }
    body { margin: 0; padding: 32px; font: 16px/1.5 sans-serif; overflow-wrap: break-word }
    a { color: var(--link) }
    a:not([href]) { color: inherit; text-decoration: none }
    p, blockquote, ul, ol, dl, table, pre, details { margin-block: 0 16px }
    h1, h2, h3, h4, h5, h6 { margin-block: 24px 16px; font-weight: 600; line-height: 1.25 }
    h1, h2 { padding-bottom: 0.3em; border-bottom: 1px solid var(--rule) }
    h1 { font-size: 2em }
    h2 { font-size: 1.5em }
    h3 { font-size: 1.25em }
    h4 { font-size: 1em }
    h5 { font-size: 0.875em }
    h6 { font-size: 0.85em; color: var(--muted) }
    body > :first-child, blockquote > :first-child { margin-top: 0 }
    body > :last-child, blockquote > :last-child { margin-bottom: 0 }
    ul, ol { padding-inline-start: 2em }
    :is(ul, ol) :is(ul, ol) { margin-block: 0 }
    ol ol, ul ol { list-style-type: lower-roman }
    :is(ul, ol) :is(ul, ol) ol { list-style-type: lower-alpha }
    li > p { margin-block: 16px }
    li + li { margin-top: 0.25em }
    li:has(> input[type=checkbox]:first-child, > p:first-child > input[type=checkbox]:first-child) {
      list-style: none }
    li > input[type=checkbox]:first-child, li > p:first-child > input[type=checkbox]:first-child {
      position: absolute; margin: 5px 0 0 -20px }
    blockquote { margin-inline: 0; padding: 0 1em; color: var(--muted);
      border-inline-start: 0.25em solid var(--line) }
    code, kbd, samp, tt { font-size: 85%; padding: 0.2em 0.4em; border-radius: 6px;
      background: var(--code) }
    pre { padding: 16px; border-radius: 6px; background: var(--block); font-size: 85%;
      line-height: 1.45; white-space: pre-wrap }
    pre > code { padding: 0; background: none; font-size: 100% }
    kbd { border: 1px solid var(--line); background: var(--block) }
    table { border-collapse: collapse }
    th, td { padding: 6px 13px; border: 1px solid var(--line) }
    th { font-weight: 600 }
    tbody > tr:nth-child(2n) { background: var(--block) }
    hr { height: 0.25em; margin: 24px 0; border: 0; background: var(--line) }
    img { max-width: 100% }
    mark { background: var(--mark); color: inherit }
    .footnotes { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--rule);
      font-size: 85%; color: var(--muted) }
    @media print {
      body { padding: 0 }
      h1, h2, h3, h4, h5, h6 { break-after: avoid }
      pre, blockquote, tr, img { break-inside: avoid }
    }
    """
}
