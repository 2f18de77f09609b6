package import CairnMemory

extension Coordinate {
  /// The distances from this place to many others, in metres.
  ///
  /// The same as ``distance(to:on:)`` for each place, bit by bit, but two to four times as fast:
  /// several places at a time.
  ///
  /// ```swift
  /// let home = Coordinate(latitude: 48.8566, longitude: 2.3522)
  /// let shops = [Coordinate(latitude: 48.86, longitude: 2.35), home]
  /// home.distances(to: shops)  // [410.8…, 0]
  /// ```
  ///
  /// - Parameters:
  ///   - places: any number of places; invalid ones give NaN.
  ///   - surface: the figure of the Earth.
  /// - Returns: a distance for each place, in their order.
  /// - Complexity: O(*n*).
  public func distances(to places: [Coordinate], on surface: Surface = .sphere) -> [Double] {
    [Double](capacity: places.count) { results in
      places.withWindow { writeDistances(to: $0, on: surface, into: results) }
      return places.count
    }
  }

  /// Writes the distances from this place to many others into memory of the caller, in metres.
  ///
  /// See ``distances(to:on:)``; nothing is allocated here.
  ///
  /// - Parameters:
  ///   - places: any number of places; invalid ones give NaN.
  ///   - surface: the figure of the Earth.
  ///   - results: at least as many doubles as there are places.
  public func distances(
    to places: UnsafeBufferPointer<Coordinate>, on surface: Surface = .sphere,
    into results: UnsafeMutableBufferPointer<Double>
  ) {
    unsafe writeDistances(to: Window(places), on: surface, into: Slab(results))
  }

  /// The same as ``distances(to:on:into:)`` with windows.
  @inline(__always)
  package func writeDistances(
    to places: Window<Coordinate>, on surface: Surface = .sphere, into results: Slab<Double>
  ) {
    precondition(results.count >= places.count, "a result for each place needs room")
    switch surface.kind {
    case .sphere(let sphere):
      Window.withOne(self) { sphere.writeDistances(from: $0, to: places, into: results) }
    case .ellipsoid(let ellipsoid):
      Window.withOne(self) {
        ellipsoid.lanes.writeLengths(from: $0, to: places, into: results)
      }
    }
  }

  /// Writes the distances to places that have been collected on the way, in metres.
  @inline(__always)
  package func writeDistances(to places: Slab<Coordinate>, into results: Slab<Double>) {
    writeDistances(to: places.window, into: results)
  }

  /// The distances between the places of two lists, pair by pair, in metres.
  ///
  /// The same as ``distance(to:on:)`` for each pair, bit by bit, but two to four times as fast:
  /// several pairs at a time.
  ///
  /// - Parameters:
  ///   - starts: any number of places; invalid ones give NaN.
  ///   - ends: as many places.
  ///   - surface: the figure of the Earth.
  /// - Returns: a distance for each pair, in their order.
  /// - Complexity: O(*n*).
  public static func distances(
    from starts: [Coordinate], to ends: [Coordinate], on surface: Surface = .sphere
  ) -> [Double] {
    precondition(starts.count == ends.count, "places can only be paired off in equal numbers")
    return [Double](capacity: starts.count) { results in
      starts.withWindow { starts in
        ends.withWindow { writeDistances(from: starts, to: $0, on: surface, into: results) }
      }
      return starts.count
    }
  }

  /// Writes the distances between the places of two lists into memory of the caller, in metres.
  ///
  /// See ``distances(from:to:on:)``; nothing is allocated here.
  ///
  /// - Parameters:
  ///   - starts: any number of places; invalid ones give NaN.
  ///   - ends: as many places.
  ///   - surface: the figure of the Earth.
  ///   - results: at least as many doubles as there are pairs.
  public static func distances(
    from starts: UnsafeBufferPointer<Coordinate>, to ends: UnsafeBufferPointer<Coordinate>,
    on surface: Surface = .sphere, into results: UnsafeMutableBufferPointer<Double>
  ) {
    unsafe writeDistances(
      from: Window(starts), to: Window(ends), on: surface, into: Slab(results))
  }

  /// The same as ``distances(from:to:on:into:)`` with windows.
  package static func writeDistances(
    from starts: Window<Coordinate>, to ends: Window<Coordinate>, on surface: Surface,
    into results: Slab<Double>
  ) {
    precondition(starts.count == ends.count, "places can only be paired off in equal numbers")
    precondition(results.count >= starts.count, "a result for each pair needs room")
    switch surface.kind {
    case .sphere(let sphere):
      sphere.writeDistances(from: starts, to: ends, into: results)
    case .ellipsoid(let ellipsoid):
      ellipsoid.lanes.writeLengths(from: starts, to: ends, into: results)
    }
  }
}
