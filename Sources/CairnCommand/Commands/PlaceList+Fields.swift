internal import CairnFormats

extension PlaceList {
  /// What is told of a place, each in a column.
  enum Field: Equatable {
    case name, kind, latitude, longitude, distance, bearing, along, country, region, code
    case population, timeZone
    /// A property of a file by its name.
    case property(String)

    /// The title of its column in a CSV file.
    var title: String {
      switch self {
      case .name: "name"
      case .kind: "kind"
      case .latitude: "latitude"
      case .longitude: "longitude"
      case .distance: "distance_m"
      case .bearing: "bearing_deg"
      case .along: "along_m"
      case .country: "country"
      case .region: "region"
      case .code: "code"
      case .population: "population"
      case .timeZone: "time_zone"
      case .property(let name): name
      }
    }

    /// Its column on the screen.
    var column: TerminalTable.Column {
      switch self {
      case .distance: .init(title: "distance", isAlignedRight: true)
      case .bearing: .init(title: "bearing ", isAlignedRight: true)
      case .along: .init(title: "along", isAlignedRight: true)
      case .name: .init(title: "name", minimum: 16)
      case .kind: .init(title: "kind", minimum: 6, rank: 3)
      case .region: .init(title: "region", minimum: 10, rank: 1)
      case .country: .init(title: "country", minimum: 8)
      case .population: .init(title: "population", isAlignedRight: true, rank: 2)
      default: .init(title: title)
      }
    }
  }

  /// The columns of a CSV file, in order.
  ///
  /// Embedded places always have the same columns. Places of a file have those that the file has,
  /// under our words where we know what they are.
  var fields: [Field] {
    var fields: [Field] = [.name]
    if roles.map({ $0[.kind] != nil }) ?? true { fields.append(.kind) }
    fields += [.latitude, .longitude]
    switch ways {
    case .bearing: fields += [.distance, .bearing]
    case .along: fields += [.along, .distance]
    case nil: break
    }
    guard let roles else { return fields + [.country, .region, .code, .population, .timeZone] }
    if roles[.country] != nil { fields.append(.country) }
    if roles[.population] != nil { fields.append(.population) }
    let taken = Set(fields.map(\.title))
    return fields + roles.others.filter { !taken.contains($0) }.map(Field.property)
  }

  /// The columns of the screen, in order.
  var screenFields: [Field] {
    let order: [Field] = [
      .along, .distance, .bearing, .name, .kind, .region, .country, .population,
    ]
    let fields = fields
    // The kinds of the embedded places show in their names.
    return order.filter { fields.contains($0) && !($0 == .kind && roles == nil) }
  }
}
