internal import CairnFormats

/// The file of `--out` to which a command writes the rows of a table.
struct TableOutput {
  private let name: OutputName
  private let isTabs: Bool

  /// The standard output.
  static let standard = TableOutput()

  private init() {
    name = OutputName("-")
    isTabs = false
  }

  /// Reads the option.
  ///
  /// - Throws: a ``Failure`` if the name's extension is that of another format.
  init(_ arguments: Arguments) throws(Failure) {
    name = OutputName(arguments["out"] ?? "-", mayCompress: true)
    let found = try name.format(
      nil as (word: String, format: FileFormat)?, option: nil, command: arguments.command,
      words: ["csv and tsv, which `cairn convert` converts to other formats"]
    ) { ending in
      FileFormat(word: ending).map { $0 == .csv || $0 == .tsv ? [$0] : [] } ?? []
    }
    isTabs = found == .tsv
  }

  /// Throws if the name means tabs and the rows have another delimiter; nil if it is not known.
  func check(_ delimiter: UInt8?) throws(Failure) {
    guard isTabs, let delimiter, delimiter != UInt8(ascii: "\t") else { return }
    throw .usage(
      "the name \(name.quoted) means tabs, but the table has another delimiter, which is kept; "
        + "write a .csv file and convert it with `cairn convert`")
  }

  /// Creates the file, which is compressed if its name ends with `.gz`.
  func open(_ console: Console) throws(Failure) -> ResultFile {
    try ResultFile(name.path, console, compression: name.compression)
  }
}

extension Option {
  /// The option for the table that is written.
  static let outTable = Option(
    name: "out", value: "FILE",
    help: "the table to write (default standard output), compressed if its name ends with .gz")
}
