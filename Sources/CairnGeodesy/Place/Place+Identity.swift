extension Place: Identifiable {
  /// A value that distinguishes a place from others: its name, kind and coordinate.
  ///
  /// Two places of one name, such as the towns called Springfield, have different IDs.
  public struct ID: Hashable, Sendable {
    /// The display name.
    public let name: String
    /// The kind.
    public let kind: Kind
    /// The coordinate.
    public let coordinate: Coordinate

    /// Creates an ID.
    ///
    /// - Parameters:
    ///   - name: the display name.
    ///   - kind: the kind, `.unspecified` by default.
    ///   - coordinate: the coordinate.
    public init(name: String, kind: Kind = .unspecified, coordinate: Coordinate) {
      self.name = name
      self.kind = kind
      self.coordinate = coordinate
    }
  }

  /// The name, the kind and the coordinate.
  ///
  /// The ID stays the same when a place is encoded and decoded, and when other fields change, such
  /// as the population. It changes with the name, the kind and the coordinate. Two records of one
  /// place that agree in all three have the same ID.
  public var id: ID { ID(name: name, kind: kind, coordinate: coordinate) }
}
