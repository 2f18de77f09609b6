/// The three kinds of elements of OpenStreetMap.
public enum OSMElementKind: String, Hashable, Sendable, CaseIterable {
  case node, way, relation
}
