// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  /// A program of two shaders.
  ///
  /// It may be released on any thread; it is deleted on the queue of its context.
  public final class GLProgram: Sendable {
    /// The name of the program.
    public let name: GLuint
    private let context: GLContext

    // The unsafe calls below are C functions of OpenGL; strings and lengths are local variables.

    /// Compiles and links a program.
    ///
    /// - Parameters:
    ///   - vertex: The source of the vertex shader, in the shading language of OpenGL ES.
    ///   - fragment: The source of the fragment shader.
    ///   - attributes: The indices of attributes by their names; others get theirs from the driver.
    ///   - gl: The context, which is current.
    /// - Throws: ``GLError`` with `shader`, and the log of the driver in its message. Nothing is
    ///   left behind.
    public init(
      vertex: String, fragment: String, attributes: [String: GLuint] = [:],
      in gl: borrowing CurrentGLContext
    ) throws(GLError) {
      name = try Self.link(vertex, fragment, attributes)
      context = gl.context
      context.noteObject()
    }

    deinit {
      let name = name
      context.delete { _ in glDeleteProgram(name) }
    }

    /// Draws with the program from now on.
    ///
    /// - Parameter gl: The context, which is current.
    public func use(in gl: borrowing CurrentGLContext) { glUseProgram(name) }

    /// The place of a uniform; -1 if the program has none of the name.
    ///
    /// - Parameters:
    ///   - name: The name in the shaders.
    ///   - gl: The context, which is current.
    public func uniform(_ name: String, in gl: borrowing CurrentGLContext) -> GLint {
      unsafe glGetUniformLocation(self.name, name)
    }

    /// Makes a program.
    ///
    /// - Returns: The name of the program.
    static func link(
      _ vertex: String, _ fragment: String, _ attributes: [String: GLuint]
    ) throws(GLError) -> GLuint {
      let first = try compile(vertex, GL_VERTEX_SHADER, "vertex shader")
      // The shader is deleted when this function returns: a program keeps the shaders attached to
      // it.
      defer { glDeleteShader(first) }
      let second = try compile(fragment, GL_FRAGMENT_SHADER, "fragment shader")
      defer { glDeleteShader(second) }
      let program = glCreateProgram()
      glAttachShader(program, first)
      glAttachShader(program, second)
      for (name, index) in attributes { unsafe glBindAttribLocation(program, index, name) }
      glLinkProgram(program)
      let log = unsafe log(
        of: program, unless: GL_LINK_STATUS, glGetProgramiv, glGetProgramInfoLog)
      guard let log else { return program }
      glDeleteProgram(program)
      throw failure("The program cannot be linked", log)
    }

    private static func compile(
      _ source: String, _ kind: Int32, _ what: String
    ) throws(GLError) -> GLuint {
      let shader = glCreateShader(GLenum(kind))
      var source = source
      source.withUTF8 { text in
        // The call copies one string of `length` bytes.
        var length = GLint(text.count)
        unsafe text.withMemoryRebound(to: GLchar.self) { text in
          var start = text.baseAddress
          unsafe glShaderSource(shader, 1, &start, &length)
        }
      }
      glCompileShader(shader)
      let log = unsafe log(
        of: shader, unless: GL_COMPILE_STATUS, glGetShaderiv, glGetShaderInfoLog)
      guard let log else { return shader }
      glDeleteShader(shader)
      throw failure("The \(what) cannot be compiled", log)
    }

    /// The longest log that an error has, in bytes.
    private static let longestLog: GLint = 4_096

    /// The log of a program or a shader that failed; `nil` if it did not.
    ///
    /// - Parameters:
    ///   - status: The value that is 0 after a failure.
    ///   - value: Reads a value of the object.
    ///   - text: Reads its log, of at most a number of bytes.
    private static func log(
      of object: GLuint, unless status: Int32,
      _ value: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
      _ text: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) ->
        Void
    ) -> String? {
      var (succeeded, length) = (GLint(0), GLint(0))
      unsafe value(object, GLenum(status), &succeeded)
      if succeeded != 0 { return nil }
      unsafe value(object, GLenum(GL_INFO_LOG_LENGTH), &length)
      let count = min(max(0, length), longestLog)
      if count == 0 { return "" }
      var bytes = [GLchar](repeating: 0, count: Int(count))
      unsafe text(object, count, nil, &bytes)
      return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func failure(_ what: String, _ log: String) -> GLError {
      var lines = log[...]
      while lines.last?.isWhitespace == true { lines.removeLast() }
      return GLError(.shader, lines.isEmpty ? "\(what)." : "\(what): \(lines)")
    }
  }
#endif
