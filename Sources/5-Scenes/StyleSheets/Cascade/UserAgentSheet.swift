// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension StyleSheet {
  /// The style sheet of the standard (HTML, §15.3), as browsers have it.
  static let standard: StyleSheet = {
    // The text is part of the program: it is parsed without notes, as the tests show.
    (try? StyleSheet(standardText)) ?? StyleSheet(empty: "")
  }()

  private static let standardText = """
    [hidden], area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp,
    script, style, template, title, audio:not([controls]), input[type=hidden],
    dialog:not([open]) { display: none }
    html, body, address, article, aside, blockquote, center, dialog, div, dd, dl, dt, figure,
    figcaption, footer, form, fieldset, frameset, frame, h1, h2, h3, h4, h5, h6, header, hgroup, hr,
    legend, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre, search, section,
    summary, details, ul, dir, xmp { display: block }
    body { margin: 8px }
    address, article, aside, blockquote, center, dialog, div, dd, dl, dt, figure, figcaption,
    footer, form, h1, h2, h3, h4, h5, h6, header, hr, legend, main, nav, ol, p, pre, section,
    summary, ul, li, table, colgroup, thead, tbody, tfoot, tr, td, th,
    caption { unicode-bidi: isolate }
    p, blockquote, dl, figure, listing, menu, ol, plaintext, pre, ul, dir, xmp { margin-block: 1em }
    blockquote, figure { margin-inline: 40px }
    center { text-align: -webkit-center }
    dd { margin-inline-start: 40px }
    ul, ol, menu, dir { padding-inline-start: 40px; list-style-type: disc;
      counter-reset: list-item }
    ol { list-style-type: decimal }
    :is(dir, menu, ol, ul) :is(dir, menu, ul) { list-style-type: circle }
    :is(dir, menu, ol, ul) :is(dir, menu, ol, ul) :is(dir, menu, ul) { list-style-type: square }
    :is(dir, dl, menu, ol, ul) :is(dir, dl, menu, ol, ul) { margin-block: 0 }
    li { display: list-item }
    summary { display: list-item; list-style: disclosure-closed inside;
      counter-increment: list-item 0 }
    details[open] > summary:first-of-type { list-style-type: disclosure-open }
    h1 { font-size: 2em; margin-block: 0.67em; font-weight: bold }
    h2 { font-size: 1.5em; margin-block: 0.83em; font-weight: bold }
    h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
    h4 { margin-block: 1.33em; font-weight: bold }
    h5 { font-size: 0.83em; margin-block: 1.67em; font-weight: bold }
    h6 { font-size: 0.67em; margin-block: 2.33em; font-weight: bold }
    address, cite, dfn, em, i, var { font-style: italic }
    b, strong { font-weight: bolder }
    code, kbd, listing, plaintext, pre, samp, tt, xmp { font-family: monospace }
    listing, plaintext, pre, xmp { white-space: pre }
    big { font-size: larger }
    small { font-size: smaller }
    sub { vertical-align: sub; font-size: smaller }
    sup { vertical-align: super; font-size: smaller }
    u, ins { text-decoration: underline }
    s, strike, del { text-decoration: line-through }
    abbr[title], acronym[title] { text-decoration: underline dotted }
    mark { background-color: yellow; color: black }
    nobr { white-space: nowrap }
    q::before { content: open-quote }
    q::after { content: close-quote }
    :any-link { color: LinkText; text-decoration: underline }
    hr { overflow: hidden; color: gray; border: 1px inset; margin-block: 0.5em;
      margin-inline: auto }
    ruby { display: ruby }
    rt { display: ruby-text; font-size: 50%; text-align: start; line-height: normal;
      text-emphasis: none; text-indent: 0 }
    rb { display: ruby-base }
    rtc { display: ruby-text-container; font-size: 50%; line-height: normal }
    bdi, output, [dir]:is(bdi) { unicode-bidi: isolate }
    bdo, bdo[dir] { unicode-bidi: isolate-override }
    table { display: table; box-sizing: border-box; border-spacing: 2px;
      border-collapse: separate; text-indent: initial }
    caption { display: table-caption; text-align: -webkit-center }
    colgroup, colgroup[hidden] { display: table-column-group }
    col, col[hidden] { display: table-column }
    thead { display: table-header-group; vertical-align: middle }
    tbody { display: table-row-group; vertical-align: middle }
    tfoot { display: table-footer-group; vertical-align: middle }
    table > tr { vertical-align: middle }
    tr { display: table-row; vertical-align: inherit }
    td, th { display: table-cell; vertical-align: inherit; padding: 1px }
    th { font-weight: bold; text-align: -internal-center }
    thead, tbody, tfoot, tr { border-color: inherit }
    fieldset { margin-inline: 2px; border: 2px groove threedface; padding: 0.35em 0.75em 0.625em;
      min-inline-size: min-content }
    legend { padding-inline: 2px }
    input, select, button, textarea, meter, progress { display: inline-block; font: 13.3333px Arial;
      letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none;
      text-indent: 0; text-shadow: none; text-align: start; color: fieldtext }
    input, select, textarea { background-color: field; border: 2px inset #767676; padding: 1px 2px }
    select, button, input:is([type=button], [type=submit], [type=reset], [type=checkbox],
      [type=radio], [type=color]) { box-sizing: border-box }
    input { white-space: pre }
    textarea { font-family: monospace; white-space: pre-wrap; overflow-wrap: break-word;
      padding: 2px; border-width: 1px }
    button, input:is([type=button], [type=submit], [type=reset]) { text-align: center;
      padding: 1px 6px; border: 2px outset buttonborder; background-color: buttonface;
      color: buttontext }
    input[type=image] { border: none; padding: 0; background: none }
    optgroup, option { display: none }
    iframe { border: 2px inset }
    video { object-fit: contain }
    svg:not(:root) { overflow: hidden }
    img, svg { overflow-clip-margin: content-box }
    dialog { position: absolute; inset-inline: 0; width: fit-content; height: fit-content;
      margin: auto; border: solid; padding: 1em; background-color: canvas; color: canvastext }
    slot { display: contents }
    [dir=ltr], bdo[dir=ltr] { direction: ltr }
    [dir=rtl], bdo[dir=rtl] { direction: rtl }
    :is([dir=ltr], [dir=rtl], [dir=auto]):not(bdo) { unicode-bidi: isolate }
    """
}
