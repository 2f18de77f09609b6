internal import CairnFormats
internal import CairnGeodesy

/// A reader for a file, and which of the file's properties say what.
struct FileReader {
  var features: any FeatureReader
  /// The columns of a table.
  var columns: PlaceColumns?

  /// Makes a reader by what the command line says of the file, else by its name and beginning.
  init(
    of path: String, start: [UInt8], from format: FileFormat? = nil,
    columns chosen: [PlaceColumns.Role: String] = [:], hasHeader: Bool? = nil
  ) throws(Failure) {
    do throws(FormatError) {
      let known = try FileFormat.of(path, start: start, given: format)
      features = known.reader(.init(columns: chosen, hasHeader: hasHeader))
      guard known == .csv || known == .tsv else { return }
      // Another reader looks ahead at the header.
      var table = TableReader(
        delimiter: known == .tsv ? 0x09 : nil, hasHeader: hasHeader, columns: chosen)
      table.append(start)
      if start.count < FileFormat.detectionLength { table.finish() }
      _ = try? table.next()
      columns = table.columns
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
    }
  }

  /// The property that was chosen for a role, by its name or as a column's number.
  func property(
    _ role: PlaceColumns.Role, chosen: [PlaceColumns.Role: String]
  ) -> String? {
    // Without a header no name of a property tells what it is.
    if let columns, !columns.hasHeader { return columns[role].map { "column \($0 + 1)" } }
    guard let word = chosen[role] else { return nil }
    guard let columns else { return word }
    return columns[role].map { columns.names[$0] }
  }
}

extension Failure {
  /// Says what is wrong with a file, and how to say which columns are meant where that is it.
  static func reading(_ name: String, _ error: FormatError) -> Failure {
    var cure = ""
    switch error.reason {
    case .missingColumn, .severalLocations:
      cure = "; name them with --columns latitude=NAME,longitude=NAME"
    default: break
    }
    return Failure(code: .data, message: "\(name), \(error)\(cure)")
  }
}

extension FileFormat {
  /// The format of a file: what the command line says, else what its name and beginning tell.
  static func of(
    _ path: String, start: [UInt8], given: FileFormat?
  ) throws(FormatError) -> FileFormat {
    if let given { return given }
    return try detect(start, fileName: path == "-" ? nil : path).format
  }
}
