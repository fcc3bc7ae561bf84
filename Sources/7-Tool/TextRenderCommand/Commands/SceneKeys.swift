// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

/// The keys of scenes, for the help page and the manual page of the command `scene`.
enum SceneKeys {
  /// The lists, made from the tables that the reader of scenes uses.
  static var text: String {
    DocumentPage.section("A scene", SceneMember.self)
      + DocumentPage.section("A layer", LayerMember.self)
      + DocumentPage.section(
        "A layout: keys of CSS; numbers are points, strings may have %", BoxMember.self)
      + DocumentPage.section("A shadow", ShadowMember.self)
      + DocumentPage.section("Contents", ContentsMember.self)
      + DocumentPage.section("An animation", AnimationMember.self)
      + DocumentPage.section(
        "A curve: linear, easeIn, easeOut, easeInEaseOut, default, [x1,y1,x2,y2], or an object with",
        CurveMember.self)
      + DocumentPage.section("A spring", SpringMember.self)
      + DocumentPage.section("A path: SVG path data, or an object with one of", PathMember.self)
        + """

        A transform
          16 numbers row by row, single elements such as {"m34":-0.002}, or a list of steps, each in
          the space that those before it made: {"translate":[x,y,z]}, {"scale":[x,y,z]},
          {"rotate":[degrees,x,y,z]}, {"matrix":[16 numbers]}

        """
  }
}
