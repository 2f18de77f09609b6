/// How much of a country a map should show, of what does not lie together.
///
/// Pieces of land within 4 degrees (445 km) of each other count as one group, however many they
/// are.
public enum ZoomExtent: Hashable, Sendable, CaseIterable {
  /// The mainland: the largest group, and others that are at least 30 % as large.
  ///
  /// The United States without Alaska and Hawaii, Spain without the Canary Islands; but both
  /// halves of Malaysia, and Kiribati from its Gilbert to its Line Islands.
  case mainland
  /// The mainland and groups that are at least 2.5 % as large.
  ///
  /// The United States with Alaska but without Hawaii, Ecuador with the Galápagos Islands.
  case largeParts
  /// Everything.
  case everything

  /// How large a group must be, as a share of the largest.
  internal var leastShare: Double {
    switch self {
    case .mainland: 0.3
    case .largeParts: 0.025
    case .everything: 0
    }
  }
}
