public import CairnCountryFacts
public import CairnIndex
internal import CairnMemory

/// A book in a memory-mapped file: opening it builds nothing, so a server or an app can search at
/// once.
///
/// ```swift
/// let book = try MappedPlaceBook(opening: "spots.cairn", id: \.id, fields: fields) { record in
///   Spot(record)
/// }
/// try book.places(
///   .init(words: "cafe riv", filters: [.isFalse(\.visited)], center: here, limit: 20))
/// ```
///
/// ``PlaceBook/write(to:record:)`` writes such files. The queries are those of ``PlaceBook``, with
/// the same results; the book cannot be changed. To change it, keep a ``PlaceBook`` and write a new
/// file.
///
/// The file is mapped, not read: a query loads the pages of the words and places that it uses, and
/// processes that have the same file open share them. The columns of the fields are loaded by the
/// first query with a condition, a statistic or similar places, the countries and importances by
/// the first query that needs them: a few milliseconds for a million places. Elements are decoded
/// from their records each time they are returned or read by a closure.
///
/// Every byte of the file is covered by a checksum, and every page is verified at its first use.
/// Queries therefore throw: a damaged file causes an `IndexFileError`, and never a wrong result.
/// Once a query has failed, all later ones do.
public struct MappedPlaceBook<ID: Hashable & Sendable & CustomStringConvertible, Element: Sendable>:
  Sendable
{
  private let file: MappedPlaceIndex<Element>
  private let identify: @Sendable (Element) -> ID
  private let emptyColumns: [any PlaceColumn<Element>]
  internal let source: MappedSource
  private let loadedColumns = Once<[any PlaceColumn<Element>]>()

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a file written by ``PlaceBook/write(to:record:)``.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - fields: the fields with which the book was created, in the same order.
  ///   - decode: converts a record to an element.
  /// - Throws: `IndexFileError` if the file cannot be opened, is not a place book, or has other
  ///   fields.
  /// - Complexity: O(1) except for one bit for each place and each page.
  public init(
    opening path: String, id: @escaping @Sendable (Element) -> ID, fields: [PlaceField<Element>],
    decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(MappedPlaceIndex(parts: path, decode: decode), id, fields)
  }

  /// Opens a file from bytes in memory, which are copied.
  ///
  /// - Parameters:
  ///   - bytes: the result of ``PlaceBook/encoded(record:)``.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - fields: the fields with which the book was created, in the same order.
  ///   - decode: converts a record to an element.
  /// - Throws: `IndexFileError` if the file is not a place book or has other fields.
  public init(
    bytes: [UInt8], id: @escaping @Sendable (Element) -> ID, fields: [PlaceField<Element>],
    decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(MappedPlaceIndex(partsOf: bytes, decode: decode), id, fields)
  }

  private init(
    _ file: MappedPlaceIndex<Element>, _ id: @escaping @Sendable (Element) -> ID,
    _ fields: [PlaceField<Element>]
  ) throws(IndexFileError) {
    self.file = file
    identify = id
    source = try MappedSource(file)
    var columns: [any PlaceColumn<Element>] = []
    var (hasImportances, hasAreas) = (false, false)
    for field in fields {
      switch field.kind {
      case .text: break
      case .areas: hasAreas = true
      case .column(let column): columns.append(column)
      case .importance: hasImportances = true
      }
    }
    emptyColumns = columns
    let (wanted, found) = (columns.map { type(of: $0).kind }, source.header.kinds)
    let difference = zip(wanted, found).enumerated().first { $0.element.0 != $0.element.1 }
    if let (number, (wanted, found)) = difference {
      throw Self.otherFields("field \(number + 1) is \(found.name), not \(wanted.name)")
    }
    guard wanted.count == found.count else {
      throw Self.otherFields("\(found.count) fields without words, not \(wanted.count)")
    }
    let texts = fields.filter { if case .text = $0.kind { true } else { false } }
    let textCount = UInt8(clamping: texts.count)
    if let found = source.header.textCount, found != textCount {
      throw Self.otherFields("\(found) fields of words, not \(textCount)")
    }
    guard hasImportances == source.header.hasImportances else {
      throw Self.otherFields(hasImportances ? "no importance" : "an importance")
    }
    guard hasAreas == source.header.hasAreas else {
      throw Self.otherFields(hasAreas ? "no areas" : "areas")
    }
  }

  private static func otherFields(_ difference: String) -> IndexFileError {
    .malformed(
      section: .records,
      reason: "a place book of other fields (\(difference)); open it with the fields of its writer")
  }

  /// Runs a query, and throws if it used a damaged part of the file.
  private func verified<Result>(_ query: () -> Result) throws(IndexFileError) -> Result {
    let result = query()
    try file._verify()
    return result
  }
}

