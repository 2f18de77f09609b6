internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory
internal import CairnPictures

/// The places of a file on a map, if they are too many for memory.
///
/// Two spill files hold 32 bytes for each place that is drawn, and the properties for the places
/// that are labeled.
final class SpilledMarkers: MarkerCollection {
  private let features: SpilledFeatures
  private let points: Lock<SpillFile>
  /// The error of reading the spill files, if any.
  private let problem = Lock<IndexFileError?>(nil)
  private let others: [MapPicture.Marker]
  private let whole: @Sendable (SpilledFeature) -> MapPicture.Marker
  let categories: [String]
  /// The number of places, including those without a valid coordinate.
  let count: Int

  /// Reads the features once; returns nil if none pass the filter.
  ///
  /// - Parameters:
  ///   - features: the features.
  ///   - others: places that come before them.
  ///   - path: a path, which need not exist; the spill file is created in its folder.
  ///   - drawn: returns the marker of a feature without its name; nil to leave the feature out.
  ///   - whole: returns the marker of a feature with its name and its details.
  /// - Throws: ``IndexFileError`` if a spill file cannot be read or written.
  init?(
    _ features: SpilledFeatures, behind others: [MapPicture.Marker], beside path: String,
    drawn: (SpilledFeature) -> MapPicture.Marker?,
    whole: @escaping @Sendable (SpilledFeature) -> MapPicture.Marker
  ) throws(IndexFileError) {
    let points = Lock(SpillFile(beside: path))
    var record: [UInt8] = []
    var numbers: [String: Int] = [:]
    var categories: [String] = []
    var count = 0
    func add(_ marker: MapPicture.Marker, _ number: Int) throws(IndexFileError) {
      if numbers[marker.category] == nil, categories.count < MarkerPoint.categoryCount {
        numbers[marker.category] = categories.count
        categories.append(marker.category)
      }
      count += 1
      let point = MarkerPoint(
        marker.coordinate, importance: marker.importance, number: number,
        category: numbers[marker.category] ?? MarkerPoint.categoryCount)
      point.write(to: &record)
      do throws(FileError) {
        try points.withLock { points throws(FileError) in try points.append(record: record[...]) }
      } catch {
        throw IndexFileError(error)
      }
    }
    var number = 0
    for marker in others {
      try add(marker, number)
      number += 1
    }
    try features.forEach { feature throws(IndexFileError) in
      if let marker = drawn(feature) { try add(marker, number) }
      number += 1
    }
    self.others = others
    self.whole = whole
    self.categories = categories
    self.count = count
    self.features = features
    self.points = points
    if count == 0 { return nil }
  }

  func forEach(_ body: (MarkerPoint) -> Void) {
    note { () throws(IndexFileError) in
      try points.withLock { points throws(IndexFileError) in
        try points.forEachRecord { bytes, range throws(IndexFileError) in
          body(MarkerPoint(bytes, at: range.lowerBound))
        } failure: {
          IndexFileError($0)
        }
      }
    }
  }

  /// Runs a closure and records its error.
  private func note(_ work: () throws(IndexFileError) -> Void) {
    do throws(IndexFileError) { try work() } catch { problem.withLock { $0 = error } }
  }

  func markers(at numbers: [Int]) -> [MapPicture.Marker] {
    var found: [MapPicture.Marker] = []
    var next = 0
    while next < numbers.count, numbers[next] < others.count {
      found.append(others[numbers[next]])
      next += 1
    }
    guard next < numbers.count else { return found }
    var number = others.count
    note { () throws(IndexFileError) in
      try features.forEach { feature in
        if next < numbers.count, numbers[next] == number {
          found.append(whole(feature))
          next += 1
        }
        number += 1
      }
    }
    return found
  }

  /// Throws the error of reading the spill files, if there was one.
  func check() throws(Failure) {
    let problem = problem.withLock { $0 }
    if let problem { try writing { () throws(IndexFileError) in throw problem } }
  }
}

extension MarkerPoint {
  private static let byteCount = 32

  /// Writes the point as a record, which replaces the bytes of an array.
  fileprivate func write(to record: inout [UInt8]) {
    record.removeAll(keepingCapacity: true)
    record.append(atMost: Self.byteCount) { buffer in
      buffer.store(coordinate.latitude.bitPattern, at: 0)
      buffer.store(coordinate.longitude.bitPattern, at: 8)
      buffer.store(importance.bitPattern, at: 16)
      buffer.store(UInt64(truncatingIfNeeded: number << 8 | category), at: 24)
      return Self.byteCount
    }
  }

  /// Reads the point whose record starts at a position.
  fileprivate init(_ bytes: [UInt8], at start: Int) {
    self = bytes.withUnsafeSpan { words in
      let last = Int(truncatingIfNeeded: words.word(at: start + 24))
      return MarkerPoint(
        Coordinate(
          latitude: Double(bitPattern: words.word(at: start)),
          longitude: Double(bitPattern: words.word(at: start + 8))),
        importance: Double(bitPattern: words.word(at: start + 16)), number: last >> 8,
        category: last & 0xFF)
    }
  }
}

/// The properties of spilled features that a map needs.
struct SpilledColumns {
  private let kind: Int?
  private let country: Int?
  private let population: Int?
  /// The column of categories; nil if the kind decides, or if the column has another role.
  private let category: Int?
  private let isByKind: Bool
  private let isByCountry: Bool
  private let isByPopulation: Bool

  init(_ roles: PlaceRoles, _ category: String?, _ names: [String]) {
    func number(_ role: PlaceColumns.Role) -> Int? {
      roles[role].flatMap { names.firstIndex(of: roles.names[$0]) }
    }
    kind = number(.kind)
    country = number(.country)
    population = number(.population)
    // Naming the column of kinds is equivalent to the default; then only the kind is needed.
    isByKind = category == nil || category == roles[.kind].map { roles.names[$0] }
    isByCountry = !isByKind && category == roles[.country].map { roles.names[$0] }
    isByPopulation = !isByKind && category == roles[.population].map { roles.names[$0] }
    self.category = category.flatMap { roles.others.contains($0) ? names.firstIndex(of: $0) : nil }
  }

  /// The category that decides a place's color; nil if the whole feature is needed to decide.
  func category(_ feature: SpilledFeature) -> String? {
    if isByKind { return kind.flatMap { feature.value(ofProperty: $0) }?.cell ?? "" }
    if isByCountry { return country(feature) ?? "" }
    if isByPopulation {
      let value = population.flatMap { feature.value(ofProperty: $0) }
      // A population that is not a number is kept as text.
      return PlaceRoles.people(value).map { String($0) } ?? value?.cell ?? ""
    }
    return category.flatMap { feature.value(ofProperty: $0) }?.cell
  }

  func country(_ feature: SpilledFeature) -> String? {
    country.flatMap { feature.value(ofProperty: $0) }.map(\.cell).flatMap { $0.isEmpty ? nil : $0 }
  }

  func importance(_ feature: SpilledFeature) -> Double {
    let people = PlaceRoles.people(population.flatMap { feature.value(ofProperty: $0) })
    return Double(max(people ?? 0, 0))
  }
}
