public import CairnGeodesy
public import CairnIndex

extension MapPicture.Marker {
  /// A marker of a place: its name, and its kind as the category.
  public init(_ place: Place) {
    self.init(place.coordinate, name: place.name, category: place.kind.rawValue)
  }
}

extension MapPicture.Tour {
  /// A route through elements of any kind.
  ///
  /// ```swift
  /// let route = try RoutePlanner().plan(cities, coordinate: \.coordinate)
  /// map.tours = [.init(route.ordered(cities), coordinate: \.coordinate, name: \.name)]
  /// ```
  ///
  /// - Parameters:
  ///   - stops: the elements in the order of the visits.
  ///   - isRoundTrip: whether it leads back to the first.
  ///   - coordinate: where an element is.
  ///   - name: what an element is called.
  @inlinable
  public init<Stop>(
    _ stops: some Sequence<Stop>, isRoundTrip: Bool = false, coordinate: (Stop) -> Coordinate,
    name: (Stop) -> String
  ) {
    self.init(
      stops.map { MapPicture.Marker(coordinate($0), name: name($0)) }, isRoundTrip: isRoundTrip)
  }
}
