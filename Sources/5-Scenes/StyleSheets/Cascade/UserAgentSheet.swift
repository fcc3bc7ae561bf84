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
    ol[reversed] > li { counter-increment: list-item -1 }
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
    fieldset { display: flow-root; margin-inline: 2px; border: 2px groove threedface; padding: 0.35em 0.75em 0.625em;
      min-inline-size: min-content }
    legend { padding-inline: 2px; width: fit-content }
    input, select, button, textarea { display: inline-block; font: 13.3333px Arial;
      letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none;
      text-indent: 0; text-shadow: none; text-align: start; color: fieldtext }
    input, select, button { align-content: center }
    input, select, textarea { background-color: field; border: 1px solid #767676;
      padding: 2px 3px }
    select, button, input:is([type=button], [type=submit], [type=reset], [type=checkbox],
      [type=radio], [type=color], [type=range]) { box-sizing: border-box }
    input { white-space: pre; overflow: clip; width: 20ch }
    input[placeholder]:not([value]) { color: #757575 }
    input:is([type=button], [type=submit], [type=reset], [type=image], [type=file]) { width: auto }
    input:is([type=file], [type=range]) { border: none; background: none; padding: 0 }
    input:is([type=checkbox], [type=radio]) { width: 13px; height: 13px; padding: 0;
      margin: 3px 3px 0 4px; border-radius: 2px }
    input[type=radio] { margin-left: 5px; border-radius: 50% }
    input[type=checkbox]:checked { background: url('data:image/svg+xml,<svg xmlns="http://www.w3.o\
    rg/2000/svg" viewBox="0 0 13 13"><path d="M2.5 6.5L5.5 9.5L10.5 3.5" fill="none" stroke="white"\
     stroke-width="2"/></svg>') center / 13px no-repeat #0075ff; border-color: #0075ff }
    input[type=radio]:checked { border-color: #0075ff;
      background: radial-gradient(circle, #0075ff 3.3px, white 3.8px) }
    input[type=color] { width: 50px; height: 27px; border: 5px solid buttonface;
      outline: 1px solid #767676; outline-offset: -1px; background: black; padding: 0 }
    input[type=range] { width: 129px; height: 16px; margin: 2px }
    select { white-space: pre; padding: 1px 20px 1px 4px; background: url('data:image/svg+xml,<svg \
    xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 2.5L4 5.5L7 2.5" fill="none" s\
    troke="black" stroke-width="1.6"/></svg>') right 5px center / 8px no-repeat field }
    select:is([multiple], [size]) { background-image: none; padding: 0 }
    progress, meter { display: inline-block; height: 1em; vertical-align: -0.2em;
      box-sizing: border-box }
    progress { width: 10em }
    meter { width: 5em }
    textarea { font-family: monospace; white-space: pre-wrap; overflow-wrap: break-word;
      padding: 2px; width: 20ch; height: 2lh }
    button, input:is([type=button], [type=submit], [type=reset]) { text-align: center;
      padding: 2px 7px; border: 1px solid #767676; background-color: buttonface;
      color: buttontext }
    input[type=image] { border: none; padding: 0; background: none }
    :is(button, input, select, textarea):disabled { color: darkgray; border-color: lightgray }
    optgroup, option { display: none }
    select:is([multiple], [size]) > option { display: block; padding: 0 2px 1px }
    select:is([multiple], [size]) > option:checked { background: #cecece }
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
