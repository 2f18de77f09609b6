public import CairnIndex

/// Why an element was not updated.
public enum PlaceUpdateError: Error, Hashable, Sendable {
  /// The closure changed the ID of the element.
  ///
  /// To give a place another ID, remove it and insert the new element.
  case changedID
  /// The element has an invalid coordinate after the update.
  case invalid(PlaceIndexError)
}

extension PlaceUpdateError: CustomStringConvertible {
  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .changedID:
      "an update may not change the ID of a place: remove the place and insert the new one"
    case .invalid(let error): "\(error)"
    }
  }
}

extension PlaceBook {
  /// Changes the element with an ID.
  ///
  /// ```swift
  /// try book.update(id) { $0.visits += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - id: the ID.
  ///   - body: changes the element, but not its ID.
  /// - Returns: the change; nil if there is no element with that ID.
  /// - Throws: ``PlaceUpdateError`` if the element has another ID or an invalid coordinate
  ///   afterward; the book is then unchanged.
  /// - Complexity: as for ``insert(_:)``.
  @discardableResult
  public mutating func update(
    _ id: ID, _ body: (inout Element) -> Void
  ) throws(PlaceUpdateError) -> PlaceBookChange<Element>? {
    guard var element = self[id] else { return nil }
    body(&element)
    guard index.id(of: element) == id else { throw .changedID }
    do throws(PlaceIndexError) {
      return try insert(element)
    } catch {
      throw .invalid(error)
    }
  }
}

/// A change of a book.
public enum PlaceBookChange<Element: Sendable>: Sendable {
  /// An element with a new ID was inserted.
  case inserted(Element)
  /// An element replaced the one with the same ID.
  case replaced(old: Element, new: Element)
  /// An element was removed.
  case removed(Element)
}

extension PlaceBookChange: Equatable where Element: Equatable {}
extension PlaceBookChange: Hashable where Element: Hashable {}
