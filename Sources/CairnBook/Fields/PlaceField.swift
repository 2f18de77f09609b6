internal import CairnText

/// What a book keeps of each element, so that it need not ask the element: its words, and columns
/// of its categories, flags and numbers.
///
/// ```swift
/// let fields: [PlaceField<Spot>] = [
///   .words(\.name), .words { $0.notes ?? "" }, .category(\.kind), .tags(\.tags),
///   .flag(\.visited), .number(\.rating), .importance(\.stars),
/// ]
/// ```
///
/// Words can only be asked for where they are a field. Of the others a query may name any key path;
/// one that is a field is answered from its column, many times as fast.
public struct PlaceField<Element: Sendable>: Sendable {
  internal enum Kind: Sendable {
    case text(@Sendable (Element, inout [UInt8]) -> Void)
    case column(any PlaceColumn<Element>)
    case importance(@Sendable (Element) -> Double)
  }

  internal let kind: Kind

  /// A text whose words can be asked for: a name, a note, an address.
  ///
  /// - Parameter text: a key path or a closure.
  /// - Returns: the field.
  public static func words(_ text: @escaping @Sendable (Element) -> String) -> PlaceField {
    PlaceField(kind: .text { SearchKey.append(text($0), to: &$1) })
  }

  /// What a place is one of: a kind, a country's code, a trip; nil is a category of its own.
  public static func category<Category: Hashable & Sendable>(
    _ path: any KeyPath<Element, Category> & Sendable
  ) -> PlaceField {
    PlaceField(kind: .column(CategoryColumn(path)))
  }

  /// What a place has any number of.
  public static func tags<Tags: Collection & Sendable>(
    _ path: any KeyPath<Element, Tags> & Sendable
  ) -> PlaceField where Tags.Element: Hashable & Sendable {
    PlaceField(kind: .column(TagColumn(path)))
  }

  /// What is so or is not: visited, favourite.
  public static func flag(_ path: any KeyPath<Element, Bool> & Sendable) -> PlaceField {
    PlaceField(kind: .column(FlagColumn(path)))
  }

  /// A number, or a date: a rating, a price, the day of a visit.
  public static func number<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable
  ) -> PlaceField {
    PlaceField(kind: .column(NumberColumn(path)))
  }

  /// How important a place is: one more means that it may be twice as far away for the same rank.
  ///
  /// What is not a number counts as 0, and what is beyond ±100 as that. Of several such fields the
  /// last one holds.
  ///
  /// - Parameter importance: a key path or a closure.
  /// - Returns: the field.
  public static func importance<Number: PlaceNumber>(
    _ importance: @escaping @Sendable (Element) -> Number
  ) -> PlaceField {
    PlaceField(
      kind: .importance { element in
        let value = importance(element).placeNumber
        return value.isNaN ? 0 : min(max(value, -100), 100)
      })
  }
}
