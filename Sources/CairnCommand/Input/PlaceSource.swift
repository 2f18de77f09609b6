internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory
internal import CairnPlaces
internal import CairnShapes

/// The places that a command searches: the embedded ones, those of a file, or an index file.
struct PlaceSource {
  /// A reference to a place in the index: its position, or its record in the file.
  enum Handle {
    case position(Int)
    case record(RecordBytes)
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
    case file(MappedPlaceIndex<RecordBytes>, FeatureRecords?)
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

  /// Opens an index file, which is memory-mapped.
  init(indexFile path: String) throws(Failure) {
    self = try reading(path) { () throws(IndexFileError) in
      if let shapes = try ShapeSource(indexFile: path) {
        return PlaceSource(storage: .shapes(shapes), roles: PlaceRoles(shapes.propertyNames))
      }
      let file = try MappedPlaceIndex(opening: path)
      let features = try FeatureRecords(file)
      return PlaceSource(
        storage: .file(file, features),
        roles: PlaceRoles(features?.propertyNames ?? [PlaceColumns.Role.name.rawValue]))
    }
  }

  // MARK: Queries

  /// Throws if the filter needs a column that the places do not have.
  func check(_ filter: PlaceFilter) throws(Failure) {
    guard let roles else { return }
    try filter.country?.check(hasColumn: roles[.country] != nil, of: "the file")
  }

  /// The nearest places, nearest first.
  func nearest(
    to center: Coordinate, count: Int, within radius: Double, _ filter: PlaceFilter
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
    guard case .file(let file, let features) = storage else {
      return inMemory(filter).nearest(to: center, count: count, within: radius, in: country)
    }
    return try reading { () throws(IndexFileError) in
      try inFile(file, features, filter)
        .nearest(to: center, count: count, within: radius, in: country)
    }
  }

  /// The nearest embedded places; the city around the center comes first.
  private func embeddedNearest(
    to center: Coordinate, count: Int, within radius: Double, _ filter: PlaceFilter
  ) -> [Neighbor<Int>] {
    Gazetteer.embedded.positions(
      nearestTo: center, count: count, within: radius,
      kind: filter.kind.map { Place.Kind($0) }, where: isIncluded(filter))
  }

  /// The places in memory that pass a filter.
  private func inMemory(_ filter: PlaceFilter) -> FilteredPlaces<PlaceIndex<Int>> {
    FilteredPlaces(index: index(filter), isIncluded: isIncluded(filter)) { .position($0) }
  }

  /// The places of an index file that pass a filter.
  private func inFile(
    _ file: MappedPlaceIndex<RecordBytes>, _ features: FeatureRecords?, _ filter: PlaceFilter
  ) -> FilteredPlaces<MappedPlaceIndex<RecordBytes>> {
    FilteredPlaces(index: file, isIncluded: isIncluded(filter, features)) { .record($0) }
  }

  /// The places in an area: by distance if the area is a disc or a path, otherwise in the order of
  /// the input.
  func places(in area: Area, _ filter: PlaceFilter) throws(Failure) -> [Found] {
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
    if case .file(let file, nil) = storage, let country = filter.country?.region {
      // The records of an index that another program built have no coordinates.
      let offsets = try reading { () throws(IndexFileError) in try file.keys(in: country) }
      let inside = Set(offsets)
      var others = filter
      others.country = nil
      return try places(in: area, others).filter { inside.contains($0.offset) }
    }
    if case .disc(let center, let radius) = area {
      return try nearest(to: center, count: .max, within: radius, filter)
    }
    guard case .file(let file, let features) = storage else {
      return inMemory(filter).places(in: area)
    }
    return try reading { () throws(IndexFileError) in
      try inFile(file, features, filter).places(in: area)
    }
  }

  /// The number of places in an area.
  func count(in area: Area, _ filter: PlaceFilter) throws(Failure) -> Int {
    try countedPlaces + countKept(in: area, filter)
  }

