/// Calls the property with the name of a place `name`, which GPX and KML show, if it has another
/// name such as `title` or `Bezeichnung`.
package struct PlaceNaming: Sendable {
  /// The names of the last properties, since those of the next feature are usually the same.
  private var names: [String] = []
  private var column: Int?

  package init() {}

  /// Renames the property, unless another one is called `name`.
  ///
  /// - Complexity: O(the properties).
  package mutating func apply(to properties: inout Properties) {
    guard properties["name"] == nil else { return }
    if !properties.members.lazy.map(\.name).elementsEqual(names) {
      names = properties.names
      column = PlaceColumns.column(for: .name, names.map(PlaceColumns.plain))
    }
    if let column { properties.rename(column, to: "name") }
  }
}
