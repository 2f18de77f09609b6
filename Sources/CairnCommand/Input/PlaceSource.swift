internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces
internal import CairnShapes

/// The places that a command searches: the embedded ones, those of a file, or of index files.
struct PlaceSource {
  /// A reference to a place in the index: its position, or its record in a file.
  enum Handle {
    case position(Int)
    case record(PartRecord)
  }

  /// A search result, with its distance in meters for a search by distance.
  struct Found {
    var handle: Handle
    var offset: Int
    var distance: Double?
    /// The coordinate of a line or an area: its nearest point in a search by distance, otherwise
    /// its first point.
    var place: Coordinate?
  }

  private enum Storage {
    case embedded
    case features(PackedFeatures, PlaceIndex<Int>)
    case files(PlaceIndexSet<PartRecord>, PartRecords?)
    case shapes(ShapeSource)
  }

  private let storage: Storage
  /// The property roles of the user's places; `nil` for the embedded ones.
  let roles: PlaceRoles?
  /// The number of matching places that were counted during reading and not kept.
  private var countedPlaces = 0

  /// The embedded cities and airports.
  static let embedded = PlaceSource(storage: .embedded, roles: nil)

  private init(storage: Storage, roles: PlaceRoles?) {
    self.storage = storage
    self.roles = roles
  }

  /// Features in memory, some of which may be lines and areas.
  init(_ input: PlaceReading) throws(Failure) {
    let features = input.features.inMemory
    roles = PlaceRoles(features.propertyNames)
    countedPlaces = input.countedPoints
    if let shapes = input.linesAndAreas {
      storage = .shapes(
        try reading { () throws(IndexFileError) in try ShapeSource(shapes) })
      return
    }
    do {
      storage = .features(features, try features.index(threads: 2))
    } catch {
      throw Failure(code: .data, message: "too many places: \(features.count)")
    }
  }

  /// Opens one index file, or several of places, which are searched as one; they are
  /// memory-mapped.
  init(indexFiles paths: [String]) throws(Failure) {
    var parts: [(name: String, index: MappedPlaceIndex<PartRecord>)] = []
    var records: [FeatureRecords] = []
    for (number, path) in paths.enumerated() {
      let (file, features, shapes) = try reading(path) {
        () throws(IndexFileError)
          -> (MappedPlaceIndex<PartRecord>?, FeatureRecords?, ShapeSource?) in
        if let shapes = try ShapeSource(indexFile: path) { return (nil, nil, shapes) }
        let file = try MappedPlaceIndex(opening: path) { PartRecord(bytes: $0, part: number) }
        return (file, try FeatureRecords(of: file), nil)
      }
      if paths.count == 1, let shapes {
        self.init(storage: .shapes(shapes), roles: PlaceRoles(shapes.propertyNames))
        return
      }
      if paths.count > 1 { try Self.checkPart(path, features, shapes) }
      if let file { parts.append((path, file)) }
      if let features { records.append(features) }
    }
    let features = records.isEmpty ? nil : PartRecords(records)
    self.init(
      storage: .files(PlaceIndexSet(parts), features),
      roles: PlaceRoles(features?.propertyNames ?? [PlaceColumns.Role.name.rawValue]))
  }

  /// Throws if an index file cannot be searched together with others.
  private static func checkPart(
    _ path: String, _ features: FeatureRecords?, _ shapes: ShapeSource?
  ) throws(Failure) {
    guard shapes != nil || features == nil else { return }
    let cause = shapes != nil ? "has lines and areas" : "has records of an unknown kind"
    throw Failure(
      code: .data,
      message: "\(Spelling.quoted(path)) \(cause), so it cannot be searched with other files; "
        + "give it alone")
  }

  // MARK: Queries

  /// Throws if the filter needs a column that the places do not have.
  func check(_ filter: PlaceCriteria) throws(Failure) {
    guard let roles else { return }
    try filter.country?.check(hasColumn: roles[.country] != nil, of: "the file")
  }

  /// The nearest places, nearest first.
  func nearest(
    to center: Coordinate, count: Int, within radius: Double, _ filter: PlaceCriteria
  ) throws(Failure) -> [Found] {
    if case .shapes(let shapes) = storage {
      let isIncluded = isIncluded(filter, shapes)
      return try found(
        shapes,
        by: { () throws(IndexFileError) in
          try shapes.nearest(to: center, count: count, within: radius, where: isIncluded)
        },
        at: { $0.nearestPoint(to: center) })
    }
    if case .embedded = storage {
      return embeddedNearest(to: center, count: count, within: radius, filter).map {
        Found(handle: .position($0.element), offset: $0.offset, distance: $0.distance)
      }
    }
    let country = filter.country?.region
    var filter = filter
    // The index itself tests the region of a country.
    if country != nil { filter.country = nil }
    guard case .files(let files, let features) = storage else {
      return inMemory(filter).nearest(to: center, count: count, within: radius, in: country)
    }
    return try reading(files) { () throws(IndexFileError) in
      try inFiles(files, features, filter)
        .nearest(to: center, count: count, within: radius, in: country)
    }
  }

