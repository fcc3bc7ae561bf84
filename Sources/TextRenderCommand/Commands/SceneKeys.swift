// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

/// The keys of scenes, for the help page and the manual page of the command `scene`.
enum SceneKeys {
  /// The lists, made from the tables that the reader of scenes uses.
  static var text: String {
    section("A scene", SceneMember.self) + section("A layer", LayerMember.self)
      + section("A shadow", ShadowMember.self) + section("Contents", ContentsMember.self)
      + section("A path: SVG path data, or an object with one of", PathMember.self)
        + """

        A transform
          16 numbers row by row, single elements such as {"m34":-0.002}, or a list of steps, each in
          the space that those before it made: {"translate":[x,y,z]}, {"scale":[x,y,z]},
          {"rotate":[degrees,x,y,z]}, {"matrix":[16 numbers]}

        """
  }

  private static func section<Member: DocumentObject>(
    _ title: String, _ type: Member.Type
  ) -> String {
    "\n\(title)\n"
      + Member.allCases.map { DocumentPage.line($0.rawValue, $0.form, $0.summary) }.joined()
  }
}
