internal import CairnMemory

/// An installed program that converts SVG to PNG or PDF.
///
/// It also draws the text, with the installed fonts.
struct MapRenderer {
  /// The supported programs, the best first.
  private enum Kind: CaseIterable {
    case rsvgConvert, resvg, chromium

    /// The names of its executable.
    var names: [String] {
      switch self {
      case .rsvgConvert: ["rsvg-convert"]
      case .resvg: ["resvg"]
      case .chromium:
        [
          "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ]
      }
    }

    func draws(_ format: MapFormat) -> Bool { format == .png || self != .resvg }
  }

  private let kind: Kind
  private let path: String
  private let format: MapFormat

  /// The time limit of a program, in seconds.
  private static let seconds = 300

  /// Finds a program that draws a format.
  ///
  /// - Throws: a ``Failure`` with the programs to install if none is found.
  init(_ format: MapFormat) throws(Failure) {
    self.format = format
    for kind in Kind.allCases where kind.draws(format) {
      for name in kind.names {
        guard let path = ChildProcess.path(of: name) else { continue }
        self.kind = kind
        self.path = path
        return
      }
    }
    let others = format == .png ? "resvg or Chromium" : "Chromium"
    throw Failure(
      code: .noInput,
      message: "\(format.rawValue) is drawn by rsvg-convert, \(others), and none is installed; "
        + "install rsvg-convert (Debian: librsvg2-bin, Homebrew: librsvg), or write svg")
  }

  /// Draws a document.
  ///
  /// - Parameters:
  ///   - svg: the document.
  ///   - size: its width and height in pixels.
  ///   - scale: the number of pixels of the result for each pixel of the document.
  /// - Returns: the bytes of the file.
  /// - Throws: a ``Failure`` with the program's error message.
  func draw(
    _ svg: [UInt8], size: (width: Int, height: Int), scale: Double
  ) throws(Failure) -> [UInt8] {
    let zoom = String(scale)
    switch kind {
    case .rsvgConvert:
      let shown = format == .png ? ["--zoom", zoom] : []
      return try run(["--unlimited", "--format", format.rawValue] + shown, input: svg)
    case .resvg: return try run(["--zoom", zoom, "-", "-c"], input: svg)
    case .chromium: return try browse(svg, size, zoom)
    }
  }

  /// Renders a page that contains only the document, with a browser.
  private func browse(
    _ svg: [UInt8], _ size: (width: Int, height: Int), _ zoom: String
  ) throws(Failure) -> [UInt8] {
    let (width, height) = size
    let start =
      "<!doctype html><meta charset=\"utf-8\"><style>@page{size:\(width)px \(height)px;margin:0}"
      + ":root{color-scheme:light}body{margin:0}svg{display:block}</style>"
    let folder: TemporaryDirectory
    do throws(System.Problem) { folder = try TemporaryDirectory() } catch {
      throw refused(error.message)
    }
    let page = folder.path + "/map.html"
    let result = folder.path + "/map." + format.rawValue
    do throws(FileError) {
      var file = try OutputFile(page)
      try file.write(Array(start.utf8) + svg)
      try file.finish()
    } catch {
      throw refused(System.Problem(number: error.code).message)
    }
    var words = [
      "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
      "--user-data-dir=\(folder.path)/profile", "--window-size=\(width),\(height)",
      "--force-device-scale-factor=\(zoom)", "--blink-settings=preferredColorScheme=1",
    ]
    // The browser's sandbox does not run as root; the page is trusted, since this program wrote it.
    if System.isRoot { words.append("--no-sandbox") }
    words +=
      format == .png
      ? ["--screenshot=\(result)"] : ["--no-pdf-header-footer", "--print-to-pdf=\(result)"]
    _ = try run(words + ["file://\(page)"], input: [], answers: false)
    do throws(System.Problem) {
      let input = try System.InputStream(result.utf8CString.map { $0 })
      var bytes: [UInt8] = []
      while true {
        let piece = try input.next(1 << 16)
        if piece.isEmpty { return bytes }
        bytes += piece
      }
    } catch {
      throw refused(error.message)
    }
  }

  private func refused(_ reason: String) -> Failure {
    Failure(
      code: .inputOutput, message: "\(Spelling.quoted(path)) cannot draw the map: \(reason)")
  }

  /// Runs the program; `answers` is whether the result is its output.
  private func run(
    _ words: [String], input: [UInt8], answers: Bool = true
  ) throws(Failure) -> [UInt8] {
    let reason: String
    switch ChildProcess.run(path, words, input: input, seconds: Self.seconds) {
    case .ended(code: 0, let output, let errors):
      if !output.isEmpty || !answers { return output }
      reason = Self.line(errors) ?? "it wrote nothing"
    case .ended(let code, _, let errors): reason = Self.line(errors) ?? "exit code \(code)"
    case .signalled(let number): reason = "signal \(number) ended it"
    case .tookTooLong: reason = "it took more than \(Self.seconds) seconds"
    case .failed(let problem): reason = problem.message
    }
    throw refused(reason)
  }

  /// The first line of a program's error output.
  private static func line(_ bytes: [UInt8]) -> String? {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
