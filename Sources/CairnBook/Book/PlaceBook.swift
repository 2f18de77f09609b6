public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex
internal import CairnMemory

/// A searchable collection of an app's places: by text, filters, location and rank.
///
/// The elements are the app's own types and need no conformance. Each has an ID, by which it is
/// replaced and removed, and a coordinate; key paths declare the other searchable fields.
///
/// ```swift
/// var book = try PlaceBook(
///   spots, id: \.id, coordinate: \.place,
///   fields: [
///     .words(\.name), .words { $0.notes }, .category(\.kind), .flag(\.visited), .number(\.rating),
///   ])
/// try book.insert(spot)
/// book.places(.init(words: "cafe riv", filters: [.isFalse(\.visited)], center: here, limit: 20))
/// book.nearby("rivoire", limit: 5)
/// book.statistics(by: \.kind, visited: .isTrue(\.visited), rating: .value(\.rating))
/// ```
///
/// In a module with main-actor isolation by default, as new Xcode projects have, declare the
/// element `nonisolated struct Spot`: its key paths are then `Sendable`, and the book can be used
/// on any thread. Otherwise the compiler reports "converting non-Sendable function value to
/// '@Sendable (Spot) -> …'". For the classes of SwiftData, Core Data and Realm, keep one such value
/// for each object.
///
/// A book is an index over the app's data, not a database: the app stores its data elsewhere,
/// builds the book at launch, which takes some tens of milliseconds for 100,000 places, and applies
/// every change to it. ``SharedPlaceBook`` holds one book for a whole app and publishes its
/// changes. ``write(to:record:)`` saves a book as a file that ``MappedPlaceBook`` searches at once,
/// without building it.
///
/// The book is a value type. A copy is O(1), and views should keep one. A change takes O(log n)
/// plus the length of the texts even while copies exist: it copies the nodes and pages that it
/// changes, not the book. Of several copies, this holds for the one that is changed first; the
/// first change of another one copies the spatial index, O(n). Queries do not mutate, so any number
/// of threads may query one value concurrently. ``index`` supports all other geographic queries:
/// pairs, places along a path, counts in regions.
///
/// Words are compared ignoring case, accents and punctuation: "cafe" matches "Café". In scripts
/// written without spaces (Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese), a word begins
/// at every letter: 東京塔 is found by 塔 and by 京塔, and 東京tower by "tower". The last Korean
/// syllable of a query may be incomplete, as while it is typed: 서울 is found by ㅅ, 서, 성 and 서우.
public struct PlaceBook<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// The spatial index of the places.
  public private(set) var index: DynamicPlaceIndex<ID, Element>
  /// The clusters of the places on a map, updated on every change.
  ///
  /// Nil unless the book was created with cluster options. Pass a cluster of one place to
  /// ``place(in:)`` to get that place.
  public private(set) var clusters: DynamicMapClusters?
  /// The atlas that determines the countries of places, or nil.
  public let atlas: CountryAtlas?

  internal private(set) var words = WordIndex()
  internal private(set) var columns: [any PlaceColumn<Element>]
  /// The packed country code of each slot, 0 for none.
  internal private(set) var countries = PagedArray<UInt16>()
  /// The approximate position of each slot.
  internal private(set) var approximatePositions = PagedArray<ApproximatePosition>()
  /// Whether no slot was reused, so that slots are in insertion order.
  internal private(set) var slotsAreInOrder = true
  /// The importance of each slot; empty if there is no such field.
  internal private(set) var importances = PagedArray<Double>()
  /// The names of the areas of each slot; empty if there is no such field.
  internal private(set) var areas = PlaceAreas()
  /// The slots in use.
  internal private(set) var used = StoredSlots()

  /// The number of fields of words.
  internal let textCount: Int
  /// Appends the searchable texts of an element, separated, to a key.
  private let appendTexts: @Sendable (Element, inout [UInt8]) -> Void
  internal let importance: (@Sendable (Element) -> Double)?
  /// Returns the names of the areas of an element.
  internal let areaNames: (@Sendable (Element) -> [String])?

  /// Creates a book without places.
  ///
  /// - Parameters:
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: the location of an element when it is inserted: a key path or a closure.
  ///   - fields: the searchable fields; see ``PlaceField``.
  ///   - atlas: determines the countries of places; nil if they are not needed.
  ///   - clusters: the options for map clusters; nil for no ``clusters``.
  public init(
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate,
    fields: [PlaceField<Element>], atlas: CountryAtlas? = .world,
    clusters: DynamicMapClusters.Options? = nil
  ) {
    index = DynamicPlaceIndex(id: id, coordinate: coordinate)
    self.atlas = atlas
    self.clusters = clusters.map { DynamicMapClusters(options: $0) }
    var texts: [@Sendable (Element, inout [UInt8]) -> Void] = []
    var columns: [any PlaceColumn<Element>] = []
    var importance: (@Sendable (Element) -> Double)?
    var areaNames: (@Sendable (Element) -> [String])?
    for field in fields {
      switch field.kind {
      case .text(let text): texts.append(text)
      case .column(let column): columns.append(column)
      case .importance(let value): importance = value
      case .areas(let names):
        if let before = areaNames {
          areaNames = { before($0) + names($0) }
        } else {
          areaNames = names
        }
      }
    }
    // A single composed closure: calling closures from an array costs more than appending most
    // texts.
    let first = texts.first ?? { _, _ in }
    textCount = texts.count
    appendTexts = texts.dropFirst().reduce(first) { before, next in
      { element, key in
        before(element, &key)
        key.append(WordParts.separator)
        next(element, &key)
      }
    }
    self.columns = columns
    self.importance = importance
    self.areaNames = areaNames
  }

  /// Creates a book of places, much faster than by inserting them individually.
  ///
  /// From a few thousand places on, the texts are read on one thread, and the IDs, coordinates and
  /// other fields on another.
  ///
  /// - Parameters:
  ///   - places: the elements; ties in query results are in this order.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: the location of an element when it is inserted: a key path or a closure.
  ///   - fields: the searchable fields; see ``PlaceField``.
  ///   - atlas: determines the countries of places; nil if they are not needed.
  ///   - clusters: the options for map clusters; nil for no ``clusters``.
  /// - Throws: `PlaceIndexError` for an invalid coordinate or a duplicate ID, naming the element.
  ///   ``insert(contentsOf:)`` instead leaves out the former and replaces the latter.
  /// - Complexity: O(n log n) for n elements, plus the length of their texts.
  @inlinable
  public init(
    _ places: some Sequence<Element>,
    id: @escaping @Sendable (Element) -> ID,
    coordinate: @escaping @Sendable (Element) -> Coordinate,
    fields: [PlaceField<Element>], atlas: CountryAtlas? = .world,
    clusters: DynamicMapClusters.Options? = nil
  ) throws(PlaceIndexError) {
    self.init(
      id: id, coordinate: coordinate, fields: fields, atlas: atlas, clusters: clusters)
    let elements = Array(places)
    try fill(with: elements) { () throws(PlaceIndexError) in
      try DynamicPlaceIndex(elements, id: id, coordinate: coordinate)
    }
  }

  /// Fills an empty book; the slot of each element is its offset.
  ///
  /// - Parameters:
  ///   - elements: all elements.
  ///   - index: creates the index; a closure, so that it is specialized in the caller's module.
  /// - Throws: the error of `index`; the book is then still empty.
  @usableFromInline
  internal mutating func fill(
    with elements: [Element],
    index: () throws(PlaceIndexError) -> DynamicPlaceIndex<ID, Element>
  ) throws(PlaceIndexError) {
    // Words take about as long as everything else, and the two parts are independent.
    var words = WordIndex()
    var rest = self
    var error: PlaceIndexError?
    inParts(2, threads: elements.count < 4_096 ? 1 : 2) { _, parts in
      for part in parts {
        if part == 0 {
          words = wordIndex(of: elements)
        } else {
          do throws(PlaceIndexError) {
            rest.index = try index()
            rest.fillColumns(with: elements)
          } catch let found {
            error = found
          }
        }
      }
    }
    if let error { throw error }
    self = rest
    self.words = words
  }

  private mutating func fillColumns(with elements: [Element]) {
    columns = columns.map { Self.filled($0, elements) }
    let core = index._core
    var coordinates: [Coordinate] = []
    var positions: ContiguousArray<ApproximatePosition> = []
    coordinates.reserveCapacity(elements.count)
    positions.reserveCapacity(elements.count)
    for slot in elements.indices {
      coordinates.append(core.coordinate(inSlot: slot))
      positions.append(ApproximatePosition(core.roundedVector(inSlot: slot)))
    }
    if let importance {
      var values: ContiguousArray<Double> = []
      values.reserveCapacity(elements.count)
      elements.forEachInPlace { slot, element in
        values.append(importance(element))
        positions[slot].setImportance(values[slot])
      }
      importances = PagedArray(values)
    }
    approximatePositions = PagedArray(positions)
    if let areaNames {
      elements.forEachInPlace { slot, element in areas.set(slot, areaNames(element)) }
    }
    if let atlas {
      countries = PagedArray(ContiguousArray(atlas.packedCodes(at: coordinates)))
    }
    used = StoredSlots(first: elements.count)
    if clusters != nil {
      for slot in coordinates.indices { clusters?.insert(slot, at: coordinates[slot]) }
    }
  }

  private func wordIndex(of elements: [Element]) -> WordIndex {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    bytes.reserveCapacity(40 * elements.count)
    ends.reserveCapacity(elements.count)
    elements.forEachInPlace { _, element in
      appendTexts(element, &bytes)
      ends.append(bytes.count)
    }
    return WordIndex(bytes, ends: ends)
  }

  private static func filled(
    _ column: some PlaceColumn<Element>, _ elements: [Element]
  ) -> any PlaceColumn<Element> {
    column.filled(with: elements)
  }
}