  /// The nearest embedded places; the city around the center comes first.
  private func embeddedNearest(
    to center: Coordinate, count: Int, within radius: Double, _ filter: PlaceCriteria
  ) -> [Neighbor<Int>] {
    Gazetteer.embedded.positions(
      nearestTo: center, count: count, within: radius,
      kind: filter.kind.map { Place.Kind($0) }, where: isIncluded(filter))
  }

  /// The places in memory that pass a filter.
  private func inMemory(_ filter: PlaceCriteria) -> FilteredPlaces<PlaceIndex<Int>> {
    FilteredPlaces(index: index(filter), isIncluded: isIncluded(filter)) { .position($0) }
  }

  /// The places of index files that pass a filter.
  private func inFiles(
    _ files: PlaceIndexSet<PartRecord>, _ features: PartRecords?, _ filter: PlaceCriteria
  ) -> FilteredPlaces<PlaceIndexSet<PartRecord>> {
    FilteredPlaces(index: files, isIncluded: isIncluded(filter, features)) { .record($0) }
  }

  /// The places in an area: by distance if the area is a disc or a path, otherwise in the order of
  /// the input.
  ///
  /// With a limit on the places of a file that are not along a path, only the first ones are kept.
  func places(
    in area: Area, _ filter: PlaceCriteria, limit: Int = .max
  ) throws(Failure) -> [Found] {
    if case .shapes(let shapes) = storage {
      let isIncluded = isIncluded(filter, shapes)
      switch area {
      case .disc: break
      case .path(let path, let width):
        return try found(
          shapes,
          by: { () throws(IndexFileError) in try shapes.within(width, of: path, where: isIncluded)
          },
          at: { $0.nearestPoints(to: path)?.own })
      case .region(let region):
        return try found(
          shapes,
          by: { () throws(IndexFileError) in try shapes.features(in: region, where: isIncluded) },
          at: \.firstPlace)
      }
    }
    if case .files(let files, nil) = storage, let country = filter.country?.region {
      // The records of an index that another program built have no coordinates.
      let offsets = try reading(files) { () throws(IndexFileError) in
        try files.keys(in: country)
      }
      let inside = Set(offsets)
      var others = filter
      others.country = nil
      return try places(in: area, others).filter { inside.contains($0.offset) }
    }
    if case .disc(let center, let radius) = area {
      return try nearest(to: center, count: limit, within: radius, filter)
    }
    guard case .files(let files, let features) = storage else {
      return inMemory(filter).places(in: area, limit: limit)
    }
    return try reading(files) { () throws(IndexFileError) in
      try inFiles(files, features, filter).places(in: area, limit: limit)
    }
  }

  /// The number of places in an area.
  func count(in area: Area, _ filter: PlaceCriteria) throws(Failure) -> Int {
    try countedPlaces + countKept(in: area, filter)
  }

  private func countKept(in area: Area, _ filter: PlaceCriteria) throws(Failure) -> Int {
    switch storage {
    case .shapes: return try places(in: area, filter).count
    case .files(_, nil) where filter.country?.region != nil:
      return try places(in: area, filter).count
    case .embedded:
      if case .disc(let center, let radius) = area {
        return embeddedNearest(to: center, count: .max, within: radius, filter).count
      }
      return inMemory(filter).count(in: area)
    case .features: return inMemory(filter).count(in: area)
    case .files(let files, let features):
      return try reading(files) { () throws(IndexFileError) in
        try inFiles(files, features, filter).count(in: area)
      }
    }
  }

  /// The lines and areas that a search returns, with their coordinates.
  private func found(
    _ shapes: ShapeSource, by search: () throws(IndexFileError) -> [ShapeSource.Found],
    at place: (GeoShape) -> Coordinate?
  ) throws(Failure) -> [Found] {
    try reading { () throws(IndexFileError) in
      var found: [Found] = []
      for next in try search() {
        let shape = try shapes.shape(at: next.offset)
        found.append(
          Found(
            handle: .record(PartRecord(bytes: next.record)), offset: next.offset,
            distance: next.distance,
            place: place(shape)))
      }
      return found
    }
  }

