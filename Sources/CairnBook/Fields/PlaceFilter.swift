internal import CairnIndex

/// A condition on the elements of a book.
///
/// ```swift
/// query.filters = [.equal(\.kind, "café"), .isFalse(\.visited), .within(\.rating, 4...)]
/// ```
///
/// A condition on a key path that is a ``PlaceField`` of the book is evaluated from its column; any
/// other condition reads the element.
public struct PlaceFilter<Element: Sendable>: Sendable {
  /// Whether a slot satisfies the condition.
  internal typealias SlotTest = (Int) -> Bool

  /// Evaluates the condition on an element.
  internal let test: @Sendable (Element) -> Bool
  /// Creates a test that reads the column of the field; nil if the book has no such column.
  internal let slotTest: @Sendable ([any PlaceColumn<Element>]) -> SlotTest?
  /// Collects the slots that satisfy the condition from the column, if that is faster; nil if not,
  /// or if the book has no such column.
  internal var slots: @Sendable ([any PlaceColumn<Element>]) -> SlotBitSet? = { _ in nil }

  /// Places of one category.
  public static func equal<Category: Hashable & Sendable>(
    _ path: any KeyPath<Element, Category> & Sendable, _ category: Category
  ) -> PlaceFilter {
    oneOf(path, [category])
  }

  /// Places of one of several categories.
  public static func oneOf<Category: Hashable & Sendable>(
    _ path: any KeyPath<Element, Category> & Sendable, _ categories: Set<Category>
  ) -> PlaceFilter {
    var filter = PlaceFilter(test: { categories.contains($0[keyPath: path]) }) { columns in
      guard let column = columns.column(path, as: CategoryColumn<Element, Category>.self) else {
        return nil
      }
      let values = column.values
      let numbers = categories.compactMap { column.numbers.number(of: $0) }
      if numbers.count == 1 {
        let number = numbers[0]
        return { values[$0] == number }
      }
      return { numbers.contains(values[$0]) }
    }
    filter.slots = { columns in
      guard let column = columns.column(path, as: CategoryColumn<Element, Category>.self) else {
        return nil
      }
      return SlotBitSet(
        of: categories.compactMap { column.numbers.number(of: $0) }, in: column.values.contiguous)
    }
    return filter
  }

  /// Places that have a tag.
  public static func contains<Tags: Collection & Sendable>(
    _ path: any KeyPath<Element, Tags> & Sendable, _ tag: Tags.Element
  ) -> PlaceFilter where Tags.Element: Hashable & Sendable {
    PlaceFilter(test: { $0[keyPath: path].contains(tag) }) { columns in
      guard let column = columns.column(path, as: TagColumn<Element, Tags>.self) else {
        return nil
      }
      guard let number = column.numbers.number(of: tag) else { return { _ in false } }
      let values = column.values
      return { values[$0].contains(number) }
    }
  }

  /// Places whose flag is true.
  public static func isTrue(_ path: any KeyPath<Element, Bool> & Sendable) -> PlaceFilter {
    flag(path, true)
  }

  /// Places whose flag is false.
  public static func isFalse(_ path: any KeyPath<Element, Bool> & Sendable) -> PlaceFilter {
    flag(path, false)
  }

  private static func flag(
    _ path: any KeyPath<Element, Bool> & Sendable, _ wanted: Bool
  ) -> PlaceFilter {
    var filter = PlaceFilter(test: { $0[keyPath: path] == wanted }) { columns in
      guard let column = columns.column(path, as: FlagColumn<Element>.self) else { return nil }
      let values = column.values
      return { values[$0] == wanted }
    }
    filter.slots = { columns in
      columns.column(path, as: FlagColumn<Element>.self).map {
        SlotBitSet(of: wanted, in: $0.values.contiguous)
      }
    }
    return filter
  }

  // MARK: Ranges