extension MappedPlaceBook: BookReading {
  internal var columns: [any PlaceColumn<Element>] {
    loadedColumns {
      var views = source.views.dropFirst(BookFileHeader.commonCount)
      let element = elementReader()
      var columns: [any PlaceColumn<Element>] = []
      for empty in emptyColumns {
        let size = type(of: empty).kind.sectionCount
        let sections = ColumnSections(
          views: Array(views.prefix(size)), count: count, element: element)
        views = views.dropFirst(size)
        // The queries that use the columns throw if one of them is damaged.
        guard let column = empty.read(sections) else { return [] }
        columns.append(column)
      }
      return columns
    }
  }

  internal func elementReader() -> (Int) -> Element? {
    let (file, count) = (file, count)
    return { slot in
      guard slot >= 0, slot < count else { return nil }
      do throws(IndexFileError) { return try file.element(at: slot) } catch { return nil }
    }
  }

  internal func search(_ query: PlaceBookQuery<Element>) -> [Ranked] {
    Search<MappedSource>(source, self, query)?.answer() ?? []
  }

  private func slot(of id: ID) -> Int? {
    let element = elementReader()
    return source.slot(withHash: MappedSource.hash(id)) { element($0).map(identify) == id }
  }

  private func matches(_ found: [Ranked]) -> [PlaceBookMatch<ID, Element>] {
    let element = elementReader()
    return found.compactMap { found in
      guard let element = element(found.slot) else { return nil }
      return PlaceBookMatch(
        id: identify(element), element: element,
        distance: found.distance.isNaN ? nil : found.distance, kind: found.kind)
    }
  }
}

// MARK: Queries

extension MappedPlaceBook {
  /// The number of places.
  public var count: Int { source.header.count }

  /// Whether the book has no places.
  public var isEmpty: Bool { count == 0 }

  /// Returns the element with an ID; nil if no element has it.
  ///
  /// - Complexity: O(log n).
  public func element(withID id: ID) throws(IndexFileError) -> Element? {
    try verified { slot(of: id).flatMap(elementReader()) }
  }

  /// Returns all elements, in the order in which their IDs were inserted.
  ///
  /// - Complexity: O(n).
  public func elements() throws(IndexFileError) -> [Element] {
    try verified { (0..<count).compactMap(elementReader()) }
  }

  /// Returns the country of the place with an ID, by the atlas of the book that was written; nil if
  /// none exists.
  public func country(of id: ID) throws(IndexFileError) -> Country? {
    try verified {
      let codes = source.countries
      return slot(of: id).flatMap { $0 < codes.count ? Country(packedCode: codes[$0]) : nil }
    }
  }

  /// Returns the places that match a query, as ``PlaceBook/places(_:)`` does.
  public func places(
    _ query: PlaceBookQuery<Element>
  ) throws(IndexFileError) -> [PlaceBookMatch<ID, Element>] {
    try verified { matches(search(query)) }
  }

  /// Returns the number of places that match a query, at most its limit.
  public func count(_ query: PlaceBookQuery<Element>) throws(IndexFileError) -> Int {
    var query = query
    query.order = .distance
    return try verified { search(query).count }
  }