// MARK: Contents

extension PlaceBook {
  /// The number of places.
  public var count: Int { index.count }

  /// Whether the book has no places.
  public var isEmpty: Bool { index.isEmpty }

  /// All elements, in the order in which their IDs were inserted.
  ///
  /// - Complexity: O(n log n).
  public var elements: [Element] { index.elements }

  /// The element with an ID, or nil.
  public subscript(id: ID) -> Element? { index[id] }

  /// The country of the place with an ID, using the book's atlas; nil if none exists.
  public func country(of id: ID) -> Country? {
    guard let slot = index.slot(of: id), slot < countries.count, countries[slot] != 0 else {
      return nil
    }
    return Country(packedCode: countries[slot])
  }

  /// The place of a cluster of one place; nil for a cluster of several.
  public func place(in cluster: DynamicMapCluster) -> Element? {
    guard let slot = cluster.number, used.contains(slot) else { return nil }
    return index.element(inSlot: slot)
  }

  /// The places of a cluster, in insertion order.
  ///
  /// - Complexity: O(k) for k places in the bounding box of the cluster.
  public func places(in cluster: DynamicMapCluster) -> [Element] {
    guard let clusters else { return [] }
    return index.elements(of: cluster, in: clusters)
  }
}

// MARK: Changes

extension PlaceBook {
  /// Inserts an element, or replaces the one with the same ID.
  ///
  /// A replacement keeps the insertion order of the old element.
  ///
  /// - Parameter element: the element.
  /// - Returns: the change.
  /// - Throws: `PlaceIndexError` if the coordinate is invalid; the book is then unchanged.
  /// - Complexity: O(log n), plus the length of the texts if they changed; see ``PlaceBook`` for
  ///   the cost while copies exist. If memory is full, a change moves it, O(n), so that insertions
  ///   take amortized O(log n).
  @discardableResult
  public mutating func insert(
    _ element: Element
  ) throws(PlaceIndexError) -> PlaceBookChange<Element> {
    try insert(element, offset: 0)
  }