  private func countKept(in area: Area, _ filter: PlaceFilter) throws(Failure) -> Int {
    switch storage {
    case .shapes: return try places(in: area, filter).count
    case .file(_, nil) where filter.country?.region != nil:
      return try places(in: area, filter).count
    case .embedded:
      if case .disc(let center, let radius) = area {
        return embeddedNearest(to: center, count: .max, within: radius, filter).count
      }
      return inMemory(filter).count(in: area)
    case .features: return inMemory(filter).count(in: area)
    case .file(let file, let features):
      return try reading { () throws(IndexFileError) in
        try inFile(file, features, filter).count(in: area)
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
            handle: .record(next.record), offset: next.offset, distance: next.distance,
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
      var row = (roles ?? PlaceRoles([])).row(shapes.feature(record))
      if let place = found.place { row.place.coordinate = place }
      row.geometry = (try? shapes.shape(at: found.offset))?.geometry
      return row
    case (.features(let features, _), .position(let position)):
      return roles?.row(features[position]) ?? PlaceRoles([]).row(features[position])
    case (.file(_, let features?), .record(let record)):
      return (roles ?? PlaceRoles([])).row(features.feature(record))
    case (_, .record(let record)):
      // The records of an index that another program built are taken as names.
      let none = Coordinate(latitude: .nan, longitude: .nan)
      return PlaceList.Row(
        place: Place(name: String(decoding: record, as: UTF8.self), coordinate: none))
    case (_, .position(let position)):
      return PlaceList.Row(place: Gazetteer.embedded.group(of: position)[position])
    }
  }

  /// The coordinate of a search result.
  func coordinate(_ found: Found) -> Coordinate {
    switch (storage, found.handle) {
    case (.features(let features, _), .position(let position)):
      features.coordinate(at: position)
    case (.file(_, let features?), .record(let record)): features.coordinate(record)
    case (_, .record): found.place ?? Coordinate(latitude: .nan, longitude: .nan)
    case (_, .position(let position)):
      Gazetteer.embedded.group(of: position).coordinate(at: position)
    }
  }

  // MARK: Filters

  /// The index of places in memory; for an embedded kind with its own index, that index.
  private func index(_ filter: PlaceFilter) -> PlaceIndex<Int> {
    if case .features(_, let index) = storage { return index }
    return Gazetteer.embedded.index(of: filter.kind.map { Place.Kind($0) })
  }

  /// The predicate for a place in memory; `nil` if all places pass.
  private func isIncluded(_ filter: PlaceFilter) -> ((Int) -> Bool)? {
    guard case .features(let features, _) = storage else {
      guard let country = filter.country else { return nil }
      let world = Gazetteer.embedded
      return { position in
        let places = world.group(of: position)
        return country.accepts(
          word: places[position].countryCode, at: places.coordinate(at: position))
      }
    }
    return test(filter) {
      features.value(ofProperty: $0, at: $1)
    } at: {
      features.coordinate(at: $0)
    }
  }

  /// The predicate for a record of a file; `nil` if all records pass.
  private func isIncluded(
    _ filter: PlaceFilter, _ features: FeatureRecords?
  ) -> ((RecordBytes) -> Bool)? {
    test(filter) {
      features?.value(ofProperty: $0, $1)
    } at: {
      features?.coordinate($0) ?? Coordinate(latitude: .nan, longitude: .nan)
    }
  }

  /// The predicate for a line or an area, which is in the country of its first position.
  private func isIncluded(
    _ filter: PlaceFilter, _ shapes: ShapeSource
  ) -> (ShapeSource.Found) -> Bool {
    test(filter) {
      shapes.value(ofProperty: $0, $1.record)
    } at: {
      (try? shapes.shape(at: $0.offset))?.firstPlace
        ?? Coordinate(latitude: .nan, longitude: .nan)
    } ?? { _ in true }
  }

  /// The predicate for a place: its property decides the kind, and its coordinate the country,
  /// unless its own country column is to decide.
  private func test<Place>(
    _ filter: PlaceFilter, value: @escaping (Int, Place) -> PropertyValue?,
    at coordinate: @escaping (Place) -> Coordinate
  ) -> ((Place) -> Bool)? {
    guard !filter.isEmpty else { return nil }
    let kind = filter.kind?.lowercased()
    let country = filter.country
    let (kinds, countries) = (roles?[.kind], roles?[.country])
    return { place in
      if let kind {
        guard let word = kinds.flatMap({ value($0, place) }), word.cell.lowercased() == kind else {
          return false
        }
      }
      return country?.accepts(
        word: countries.flatMap { value($0, place) }?.cell, at: coordinate(place)) ?? true
    }
  }
}

/// Runs a step that reads an index file, and turns its error into a ``Failure``.
func reading<Answer>(
  _ path: String? = nil, _ work: () throws(IndexFileError) -> Answer
) throws(Failure) -> Answer {
  do {
    return try work()
  } catch {
    guard case .system(let operation, let path, let code) = error else {
      throw Failure(
        code: .data, message: (path.map { "\(Spelling.quoted($0)): " } ?? "") + error.description)
    }
    throw Failure(
      code: .noInput,
      message: "cannot \(operation) \(Spelling.quoted(path)): "
        + System.Problem(number: code).message)
  }
}

extension Gazetteer {
  /// The places, aerodromes or destinations that contain a position.
  fileprivate func group(of position: Int) -> Places {
    if places.indices.contains(position) { return places }
    return aerodromes.indices.contains(position) ? aerodromes : destinations
  }
}
