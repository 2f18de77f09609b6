internal import CairnFormats
internal import CairnInflate
internal import CairnMemory

/// The name of a file to write, whose extension may determine the format.
struct OutputName {
  /// The name as it was given; `-` is the standard output.
  let path: String
  /// The name without its folders, as messages quote it.
  let quoted: String
  /// The extension of a file's name, in lower case.
  let ending: String?
  /// The compression of the file: `.gz` after the extension of a format, or `.kmz`, whose
  /// ``ending`` is `kml`.
  private(set) var compression: CompressedOutput.Kind?
  /// Whether it is a regular file.
  ///
  /// The names of pipes, devices and the standard output do not determine a format.
  let isFile: Bool

  /// Splits a name into its parts.
  ///
  /// - Parameters:
  ///   - path: the name; `-` is the standard output.
  ///   - mayCompress: whether the command compresses files.
  init(_ path: String, mayCompress: Bool = false) {
    self.path = path
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    quoted = Spelling.quoted(String(name))
    isFile = path != "-" && !OutputFile.isStream(path)
    func ending(of name: Substring) -> (stem: Substring, ending: String)? {
      name.lastIndex(of: ".").map { (name[..<$0], name[name.index(after: $0)...].lowercased()) }
    }
    let parts = isFile ? ending(of: name) : nil
    var last = parts?.ending
    if mayCompress, last == "kmz" {
      compression = .kmz
      last = "kml"
    } else if mayCompress, last == "gz" {
      compression = .gzip
      last = parts.flatMap { ending(of: $0.stem)?.ending }
    }
    self.ending = last
  }

  /// The format that the name and an option agree on.
  ///
  /// - Parameters:
  ///   - chosen: the option's value and its format, if the option was given.
  ///   - option: the option that sets the format, such as `--format`; nil if none exists.
  ///   - command: the command that writes the file.
  ///   - words: the formats that the command writes, as messages list them.
  ///   - formats: the formats that an extension stands for, the usual one first; empty for none.
  /// - Returns: nil if neither the name nor the option determines a format.
  /// - Throws: a ``Failure`` if they disagree, or if the extension is that of a format that the
  ///   command does not write.
  func format<Format: Equatable>(
    _ chosen: (word: String, format: Format)?, option: String?, command: String, words: [String],
    formats: (String) -> [Format]
  ) throws(Failure) -> Format? {
    guard let ending else { return chosen?.format }
    let named = formats(ending)
    if let first = named.first {
      guard let chosen, let option, !named.contains(chosen.format) else {
        return chosen?.format ?? first
      }
      throw .usage(
        "the name \(quoted) means \(ending), but \(option) is \(chosen.word); "
          + "they must agree")
    }
    guard Self.known.contains(ending) || FileFormat(word: ending) != nil else {
      return chosen?.format
    }
    var message = "the name \(quoted) means \(ending)"
    if let chosen, let option { message += ", but \(option) is \(chosen.word)" }
    message += "; `cairn \(command)` writes \(Spelling.list(words))"
    if ending == "cairn" { message += "; `cairn index build` writes index files" }
    throw .usage(message)
  }

  /// Extensions of well-known formats besides those of ``FileFormat``.
  private static let known: Set<String> = [
    "svg", "svgz", "html", "htm", "xhtml", "png", "apng", "jpg", "jpeg", "gif", "webp", "avif",
    "heic", "tif", "tiff", "bmp", "ico", "pdf", "ps", "eps", "ai",
    "cairn", "shp", "shx", "dbf", "gpkg", "fgb", "gdb", "kmz", "gml", "topojson", "mbtiles",
    "pmtiles", "mvt", "osm", "pbf", "parquet", "geoparquet", "arrow", "feather", "avro", "orc",
    "xls", "xlsx", "ods", "doc", "docx", "odt", "sqlite", "db", "fit", "tcx", "nmea", "wkb",
    "yaml", "yml", "toml", "xml", "zip", "gz", "bz2", "xz", "zst", "7z", "tar", "tgz",
  ]
}
