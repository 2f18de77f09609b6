public import CairnCountries
public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex
internal import CairnMemory

/// A collection of one's own places: what an app has to find, by words, conditions, where it is and
/// how good it is.
///
/// The elements are the app's own; nothing needs to conform to anything. Each has an ID, by which
/// it is replaced and removed, and a coordinate; what else is to be asked for is told by key paths.
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
/// It is an index over the app's data and no database: what is stored stays in the app's own store,
/// and the book is made from it when the app starts, some tens of milliseconds for 100,000 places,
/// and told of each change. ``SharedPlaceBook`` has one for a whole app, and hands changes out.
///
/// The book is a value. A copy costs the same whatever the size and is what a view should keep; the
/// first change after it copies the memory that is shared, O(n), the changes after that one take
/// O(log n) and the length of the texts. Queries change nothing, so that any number of threads may
/// ask one value at once. ``index`` answers every other geographic question: pairs, places along a
/// path, counts in regions.
///
/// Words are compared without case, accents and punctuation: "cafe" is "Café". In what is written
/// without spaces, Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, a word begins at every
/// letter: 東京塔 is found by 塔 and by 京塔, and 東京tower by "tower".
public struct PlaceBook<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// The places by where they are.
  public private(set) var index: DynamicPlaceIndex<ID, Element>
  /// The clusters of the places on a map, which follow each change.
  ///
  /// Nil unless they were asked for when the book was made. The number of a cluster of one place is
  /// what ``place(in:)`` takes.
  public private(set) var clusters: DynamicMapClusters?
  /// The atlas that tells the countries of places; nil for none.
  public let atlas: CountryAtlas?

  internal private(set) var words = WordIndex()
  internal private(set) var columns: [any PlaceColumn<Element>]
  /// The packed code of each slot's country, 0 for none.
  internal private(set) var countries: ContiguousArray<UInt16> = []
  /// Where each slot is, roughly.
  internal private(set) var roughPlaces: ContiguousArray<RoughPlace> = []
  /// Whether no slot was used again, so that slots are in the order in which places came.
  internal private(set) var slotsAreInOrder = true
  /// The importance of each slot; empty where that is no field.
  internal private(set) var importances: ContiguousArray<Double> = []
  /// The slots in use.
  internal private(set) var used: SlotSet

  /// Appends what the texts of an element are looked up by, one behind another.
  private let appendTexts: @Sendable (Element, inout [UInt8]) -> Void
  internal let importance: (@Sendable (Element) -> Double)?

  /// Makes a book without places.
  ///
  /// - Parameters:
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  ///   - fields: what is kept of each element; see ``PlaceField``.
  ///   - atlas: what tells the countries of places; nil where nobody asks for these.
  ///   - clusters: how places are grouped on a map; nil for no ``clusters``.
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
    for field in fields {
      switch field.kind {
      case .text(let text): texts.append(text)
      case .column(let column): columns.append(column)
      case .importance(let value): importance = value
      }
    }
    // One closure of all: to take them from a list costs more than most texts.
    let first = texts.first ?? { _, _ in }
    appendTexts = texts.dropFirst().reduce(first) { before, next in
      { element, key in
        before(element, &key)
        key.append(WordParts.separator)
        next(element, &key)
      }
    }
    self.columns = columns
    self.importance = importance
    used = SlotSet(limit: 0)
  }

  /// Makes a book of places at once, much faster than one by one.
  ///
  /// From some thousand places on, texts are asked for on one thread, and IDs, coordinates and all
  /// other fields on others.
  ///
  /// - Parameters:
  ///   - places: the elements, in the order that equal ones are to have in answers.
  ///   - id: the ID of an element: a key path or a closure.
  ///   - coordinate: where an element is when it is inserted: a key path or a closure.
  ///   - fields: what is kept of each element; see ``PlaceField``.
  ///   - atlas: what tells the countries of places; nil where nobody asks for these.
  ///   - clusters: how places are grouped on a map; nil for no ``clusters``.
  /// - Throws: `PlaceIndexError` for a coordinate that is invalid, or for the first element whose
  ///   ID an earlier one has too; both say which. ``insert(contentsOf:)`` leaves the one out and
  ///   replaces the other.
  /// - Complexity: O(n log n) for n elements, and O(the length of their texts).
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

  /// Takes elements into a new book; the slot of each is its offset.
  ///
  /// - Parameters:
  ///   - elements: all of them.
  ///   - index: makes their index, compiled where the elements are known.
  /// - Throws: what that throws; the book is without places then.
  @usableFromInline
  internal mutating func fill(
    with elements: [Element],
    index: () throws(PlaceIndexError) -> DynamicPlaceIndex<ID, Element>
  ) throws(PlaceIndexError) {
    // Words take about as long as all else together, and neither needs the other.
    var words = WordIndex()
    var rest = self
    var error: PlaceIndexError?
    inParts(2, threads: elements.count < 4_096 ? 1 : 2) { _, parts in
      for part in parts {
        if part == 0 {
          words = WordIndex(keys(of: elements))
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
    if let importance { elements.forEachInPlace { importances.append(importance($1)) } }
    let core = index._core
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(elements.count)
    roughPlaces.reserveCapacity(elements.count)
    for slot in elements.indices {
      coordinates.append(core.coordinate(inSlot: slot))
      roughPlaces.append(RoughPlace(core.roundedVector(inSlot: slot)))
    }
    for slot in importances.indices { roughPlaces[slot].setImportance(importances[slot]) }
    if let atlas { countries = ContiguousArray(atlas.packedCodes(at: coordinates)) }
    used = SlotSet(first: elements.count)
    if clusters != nil {
      for slot in coordinates.indices { clusters?.insert(slot, at: coordinates[slot]) }
    }
  }

  private func keys(of elements: [Element]) -> TextKeys {
    var keys = TextKeys()
    keys.reserveCapacity(elements.count, bytes: 40 * elements.count)
    elements.forEachInPlace { _, element in keys.append { appendTexts(element, &$0) } }
    return keys
  }

  private static func filled(
    _ column: some PlaceColumn<Element>, _ elements: [Element]
  ) -> any PlaceColumn<Element> {
    column.filled(with: elements)
  }
}

// MARK: What is there

extension PlaceBook {
  /// The number of places.
  public var count: Int { index.count }

  /// Whether there is no place.
  public var isEmpty: Bool { index.isEmpty }

  /// All elements, in the order in which their IDs came into the book.
  ///
  /// - Complexity: O(n log n).
  public var elements: [Element] { index.elements }

  /// The element with an ID, nil when there is none.
  public subscript(id: ID) -> Element? { index[id] }

  /// The country that the place with an ID lies in, by the atlas of the book; nil for none.
  public func country(of id: ID) -> Country? {
    guard let slot = index.slot(of: id), slot < countries.count, countries[slot] != 0 else {
      return nil
    }
    return Country(packedCode: countries[slot])
  }

  /// The place that a cluster is, nil for a cluster of several.
  public func place(in cluster: DynamicMapCluster) -> Element? {
    guard let slot = cluster.number, used.contains(slot) else { return nil }
    return index.element(inSlot: slot)
  }

  /// The places of a cluster, in the order in which they came into the book.
  ///
  /// - Complexity: O(the places in the box around the cluster).
  public func places(in cluster: DynamicMapCluster) -> [Element] {
    guard let clusters else { return [] }
    return index.elements(of: cluster, in: clusters)
  }
}

// MARK: Changes

/// What became of a book.
public enum PlaceBookChange<Element: Sendable>: Sendable {
  /// An element with a new ID came in.
  case inserted(Element)
  /// An element took the place of the one with its ID.
  case replaced(old: Element, new: Element)
  /// An element went.
  case removed(Element)
}

extension PlaceBookChange: Equatable where Element: Equatable {}
extension PlaceBookChange: Hashable where Element: Hashable {}

extension PlaceBook {
  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// A replaced element gives its place among equal ones to the new one.
  ///
  /// - Parameter element: the element.
  /// - Returns: what became of the book.
  /// - Throws: `PlaceIndexError` when the coordinate is invalid; the book stays as it was then.
  /// - Complexity: O(log n), and O(the length of the texts) where these changed; see ``PlaceBook``
  ///   for what a copy that still exists costs.
  @discardableResult
  public mutating func insert(
    _ element: Element
  ) throws(PlaceIndexError) -> PlaceBookChange<Element> {
    try insert(element, offset: 0)
  }

  /// Inserts the elements of a sequence one after the other, as ``insert(_:)`` does, but for those
  /// that have no valid coordinate.
  ///
  /// - Parameter places: the elements.
  /// - Returns: the changes in order, and for each element that was left out the error that says
  ///   its offset in the sequence.
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
    if old == nil, slot < roughPlaces.count { slotsAreInOrder = false }
    if before != coordinate {
      let place = RoughPlace(index._core.roundedVector(inSlot: slot))
      while slot >= roughPlaces.count { roughPlaces.append(place) }
      roughPlaces[slot] = place
      if let atlas {
        while slot >= countries.count { countries.append(0) }
        countries[slot] = atlas.country(at: coordinate)?.packedCode ?? 0
      }
      if let before { clusters?.remove(slot, at: before) }
      clusters?.insert(slot, at: coordinate)
    }
    if let importance {
      while slot >= importances.count { importances.append(0) }
      importances[slot] = importance(element)
      roughPlaces[slot].setImportance(importances[slot])
    }
    used.reserve(slot)
    used.insert(slot)
    if let old { return .replaced(old: old, new: element) }
    return .inserted(element)
  }

  /// Removes the element with an ID.
  ///
  /// - Parameter id: which element.
  /// - Returns: what became of the book; nil when there is no element with that ID.
  /// - Complexity: O(log n), and O(the length of the texts).
  @discardableResult
  public mutating func remove(_ id: ID) -> PlaceBookChange<Element>? {
    guard let slot = index.slot(of: id) else { return nil }
    let coordinate = index._core.coordinate(inSlot: slot)
    guard let old = index.remove(id) else { return nil }
    words.set(slot, [])
    for column in columns.indices { columns[column].clear(slot) }
    if slot < countries.count { countries[slot] = 0 }
    clusters?.remove(slot, at: coordinate)
    used.remove(slot)
    return .removed(old)
  }

  /// Removes all elements and gives their memory back.
  public mutating func removeAll() {
    index.removeAll()
    words = WordIndex()
    columns = columns.map { Self.filled($0, []) }
    countries = []
    importances = []
    roughPlaces = []
    slotsAreInOrder = true
    used = SlotSet(limit: 0)
    clusters = clusters.map { DynamicMapClusters(options: $0.options) }
  }

  /// Makes room for a number of elements, so that insertions do not move the memory on the way.
  ///
  /// - Parameter capacity: the number of all elements, present ones included.
  public mutating func reserveCapacity(_ capacity: Int) {
    index.reserveCapacity(capacity)
  }
}
