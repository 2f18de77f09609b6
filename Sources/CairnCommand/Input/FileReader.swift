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
    columns chosen: [PlaceColumns.Role: String] = [:]
  ) throws(Failure) {
    do throws(FormatError) {
      let known = try FileFormat.of(path, start: start, given: format)
      features = known.reader(.init(columns: chosen))
      guard known == .csv || known == .tsv else { return }
      // Another reader looks ahead at the header.
      var table = TableReader(delimiter: known == .tsv ? 0x09 : nil, columns: chosen)
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
    guard let word = chosen[role] else { return nil }
    guard let columns else { return word }
    return columns[role].map { columns.names[$0] }
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
