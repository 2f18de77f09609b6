internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory
internal import CairnPictures

/// Places of a file on a map where they are too many to be in memory: on the disk wait what is
/// drawn of each in 32 bytes, and its properties for those that are told by name.
final class MarkerSpool: MapCrowd {
  private let features: FeatureSpool
  private let points: PointSpool
  /// Why they could not be read again.
  private let problem = Lock<IndexFileError?>(nil)
  private let others: [MapPicture.Marker]
  private let whole: @Sendable (WaitingFeature) -> MapPicture.Marker
  let categories: [String]
  /// How many there are, those that are nowhere among them.
  let count: Int

  /// Goes through features once; nil where none is wanted.
  ///
  /// - Parameters:
  ///   - features: the features.
  ///   - others: places that stand before them.
  ///   - path: a file that need not be there; the places wait in its folder.
  ///   - drawn: the place of a feature without its name; nil where it is not wanted.
  ///   - whole: the place of a feature with its name and its details.
  /// - Throws: ``IndexFileError`` where the disk refuses.
  init?(
    _ features: FeatureSpool, behind others: [MapPicture.Marker], beside path: String,
    drawn: (WaitingFeature) -> MapPicture.Marker?,
    whole: @escaping @Sendable (WaitingFeature) -> MapPicture.Marker
  ) throws(IndexFileError) {
    let points = PointSpool(beside: path)
    var numbers: [String: Int] = [:]
    var categories: [String] = []
    var count = 0
    func add(_ marker: MapPicture.Marker, _ number: Int) throws(IndexFileError) {
      if numbers[marker.category] == nil, categories.count < CrowdPoint.categoryCount {
        numbers[marker.category] = categories.count
        categories.append(marker.category)
      }
      count += 1
      try points.append(
        CrowdPoint(
          marker.coordinate, importance: marker.importance, number: number,
          category: numbers[marker.category] ?? CrowdPoint.categoryCount))
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

  func forEach(_ body: (CrowdPoint) -> Void) {
    note { () throws(IndexFileError) in try points.forEach(body) }
  }

  /// Does a piece of work, and keeps why that went wrong.
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

  /// Says why the places could not be read again, if that was so.
  func check() throws(Failure) {
    let problem = problem.withLock { $0 }
    if let problem { try writing { () throws(IndexFileError) in throw problem } }
  }
}

/// Points of a crowd, few of them in memory.
private final class PointSpool: @unchecked Sendable {
  private let reading = Lock(())
  private var bytes: WaitingBytes
  private var pending: [UInt8] = []
  private static let size = 32

  init(beside path: String) { bytes = WaitingBytes(beside: path) }

  func append(_ point: CrowdPoint) throws(IndexFileError) {
    pending.append(atMost: Self.size) { room in
      room.store(point.coordinate.latitude.bitPattern, at: 0)
      room.store(point.coordinate.longitude.bitPattern, at: 8)
      room.store(point.importance.bitPattern, at: 16)
      room.store(UInt64(truncatingIfNeeded: point.number << 8 | point.category), at: 24)
      return Self.size
    }
    if pending.count >= 1 << 16 { try flush() }
  }

  private func flush() throws(IndexFileError) {
    do throws(FileError) {
      try bytes.append(pending[...])
    } catch {
      throw IndexFileError(waiting: error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  func forEach(_ body: (CrowdPoint) -> Void) throws(IndexFileError) {
    try reading.withLock { _ throws(IndexFileError) in try read(body) }
  }

  private func read(_ body: (CrowdPoint) -> Void) throws(IndexFileError) {
    try flush()
    try bytes.read(inMultiplesOf: Self.size) { piece throws(IndexFileError) in
      piece.withWindow { words in
        for start in stride(from: 0, to: piece.count - Self.size + 1, by: Self.size) {
          let last = Int(truncatingIfNeeded: words.word(at: start + 24))
          body(
            CrowdPoint(
              Coordinate(
                latitude: Double(bitPattern: words.word(at: start)),
                longitude: Double(bitPattern: words.word(at: start + 8))),
              importance: Double(bitPattern: words.word(at: start + 16)), number: last >> 8,
              category: last & 0xFF))
        }
      }
    } failure: {
      IndexFileError(waiting: $0)
    }
  }
}

/// Which properties of features that wait say what a map draws of them.
struct WaitingColumns {
  private let kind: Int?
  private let country: Int?
  private let population: Int?
  /// The column of categories: nil where what a place is decides, and where another role does.
  private let category: Int?
  private let isByKind: Bool

  init(_ roles: PlaceRoles, _ category: String?, _ names: [String]) {
    func number(_ role: PlaceColumns.Role) -> Int? {
      roles[role].flatMap { names.firstIndex(of: roles.names[$0]) }
    }
    kind = number(.kind)
    country = number(.country)
    population = number(.population)
    // A column of kinds says the same by its name, and then nothing else of a place is needed.
    isByKind = category == nil || category == roles[.kind].map { roles.names[$0] }
    self.category = category.flatMap { roles.others.contains($0) ? names.firstIndex(of: $0) : nil }
  }

  /// What decides a place's colour; nil where more has to be known of it.
  func category(_ feature: WaitingFeature) -> String? {
    if isByKind { return kind.flatMap { feature.value(ofProperty: $0) }?.cell ?? "" }
    return category.flatMap { feature.value(ofProperty: $0) }?.cell
  }

  func country(_ feature: WaitingFeature) -> String? {
    country.flatMap { feature.value(ofProperty: $0) }.map(\.cell).flatMap { $0.isEmpty ? nil : $0 }
  }

  func importance(_ feature: WaitingFeature) -> Double {
    let people = PlaceRoles.people(population.flatMap { feature.value(ofProperty: $0) })
    return Double(max(people ?? 0, 0))
  }
}
