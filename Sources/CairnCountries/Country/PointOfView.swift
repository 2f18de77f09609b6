/// Whose view of disputed areas an answer takes.
public struct PointOfView: Hashable, Sendable {
  /// The column of the embedded table of areas.
  package let column: Int

  /// The usual view of this library.
  public static let usual = PointOfView(column: 0)
}
