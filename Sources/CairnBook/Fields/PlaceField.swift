internal import CairnText

/// A searchable field of the elements, stored in the book: words, or a column of categories, flags
/// or numbers.
///
/// ```swift
/// let fields: [PlaceField<Spot>] = [
///   .words(\.name), .words { $0.notes ?? "" }, .category(\.kind), .tags(\.tags),
///   .flag(\.visited), .number(\.rating), .importance(\.stars),
/// ]
/// ```
///
/// Words can be searched only in fields. Other conditions of a query may use any key path; if it is
/// a field, they are evaluated from its column, many times faster.
public struct PlaceField<Element: Sendable>: Sendable {
  internal enum Kind: Sendable {
    case text(@Sendable (Element, inout [UInt8]) -> Void)
    case column(any PlaceColumn<Element>)
    case importance(@Sendable (Element) -> Double)
    case areas(@Sendable (Element) -> [String])
  }

  internal let kind: Kind

  /// A text whose words can be searched: a name, a note, an address.
  ///
  /// It is also found by its further readings: "Musée d'Orsay" by "orsay", "Al-Ula" by "alula",
  /// "H&M" and "U.S.A." by "hm" and "usa", "St. Johann" by "saint johann" and "sankt johann",
  /// "AT&T" and "7/11" by "att" and "711".
  ///
  /// - Parameter text: a key path or a closure.
  /// - Returns: the field.
  public static func words(_ text: @escaping @Sendable (Element) -> String) -> PlaceField {
    PlaceField(
      kind: .text { element, bytes in
        let text = text(element)
        let start = bytes.count
        SearchKey.append(text, to: &bytes)
        let key = Array(bytes[start...])
        WordForms.forEachReading(of: text, key: key[...]) { reading in
          guard !reading.isEmpty, reading != key else { return }
          bytes.append(WordParts.separator)
          bytes += reading
        }
      })
  }

  /// The names of the areas that contain a place: its region, city or district.
  ///
  /// In a query, the name of an area may come before or after the words of a place, as the name of
  /// its country: "bondi new south wales", "paris texas", "bondi sydney australia". A name matches
  /// as a whole, ignoring case, accents and punctuation; codes such as "NSW" are names if they are
  /// among those returned. With `CairnRegions`:
  ///
  /// ```swift
  /// .areas { spot in
  ///   guard let area = AdministrativeAtlas.world.area(at: spot.place) else { return [] }
  ///   return [area.name]
  /// }
  /// ```
  ///
  /// - Parameter names: returns the names; called when an element is inserted.
  /// - Returns: the field.
  public static func areas(_ names: @escaping @Sendable (Element) -> [String]) -> PlaceField {
    PlaceField(kind: .areas(names))
  }

  /// A category, such as a kind, a country code or a trip; nil is a separate category.
  public static func category<Category: Hashable & Sendable>(
    _ path: any KeyPath<Element, Category> & Sendable
  ) -> PlaceField {
    PlaceField(kind: .column(CategoryColumn(path)))
  }

  /// A collection of tags.
  public static func tags<Tags: Collection & Sendable>(
    _ path: any KeyPath<Element, Tags> & Sendable
  ) -> PlaceField where Tags.Element: Hashable & Sendable {
    PlaceField(kind: .column(TagColumn(path)))
  }

  /// A Boolean: visited, favorite.
  public static func flag(_ path: any KeyPath<Element, Bool> & Sendable) -> PlaceField {
    PlaceField(kind: .column(FlagColumn(path)))
  }

  /// A number or a date: a rating, a price, the day of a visit.
  public static func number<Number: PlaceNumber>(
    _ path: any KeyPath<Element, Number> & Sendable
  ) -> PlaceField {
    PlaceField(kind: .column(NumberColumn(path)))
  }

  /// The importance of a place: an increase of 1 is worth twice the distance in the ranking.
  ///
  /// NaN counts as 0, and values are clamped to ±100. If there are several such fields, the last
  /// one is used.
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