  /// Inserts the elements of a sequence one after the other, as by ``insert(_:)``, leaving out
  /// those without a valid coordinate.
  ///
  /// - Parameter places: the elements.
  /// - Returns: the changes in order, and an error for each element left out, which contains its
  ///   offset in the sequence.
  @discardableResult
  public mutating func insert(
    contentsOf places: some Sequence<Element>
  ) -> (changes: [PlaceBookChange<Element>], leftOut: [PlaceIndexError]) {
    var changes: [PlaceBookChange<Element>] = []
    var leftOut: [PlaceIndexError] = []
    for (offset, element) in places.enumerated() {
      do throws(PlaceIndexError) {
        changes.append(try insert(element, offset: offset))
      } catch {
        leftOut.append(error)
      }
    }
    return (changes, leftOut)
  }

  private mutating func insert(
    _ element: Element, offset: Int
  ) throws(PlaceIndexError) -> PlaceBookChange<Element> {
    let (slot, old, before) = try index.place(element, offset: offset)
    let coordinate = index._core.coordinate(inSlot: slot)
    var key: [UInt8] = []
    appendTexts(element, &key)
    words.set(slot, key)
    for column in columns.indices { columns[column].set(slot, element) }
    if old == nil, slot < approximatePositions.count { slotsAreInOrder = false }
    if before != coordinate {
      let place = ApproximatePosition(index._core.roundedVector(inSlot: slot))
      approximatePositions.set(slot, place, missing: place)
      if let atlas {
        countries.set(slot, atlas.country(at: coordinate)?.packedCode ?? 0, missing: 0)
      }
      if let before { clusters?.remove(slot, at: before) }
      clusters?.insert(slot, at: coordinate)
    }
    if let importance {
      importances.set(slot, importance(element), missing: 0)
      approximatePositions[slot].setImportance(importances[slot])
    }
    if let areaNames { areas.set(slot, areaNames(element)) }
    used.insert(slot)
    if let old { return .replaced(old: old, new: element) }
    return .inserted(element)
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: the ID.
  /// - Returns: the change; nil if there is no element with that ID.
  /// - Complexity: O(log n), plus the length of the texts.
  @discardableResult
  public mutating func remove(_ id: ID) -> PlaceBookChange<Element>? {
    guard let slot = index.slot(of: id) else { return nil }
    let coordinate = index._core.coordinate(inSlot: slot)
    guard let old = index.remove(id) else { return nil }
    words.set(slot, [])
    for column in columns.indices { columns[column].clear(slot) }
    if slot < countries.count { countries[slot] = 0 }
    areas.clear(slot)
    clusters?.remove(slot, at: coordinate)
    used.remove(slot)
    return .removed(old)
  }

  /// Removes all elements and releases their memory.
  public mutating func removeAll() {
    index.removeAll()
    words = WordIndex()
    columns = columns.map { Self.filled($0, []) }
    countries = PagedArray()
    importances = PagedArray()
    areas = PlaceAreas()
    approximatePositions = PagedArray()
    slotsAreInOrder = true
    used = StoredSlots()
    clusters = clusters.map { DynamicMapClusters(options: $0.options) }
  }

  /// Reserves capacity for a number of elements, to avoid reallocation during insertions.
  ///
  /// - Parameter capacity: the total number of elements, including present ones.
  public mutating func reserveCapacity(_ capacity: Int) {
    index.reserveCapacity(capacity)
  }
}
