internal import CairnFormats

extension Conversion {
  /// The format to write: the chosen one, or that of the name's extension.
  static func format(
    _ name: OutputName, _ chosen: (word: String, format: FileFormat)?
  ) throws(Failure) -> FileFormat {
    let format = try name.format(
      chosen, option: "--to", command: "convert", words: FormatWord.written,
      formats: FormatWord.formats)
    if let format { return format }
    throw .usage(
      name.isFile
        ? "the format is not clear from the name \(name.quoted); give --to FORMAT"
        : "an output format is needed, such as --to geojson")
  }

  /// The delimiters of the table that is read and of the table that is written.
  static func delimiters(
    _ arguments: Arguments, writing format: FileFormat
  ) throws(Failure) -> (input: UInt8?, output: UInt8?) {
    var delimiters: (input: UInt8?, output: UInt8?)
    if let text = arguments["delimiter"] {
      delimiters.input = try TableAppender.Options.delimiter(text)
    }
    if let text = arguments["to-delimiter"] {
      delimiters.output = try TableAppender.Options.delimiter(text, option: "--to-delimiter")
      guard format == .csv || format == .tsv else {
        throw .usage("--to-delimiter is for a table, not for \(format.title)")
      }
    }
    return delimiters
  }
}
