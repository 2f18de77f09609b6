internal import CairnFormats

extension Conversion {
  /// Whether the rows of a table are copied to a table with the same columns.
  func copiesTable(_ columns: PlaceColumns) -> Bool {
    (to == .csv || to == .tsv)
      && TableCopier.canCopy(columns, fractionDigits: options.fractionDigits)
      && columns.location != nil
  }

  /// Copies a table row by row.
  mutating func copyTable(
    _ features: inout FeatureInput, _ columns: PlaceColumns, to target: inout ResultFile,
    _ console: inout Console
  ) throws(Failure) {
    var progress = Progress(console)
    defer { progress.end() }
    var copier = TableCopier(
      columns,
      .init(
        delimiter: delimiters.output ?? (to == .tsv ? UInt8(ascii: "\t") : UInt8(ascii: ",")),
        nullText: options.nullText, quoting: options.quoting,
        fractionDigits: options.fractionDigits))
    var count = 0
    while true {
      if country == nil, features.damage == nil, features.copyRows(to: &copier) > 0 { count = 63 }
      guard let feature = try next(&features) else { break }
      features.copyRow(of: feature, to: &copier)
      count += 1
      if count & 63 == 0 {
        try target.write(copier.drain(), &console)
        progress.say("converting", features.progress, "\(Text.grouped(features.count)) features")
      }
    }
    try target.write(copier.drain(), &console)
    if !features.isUnreadable { try target.close(&console) }
    progress.end()
    let report = try reportInput(features, &console)
    try report.write(features.longRows, to: &console)
    // Everything in the rows is copied.
    try report.write(features.encoding, features.leftOut.only(.lineBefore), to: &console)
    if features.isUnreadable { throw .unreadable(features.name) }
    if let failure = features.partialFailure { throw failure }
  }
}

/// Collects the columns of a table of features.
struct TableColumns {
  private var names: [String] = []
  private var known: Set<String> = []
  private var hasShape = false
  private var hasElevation = false
  private var hasIdentifier = false

  mutating func note(_ feature: GeoFeature) {
    for (name, _) in feature.properties.members { note(name) }
    if feature.identifier != nil { hasIdentifier = true }
    if case .point(let position)? = feature.geometry {
      if position.elevation != nil { hasElevation = true }
      // Only well-known text can hold a measure.
      if position.measure != nil { hasShape = true }
    } else if feature.geometry != nil {
      hasShape = true
    }
  }

  mutating func note(_ name: String) {
    if known.insert(name).inserted { names.append(name) }
  }

  mutating func noteElevation() { hasElevation = true }

  func set(_ options: inout FileFormat.WriterOptions) {
    options.propertyNames = names
    options.tableLocation = hasShape ? .wkt : .degrees
    options.tableHasElevation = hasElevation
    options.tableHasIdentifier = hasIdentifier
  }
}
