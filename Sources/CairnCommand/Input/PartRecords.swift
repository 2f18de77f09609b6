internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// A record of one of several index files that are searched as one.
struct PartRecord {
  let bytes: RecordBytes
  /// The number of the file.
  var part = 0
}

/// The features of several index files, each of which has its own property names.
struct PartRecords {
  private let parts: [(features: FeatureRecords, roles: PlaceRoles)]
  /// The property names of all files, in order of first occurrence.
  let propertyNames: [String]

  /// - Parameter parts: the features of each file, in order.
  init(_ parts: [FeatureRecords]) {
    self.parts = parts.map { ($0, PlaceRoles($0.propertyNames)) }
    var known: Set<String> = []
    propertyNames = parts.flatMap(\.propertyNames).filter { known.insert($0).inserted }
  }

  /// The coordinate of a record's feature.
  func coordinate(_ record: PartRecord) -> Coordinate {
    parts[record.part].features.coordinate(record.bytes)
  }

  /// A record as a row of a list of places.
  func row(_ record: PartRecord) -> PlaceList.Row {
    let part = parts[record.part]
    return part.roles.row(part.features.feature(record.bytes))
  }

  /// The property of a record that has a role in its file.
  func value(of role: PlaceColumns.Role, _ record: PartRecord) -> PropertyValue? {
    let part = parts[record.part]
    return part.roles[role].flatMap { part.features.value(ofProperty: $0, record.bytes) }
  }
}

extension FeatureRecords {
  /// Reads the property names of an index file; nil if it has other records.
  init?(of file: MappedPlaceIndex<PartRecord>) throws(IndexFileError) {
    guard file.elementCount > file.count else { return nil }
    let count = file.elementCount - 1
    self.init(legend: try file.element(at: count).bytes, count: count)
  }
}
