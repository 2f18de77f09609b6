/// The relation of a part of the Earth to a region.
package enum RegionRelation: Sendable {
  /// No place of the part is in the region.
  case outside
  /// There may be places inside and outside.
  case crossing
  /// All places of the part are in the region.
  case inside
}