  /// Places with a number or date in a range.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable, _ range: ClosedRange<Number>
  ) -> PlaceFilter {
    within(.value(path), range.lowerBound.placeNumber, range.upperBound.placeNumber)
  }

  /// Places with a number or date in a range without its upper bound.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable, _ range: Range<Number>
  ) -> PlaceFilter {
    within(.value(path), range.lowerBound.placeNumber, below: range.upperBound.placeNumber)
  }

  /// Places with a number or date of at least a bound.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable, _ range: PartialRangeFrom<Number>
  ) -> PlaceFilter {
    within(.value(path), range.lowerBound.placeNumber, .infinity)
  }

  /// Places with a number or date of at most a bound.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable, _ range: PartialRangeThrough<Number>
  ) -> PlaceFilter {
    within(.value(path), -.infinity, range.upperBound.placeNumber)
  }

  /// Places with a number or date below a bound.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable, _ range: PartialRangeUpTo<Number>
  ) -> PlaceFilter {
    within(.value(path), -.infinity, below: range.upperBound.placeNumber)
  }

  /// Places with an optional number or date in a range; places without one do not match.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number?> & Sendable, _ range: ClosedRange<Number>
  ) -> PlaceFilter {
    within(.value(path), range.lowerBound.placeNumber, range.upperBound.placeNumber)
  }

  /// Places with an optional number or date in a range without its upper bound; places without one
  /// do not match.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number?> & Sendable, _ range: Range<Number>
  ) -> PlaceFilter {
    within(.value(path), range.lowerBound.placeNumber, below: range.upperBound.placeNumber)
  }

  /// Places with an optional number or date of at least a bound; places without one do not match.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number?> & Sendable, _ range: PartialRangeFrom<Number>
  ) -> PlaceFilter {
    within(.value(path), range.lowerBound.placeNumber, .infinity)
  }

  /// Places with an optional number or date of at most a bound; places without one do not match.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number?> & Sendable, _ range: PartialRangeThrough<Number>
  ) -> PlaceFilter {
    within(.value(path), -.infinity, range.upperBound.placeNumber)
  }

  /// Places with an optional number or date below a bound; places without one do not match.
  public static func within<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number?> & Sendable, _ range: PartialRangeUpTo<Number>
  ) -> PlaceFilter {
    within(.value(path), -.infinity, below: range.upperBound.placeNumber)
  }

  private static func within(
    _ measure: PlaceNumberKey<Element>, _ least: Double, _ greatest: Double
  ) -> PlaceFilter {
    number(measure) { $0 >= least && $0 <= greatest }
  }

  private static func within(
    _ measure: PlaceNumberKey<Element>, _ least: Double, below bound: Double
  ) -> PlaceFilter {
    number(measure) { $0 >= least && $0 < bound }
  }

  /// Places whose number satisfies a condition, which is false for NaN.
  private static func number(
    _ measure: PlaceNumberKey<Element>, _ condition: @escaping @Sendable (Double) -> Bool
  ) -> PlaceFilter {
    PlaceFilter(test: { condition(measure.read($0)) }) { columns in
      guard let values = measure.column(columns) else { return nil }
      return { condition(values[$0]) }
    }
  }

  /// Places that satisfy any closure.
  public static func satisfies(
    _ condition: @escaping @Sendable (Element) -> Bool
  ) -> PlaceFilter {
    PlaceFilter(test: condition) { _ in nil }
  }
}

/// A number of the elements, to sort by or to average.
public struct PlaceNumberKey<Element: Sendable>: Sendable {
  /// Reads the number of an element; NaN if none exists.
  internal let read: @Sendable (Element) -> Double
  /// Returns the column of the field; nil if the book has no such column.
  internal let column: @Sendable ([any PlaceColumn<Element>]) -> PagedArray<Double>?

  /// The number or date at a key path.
  public static func value<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable
  ) -> PlaceNumberKey {
    PlaceNumberKey {
      $0[keyPath: path].placeNumber
    } column: { columns in
      columns.column(path, as: NumberColumn<Element, Number>.self)?.values
    }
  }
}

extension Array {
  /// The column of a field; nil if none exists.
  internal func column<Root, Column: PlaceColumn<Root>>(
    _ path: PartialKeyPath<Root>, as type: Column.Type
  ) -> Column? where Element == any PlaceColumn<Root> {
    // A key path may be several fields: a category for statistics and a number for ranges.
    lazy.filter { $0.path == path }.compactMap { $0 as? Column }.first
  }
}
