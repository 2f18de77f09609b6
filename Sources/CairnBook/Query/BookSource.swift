internal import CairnGeodesy
internal import CairnIndex

/// The data of a book that queries read by slot, in memory or in a file.
///
/// It does not depend on the element type, so ``Search`` is compiled once for each source.
internal protocol BookSource: Sendable {
  associatedtype Core: _SearchCore
  associatedtype Words: WordSource

  var core: Core { get }
  var words: Words { get }
  /// The slots in use.
  var used: StoredSlots { get }
  /// Whether slots are in insertion order.
  var slotsAreInOrder: Bool { get }
  /// The packed country code of each slot, 0 for none; empty without an atlas.
  var countries: PagedArray<UInt16> { get }
  /// The importance of each slot; empty if there is no such field.
  var importances: PagedArray<Double> { get }

  /// The names of the areas of each slot; empty if there is no such field.
  var areas: PlaceAreas { get }

  /// The coordinate of the place in a slot in use.
  func coordinate(_ slot: Int) -> Coordinate
  /// The tag of the place in a slot in use: tags order like the insertions.
  func tag(_ slot: Int) -> Int
  /// The slot in a tag.
  func slot(_ tag: Int) -> Int
  /// The approximate position of the place in a slot.
  func approximatePosition(_ slot: Int) -> ApproximatePosition
}

/// The data of a ``PlaceBook``.
internal struct MemorySource: BookSource {
  let core: _DynamicCore
  let words: WordIndex
  let used: StoredSlots
  let slotsAreInOrder: Bool
  let countries: PagedArray<UInt16>
  let importances: PagedArray<Double>
  let areas: PlaceAreas
  let approximatePositions: PagedArray<ApproximatePosition>

  @inline(__always)
  func coordinate(_ slot: Int) -> Coordinate { core.coordinate(inSlot: slot) }

  @inline(__always)
  func tag(_ slot: Int) -> Int { core.tag(inSlot: slot) }

  @inline(__always)
  func slot(_ tag: Int) -> Int { _DynamicCore.slot(inTag: tag) }

  @inline(__always)
  func approximatePosition(_ slot: Int) -> ApproximatePosition { approximatePositions[slot] }
}

/// A book, as queries read it.
internal protocol BookReading<Element> {
  associatedtype Element: Sendable
  associatedtype Source: BookSource

  /// The number of places.
  var count: Int { get }
  var source: Source { get }
  var columns: [any PlaceColumn<Element>] { get }
  /// Returns a closure that reads the element in a slot; nil for a free slot.
  func elementReader() -> (Int) -> Element?
  /// The places that match a query.
  ///
  /// A requirement, since ``Search`` is compiled for a source only where that is a concrete type:
  /// a generic search took up to six times as long.
  func search(_ query: PlaceBookQuery<Element>) -> [Ranked]
}

extension PlaceBook: BookReading {
  internal var source: MemorySource {
    MemorySource(
      core: index._core, words: words, used: used, slotsAreInOrder: slotsAreInOrder,
      countries: countries, importances: importances, areas: areas,
      approximatePositions: approximatePositions)
  }

  internal func elementReader() -> (Int) -> Element? {
    let index = index
    return { index.element(inSlot: $0) }
  }

  internal func search(_ query: PlaceBookQuery<Element>) -> [Ranked] {
    Search<MemorySource>(source, self, query)?.answer() ?? []
  }
}

extension BookReading {
  /// The test of a condition for a slot.
  internal func slotTest(_ filter: PlaceFilter<Element>?) -> ((Int) -> Bool)? {
    filter.map { filter in
      if let test = filter.slotTest(columns) { return test }
      let (element, test) = (elementReader(), filter.test)
      return { slot in element(slot).map(test) ?? false }
    }
  }

  /// Reads the number of a slot; NaN if it has none.
  internal func slotNumber(_ number: PlaceNumberKey<Element>?) -> ((Int) -> Double)? {
    number.map { number -> (Int) -> Double in
      if let values = number.column(columns) { return { values[$0] } }
      let element = elementReader()
      return { element($0).map(number.read) ?? .nan }
    }
  }
}
