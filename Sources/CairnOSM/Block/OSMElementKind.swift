/// The three kinds of elements of OpenStreetMap.
public enum OSMElementKind: String, Hashable, Sendable, CaseIterable {
  /// A position, alone or as a vertex of ways.
  case node
  /// A line through nodes; an area if it is closed and its tags describe an area.
  case way
  /// A list of members with roles, such as a multipolygon or a turn restriction.
  case relation
}