  /// Returns the places nearest to a place of the book, as
  /// ``PlaceBook/nearby(_:within:limit:where:)`` does.
  public func nearby(
    _ id: ID, within radius: Double = .infinity, limit: Int = 10,
    where filters: [PlaceFilter<Element>] = []
  ) throws(IndexFileError) -> [PlaceBookMatch<ID, Element>] {
    try verified {
      slot(of: id).map { matches(placesNear($0, radius, limit, filters)) } ?? []
    }
  }

  /// Returns the places most similar to a place of the book, as
  /// ``PlaceBook/alike(_:limit:where:by:)`` does.
  public func alike(
    _ id: ID, limit: Int = 10, where filters: [PlaceFilter<Element>] = [],
    by similarity: PlaceSimilarity<Element> = .init()
  ) throws(IndexFileError) -> [PlaceBookMatch<ID, Element>] {
    try recommendations(likedIDs: [id], limit: limit, where: filters, by: similarity)
  }

  /// Returns the places most similar to several places, as
  /// ``PlaceBook/recommendations(likedIDs:limit:where:by:)`` does.
  public func recommendations(
    likedIDs: [ID], limit: Int = 10, where filters: [PlaceFilter<Element>] = [],
    by similarity: PlaceSimilarity<Element> = .init()
  ) throws(IndexFileError) -> [PlaceBookMatch<ID, Element>] {
    try verified {
      matches(placesLike(likedIDs.compactMap { slot(of: $0) }, limit, filters, similarity))
    }
  }

  /// Groups the places by category, as ``PlaceBook/statistics(by:visited:rating:matching:)`` does.
  public func statistics<Key: Hashable & Sendable>(
    by path: any KeyPath<Element, Key> & Sendable, visited: PlaceFilter<Element>? = nil,
    rating: PlaceNumberKey<Element>? = nil, matching query: PlaceBookQuery<Element>? = nil
  ) throws(IndexFileError) -> [PlaceGroup<Key>] {
    try verified { groups(by: path, visited, rating, query) }
  }

  /// Groups the places by tag, as ``PlaceBook/statistics(byEach:visited:rating:matching:)`` does.
  public func statistics<Tags: Collection & Sendable>(
    byEach path: any KeyPath<Element, Tags> & Sendable, visited: PlaceFilter<Element>? = nil,
    rating: PlaceNumberKey<Element>? = nil, matching query: PlaceBookQuery<Element>? = nil
  ) throws(IndexFileError) -> [PlaceGroup<Tags.Element>] where Tags.Element: Hashable & Sendable {
    try verified { groups(byEach: path, visited, rating, query) }
  }

  /// Groups the places by country, as ``PlaceBook/statisticsByCountry(visited:rating:matching:)``
  /// does.
  public func statisticsByCountry(
    visited: PlaceFilter<Element>? = nil, rating: PlaceNumberKey<Element>? = nil,
    matching query: PlaceBookQuery<Element>? = nil
  ) throws(IndexFileError) -> [PlaceGroup<Country>] {
    try verified { groupsByCountry(visited, rating, query) }
  }

  /// Returns the countries that contain places, as ``PlaceBook/countries(matching:)`` does.
  public func countries(
    matching query: PlaceBookQuery<Element>? = nil
  ) throws(IndexFileError) -> [Country] {
    try verified { countriesOfPlaces(query) }
  }

  /// Returns the statistics of all places, as ``PlaceBook/summary(visited:rating:matching:)`` does.
  public func summary(
    visited: PlaceFilter<Element>? = nil, rating: PlaceNumberKey<Element>? = nil,
    matching query: PlaceBookQuery<Element>? = nil
  ) throws(IndexFileError) -> PlaceSummary {
    try verified { summaryOfPlaces(visited, rating, query) }
  }

  /// Verifies every page of the file.
  ///
  /// - Throws: `IndexFileError` for the first invalid page.
  /// - Complexity: O(n), at about memory bandwidth.
  public func checkEverything() throws(IndexFileError) {
    try file.checkEverything()
  }
}