  // MARK: Results

  /// A search result as a row of the printed list.
  func row(_ found: Found) -> PlaceList.Row {
    switch (storage, found.handle) {
    case (.shapes(let shapes), .record(let record)):
      // In a damaged file the page of another part may be unreadable; the properties are known.
      let feature = (try? shapes.feature(at: found.offset).feature) ?? shapes.feature(record.bytes)
      var row = (roles ?? PlaceRoles([])).row(feature)
      if let place = found.place { row.place.coordinate = place }
      return row
    case (.features(let features, _), .position(let position)):
      return roles?.row(features[position]) ?? PlaceRoles([]).row(features[position])
    case (.files(_, let features?), .record(let record)):
      return features.row(record)
    case (_, .record(let record)):
      // The records of an index that another program built are taken as names.
      let none = Coordinate(latitude: .nan, longitude: .nan)
      return PlaceList.Row(
        place: Place(name: String(decoding: record.bytes, as: UTF8.self), coordinate: none))
    case (_, .position(let position)):
      return PlaceList.Row(place: Gazetteer.embedded.group(of: position)[position])
    }
  }

  /// The coordinate of a search result.
  func coordinate(_ found: Found) -> Coordinate {
    switch (storage, found.handle) {
    case (.features(let features, _), .position(let position)):
      features.coordinate(at: position)
    case (.files(_, let features?), .record(let record)): features.coordinate(record)
    case (_, .record): found.place ?? Coordinate(latitude: .nan, longitude: .nan)
    case (_, .position(let position)):
      Gazetteer.embedded.group(of: position).coordinate(at: position)
    }
  }

  // MARK: Filters

  /// The index of places in memory; for an embedded kind with its own index, that index.
  private func index(_ filter: PlaceCriteria) -> PlaceIndex<Int> {
    if case .features(_, let index) = storage { return index }
    return Gazetteer.embedded.index(of: filter.kind.map { Place.Kind($0) })
  }

  /// The predicate for a place in memory; `nil` if all places pass.
  private func isIncluded(_ filter: PlaceCriteria) -> ((Int) -> Bool)? {
    guard case .features(let features, _) = storage else {
      guard let country = filter.country else { return nil }
      let world = Gazetteer.embedded
      return { position in
        let places = world.group(of: position)
        return country.accepts(
          word: places[position].countryCode, at: places.coordinate(at: position))
      }
    }
    let roles = roles
    return test(filter) { role, position in
      roles?[role].flatMap { features.value(ofProperty: $0, at: position) }
    } at: {
      features.coordinate(at: $0)
    }
  }

  /// The predicate for a record of a file; `nil` if all records pass.
  private func isIncluded(
    _ filter: PlaceCriteria, _ features: PartRecords?
  ) -> ((PartRecord) -> Bool)? {
    test(filter) {
      features?.value(of: $0, $1)
    } at: {
      features?.coordinate($0) ?? Coordinate(latitude: .nan, longitude: .nan)
    }
  }

  /// The predicate for a line or an area, which is in the country of its first position.
  private func isIncluded(
    _ filter: PlaceCriteria, _ shapes: ShapeSource
  ) -> (ShapeSource.Found) -> Bool {
    let roles = roles
    return test(filter) { role, found in
      roles?[role].flatMap { shapes.value(ofProperty: $0, found.record) }
    } at: {
      (try? shapes.shape(at: $0.offset))?.firstPlace
        ?? Coordinate(latitude: .nan, longitude: .nan)
    } ?? { _ in true }
  }

  /// The predicate for a place: its property decides the kind, and its coordinate the country,
  /// unless its own country column is to decide.
  private func test<Place>(
    _ filter: PlaceCriteria, value: @escaping (PlaceColumns.Role, Place) -> PropertyValue?,
    at coordinate: @escaping (Place) -> Coordinate
  ) -> ((Place) -> Bool)? {
    guard !filter.isEmpty else { return nil }
    let kind = filter.kind?.lowercased()
    let country = filter.country
    return { place in
      if let kind {
        guard let word = value(.kind, place), word.cell.lowercased() == kind else {
          return false
        }
      }
      return country?.accepts(word: value(.country, place)?.cell, at: coordinate(place)) ?? true
    }
  }
}

extension Gazetteer {
  /// The places, aerodromes or destinations that contain a position.
  fileprivate func group(of position: Int) -> Places {
    if places.indices.contains(position) { return places }
    return aerodromes.indices.contains(position) ? aerodromes : destinations
  }
}
