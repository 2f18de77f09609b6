internal import CairnIndex

/// The prepared order of a query of a book, without the type of its elements.
internal struct SearchOrder {
  /// The sort key of a place.
  enum Rank {
    case distance
    /// The distance, weighed by importance.
    case nearness
    case importance
    /// A number, or its negative.
    case ascending, descending
    case none
  }

  private(set) var rank = Rank.none
  /// The importances of the slots for relevance, or the numbers of another order; otherwise empty.
  private(set) var numbers = PagedArray<Double>()
  /// Reads the number of an element that is not in a column.
  private(set) var read: ((Int) -> Double)?
  /// The order of two slots by a closure of the query.
  private(set) var areInOrder: ((Int, Int) -> Bool)?
  /// Whether the quality of the word match takes precedence.
  private(set) var isByRelevance = false

  /// - Parameters:
  ///   - order: the order of the query.
  ///   - book: the places.
  ///   - importances: the importances of the slots.
  ///   - hasCenter: whether the query has a center, without which no place has a distance.
  init<Element>(
    _ order: PlaceBookQuery<Element>.Order, _ book: some BookReading<Element>,
    importances: PagedArray<Double>, hasCenter: Bool
  ) {
    switch order {
    case .relevance:
      isByRelevance = true
      numbers = importances
      if hasCenter {
        rank = numbers.isEmpty ? .distance : .nearness
      } else if !numbers.isEmpty {
        rank = .importance
      }
    case .distance: if hasCenter { rank = .distance }
    case .ascending(let measure): sort(by: measure, .ascending, book)
    case .descending(let measure): sort(by: measure, .descending, book)
    case .by(let precedes):
      let element = book.elementReader()
      areInOrder = { a, b in
        guard let a = element(a), let b = element(b) else { return false }
        return precedes(a, b)
      }
    }
  }

  /// Sorts by the numbers of a column or, without one, of the elements.
  private mutating func sort<Element>(
    by measure: PlaceNumberKey<Element>, _ rank: Rank, _ book: some BookReading<Element>
  ) {
    self.rank = rank
    if let values = measure.column(book.columns) {
      numbers = values
    } else {
      let element = book.elementReader()
      read = { element($0).map(measure.read) ?? .nan }
    }
  }
}
