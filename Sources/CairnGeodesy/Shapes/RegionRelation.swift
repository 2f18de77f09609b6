/// The relation of an area to a region.
package enum RegionRelation: Sendable {
  /// No place of the area is in the region.
  case outside
  /// The area may contain places inside and outside.
  case crossing
  /// All places of the area are in the region.
  case inside
}
