extension MapPicture {
  /// The numbers of a picture's places and stops with and without their name on the map.
  ///
  /// ```swift
  /// let names = map.nameCount()
  /// if names.omitted > 0 { print("\(names.omitted) names have no room; use a larger picture") }
  /// ```
  public struct NameCount: Hashable, Sendable {
    /// The number of places whose names are on the map.
    public var shown = 0
    /// The number of named places on the map whose names have no room.
    ///
    /// Places with a negative ``Marker/importance`` are not counted. Of more than 2,000 places,
    /// which are drawn as dots without names, all are omitted.
    public var omitted = 0

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - shown: the number of places whose names are on the map.
    ///   - omitted: the number of places whose names have no room.
    public init(shown: Int = 0, omitted: Int = 0) {
      self.shown = shown
      self.omitted = omitted
    }

    /// The text below a map, such as "64 of 100 names shown".
    internal var note: String {
      "\(grouped(String(shown))) of \(grouped(String(shown + omitted))) names shown"
    }
  }

  /// Returns how many names are on the map that ``svg()`` draws.
  ///
  /// The names of countries, towns and waters around the places are not counted, nor are those of
  /// clusters. If names are omitted, the picture has a note below the map where the attribution
  /// leaves room. A page has all names, since they appear when the user zooms in.
  ///
  /// - Returns: the number of names shown and omitted.
  /// - Complexity: that of ``svg()``, since the picture is laid out.
  public func nameCount() -> NameCount { PictureScene(self, tolerance: 0.25).names }

  /// The number of places among dots that may have a name.
  internal func namedCount(among symbols: PictureSymbols, on frame: MapFrame) -> Int {
    guard let dots = symbols.dots else { return 0 }
    guard let places = largeMarkerCollection else { return dots.count }
    guard crowd != nil || markers.contains(where: { !$0.name.isEmpty }) else { return 0 }
    var count = 0
    places.forEach { place in
      guard place.importance >= 0 else { return }
      let point = frame.pixel(of: place.coordinate)
      if point.isFinite, frame.box.contains(point) { count += 1 }
    }
    return count
  }
}
