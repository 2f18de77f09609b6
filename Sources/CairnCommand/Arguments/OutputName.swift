internal import CairnFormats
internal import CairnMemory

/// The name of a file to write, which may say what is to be in it.
struct OutputName {
  /// The name as it was given; `-` is the standard output.
  let path: String
  /// The name without its folders, as messages quote it.
  let quoted: String
  /// What stands behind the last point of a file's name, in lower case.
  let ending: String?
  /// Whether it is a regular file: the names of pipes, of devices and of the standard output say
  /// nothing of what is in them.
  let isFile: Bool

  /// Takes a name apart.
  init(_ path: String) {
    self.path = path
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    quoted = Spelling.quoted(String(name))
    isFile = path != "-" && !OutputFile.isStream(path)
    let point = isFile ? name.lastIndex(of: ".") : nil
    ending = point.map { name[name.index(after: $0)...].lowercased() }
  }

  /// The format that the name and an option agree on.
  ///
  /// - Parameters:
  ///   - chosen: the word and the format of an option, if it was given.
  ///   - option: the option that says the format, such as `--format`; nil where there is none.
  ///   - command: the command that writes.
  ///   - words: what the command writes, for people.
  ///   - formats: what an ending stands for, the usual one first; empty for none.
  /// - Returns: nil where neither says anything.
  /// - Throws: a ``Failure`` where they do not agree, or the name stands for a format that the
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
        "the name \(quoted) says \(ending) and \(option) says \(chosen.word); "
          + "they must agree")
    }
    guard Self.known.contains(ending) || FileFormat(word: ending) != nil else {
      return chosen?.format
    }
    var message = "the name \(quoted) says \(ending)"
    if let chosen, let option { message += " and \(option) says \(chosen.word)" }
    throw .usage(message + "; `cairn \(command)` writes \(Spelling.list(words))")
  }

  /// Endings that stand for a format, beside those of ``FileFormat``, whoever writes it.
  private static let known: Set<String> = [
    "svg", "svgz", "html", "htm", "xhtml", "png", "apng", "jpg", "jpeg", "gif", "webp", "avif",
    "heic", "tif", "tiff", "bmp", "ico", "pdf", "ps", "eps", "ai",
    "cairn", "shp", "shx", "dbf", "gpkg", "fgb", "gdb", "kmz", "gml", "topojson", "mbtiles",
    "pmtiles", "mvt", "osm", "pbf", "parquet", "geoparquet", "arrow", "feather", "avro", "orc",
    "xls", "xlsx", "ods", "doc", "docx", "odt", "sqlite", "db", "fit", "tcx", "nmea", "wkb",
    "yaml", "yml", "toml", "xml", "zip", "gz", "bz2", "xz", "zst", "7z", "tar", "tgz",
  ]
}
