internal import CairnGeodesy
internal import CairnIndex

/// The places, clusters and stops of a map, with their pixels.
internal struct PictureSymbols: Sendable {
  /// The symbol of a place.
  struct Symbol: Sendable {
    var point: PlanePoint
    /// The number of its category.
    var category: Int
    var radius: Double
    /// The place itself.
    var marker: MapPicture.Marker
    var name: String { marker.name }
    var kind: String { marker.category }
  }

  /// A circle that represents several places.
  struct Cluster: Sendable {
    var point: PlanePoint
    var count: Int
    var radius: Double
    /// The most important of its places.
    var best: [MapPicture.Marker]

    /// The name of the most important place; empty if no place has a positive importance.
    var name: String {
      guard let first = best.first, first.importance > 0 else { return "" }
      return first.name
    }

    /// The maximum number of places in `best`.
    static let bestCount = 8

    /// Whether two circles overlap considerably.
    func covers(_ other: Cluster) -> Bool {
      point.distance(to: other.point) < 0.85 * (radius + other.radius)
    }

    /// One circle for the places of both, at their weighted center.
    func joined(with other: Cluster, _ radius: (Int) -> Double) -> Cluster {
      let all = count + other.count
      return Cluster(
        point: point.interpolated(to: other.point, fraction: Double(other.count) / Double(all)),
        count: all, radius: radius(all),
        best: PictureSymbols.best(best + other.best))
    }
  }

  /// A numbered stop of a route.
  struct Stop: Sendable {
    var point: PlanePoint
    /// 1 for the first.
    var number: Int
    var marker: MapPicture.Marker
    var name: String { marker.name }
  }

  /// The names of the categories by their numbers.
  let categories: [String]
  private(set) var places: [Symbol] = []
  /// The places as dots, if they are too many to be drawn individually.
  private(set) var dots: DotLayer?
  private(set) var clusters: [Cluster] = []
  private(set) var stops: [Stop] = []
  /// The magnitude of the largest symbol; `nil` if all have the same size.
  let greatest: Double?
  private let frame: MapFrame

  /// The number of places of a crowd on a text map.
  private var crowdCount: Int?

  /// The number of places and stops that have a name, or may have one if they are in a crowd.
  var namedCount: Int {
    let places =
      crowdCount ?? places.count { !$0.name.isEmpty && $0.marker.importance >= 0 }
    return places + stops.count { !$0.name.isEmpty }
  }

  /// The number of places, not counting clusters.
  var placeCount: Int { dots?.count ?? places.count }

  /// Finds the symbols of a picture; those outside of the map are left out.
  ///
  /// - Parameters:
  ///   - picture: the picture with the markers and tours.
  ///   - frame: the map.
  ///   - spacing: the distance in pixels within which places form a cluster, if the picture
  ///     clusters markers.
  ///   - drawsDots: whether too many places become dots.
  ///   - radius: the radius of a cluster by its number of places.
  init(
    _ picture: MapPicture, _ frame: MapFrame, spacing: Double, drawsDots: Bool = true,
    radius: (Int) -> Double
  ) {
    self.init(frame, picture)
    if picture.clustersMarkers {
      addClusters(picture.markers, spacing: spacing, radius)
      if drawsDots, places.count > PictureScene.singleLimit, greatest == nil {
        let places = places
        dots = DotLayer(frame.box, categories.count) { take in
          for place in places {
            take(DotLayer.Place(point: place.point, category: place.category))
          }
        }
        self.places = []
      }
    } else if let crowd = picture.largeMarkerCollection {
      addDots(crowd, picture)
    } else {
      for marker in Self.byImportance(picture.markers) { add(marker) }
    }
    addStops(picture)
  }

  /// Finds the symbols of a text map: in each character only the most important place.
  ///
  /// - Parameters:
  ///   - picture: the picture with the markers and tours.
  ///   - frame: the map.
  ///   - spacing: the distance within which places form a cluster.
  ///   - cell: the number of the character at a point, nil outside of the map.
  ///   - namedLimit: the maximum number of characters with a place; with more, no names are read.
  init(
    _ picture: MapPicture, _ frame: MapFrame, spacing: Double, cell: (PlanePoint) -> Int?,
    namedLimit: Int
  ) {
    guard let crowd = picture.largeMarkerCollection else {
      self.init(picture, frame, spacing: spacing, drawsDots: false) { _ in 6 }
      return
    }
    self.init(frame, picture)
    let top = TopMarkersByCell(of: crowd, picture.legend(categories), at: pixel) { point, _ in
      cell(point).map { Int64($0) }
    }
    let found = top.winners
    crowdCount = top.count
    let isNamed = found.count <= namedLimit
    let markers = isNamed ? crowd.markers(inOrder: found.map(\.number)) : []
    let nameless = MapPicture.Marker(Coordinate(latitude: 0, longitude: 0))
    places = found.enumerated().map { rank, winner in
      Symbol(
        point: winner.point, category: winner.category, radius: PictureScene.symbolRadius,
        marker: rank < markers.count ? markers[rank] : nameless)
    }
    addStops(picture)
  }

  /// Finds the stops and, unless the picture has clusters, its most important places up to a limit.
  init(named picture: MapPicture, _ frame: MapFrame, limit: Int) {
    self.init(frame, picture)
    addStops(picture)
    guard !picture.clustersMarkers else { return }
    guard let crowd = picture.largeMarkerCollection else {
      for marker in Self.byImportance(picture.markers) { add(marker) }
      return
    }
    var leaders = TopMarkers(limit: limit)
    crowd.forEach { if pixel(of: $0.coordinate) != nil { leaders.take($0) } }
    for marker in crowd.markers(inOrder: leaders.numbers()) { add(marker) }
  }

  private init(_ frame: MapFrame, _ picture: MapPicture) {
    self.frame = frame
    categories = picture.categories
    greatest = picture.greatestMagnitude
  }

  /// Adds the places of a crowd, as dots unless few of them are on the map.
  private mutating func addDots(_ crowd: any MarkerCollection, _ picture: MapPicture) {
    let legend = picture.legend(categories)
    var numbers: [Int] = []
    crowd.forEach { place in
      if numbers.count <= PictureScene.singleLimit, pixel(of: place.coordinate) != nil {
        numbers.append(place.number)
      }
    }
    guard numbers.count > PictureScene.singleLimit else {
      let markers = crowd.markers(at: numbers)
      for marker in Self.byImportance(markers) { add(marker) }
      return
    }
    dots = DotLayer(frame.box, categories.count) { take in
      crowd.forEach { place in
        guard let point = pixel(of: place.coordinate) else { return }
        take(DotLayer.Place(point: point, category: legend[place.category]))
      }
    }
  }

  private mutating func addStops(_ picture: MapPicture) {
    for tour in picture.tours {
      for (number, stop) in tour.stops.enumerated() {
        guard let point = pixel(of: stop.coordinate) else { continue }
        stops.append(Stop(point: point, number: number + 1, marker: stop))
      }
    }
  }

  private func pixel(of coordinate: Coordinate) -> PlanePoint? {
    let point = frame.pixel(of: coordinate)
    return point.isFinite && frame.box.contains(point) ? point : nil
  }

  private mutating func add(_ marker: MapPicture.Marker) {
    guard let point = pixel(of: marker.coordinate) else { return }
    places.append(
      Symbol(
        point: point,
        category: MapPicture.number(ofCategory: marker.category, among: categories),
        radius: Self.radius(of: marker.magnitude, greatest: greatest), marker: marker))
  }

  /// The radius of the symbol of a place, whose area is proportional to the magnitude.
  static func radius(of magnitude: Double?, greatest: Double?) -> Double {
    guard let magnitude, let greatest else { return PictureScene.symbolRadius }
    guard magnitude.isFinite, greatest > 0 else { return 2.2 }
    return max(18 * (max(magnitude, 0) / greatest).squareRoot(), 2.2)
  }

  /// The places in descending order of importance.
  @inline(never)
  private static func byImportance(_ markers: [MapPicture.Marker]) -> [MapPicture.Marker] {
    markers.sorted { $0.importance > $1.importance }
  }

  /// The most important of some places.
  fileprivate static func best(_ markers: [MapPicture.Marker]) -> [MapPicture.Marker] {
    let sorted = markers.count > 1 ? Self.byImportance(markers) : markers
    return Array(sorted.prefix(Cluster.bestCount))
  }

  /// Clusters places at the scale of this map.
  private mutating func addClusters(
    _ markers: [MapPicture.Marker], spacing: Double, _ radius: (Int) -> Double
  ) {
    let valid = markers.filter(\.coordinate.isValid)
    guard let index = try? PlaceIndex(valid, coordinate: \.coordinate) else { return }
    // Use a single zoom level, at which the clustering radius is in pixels of this picture.
    let circumference = frame.scale * Sphere.mean.radius * 2 * .pi
    let groups = MapClusters(
      index, options: .init(radius: spacing, worldSize: max(circumference, 1), zooms: 0...0))
    for group in groups.clusters(in: .world, zoom: 0) {
      if let offset = group.offset {
        add(valid[offset])
      } else if let point = pixel(of: group.center) {
        let best = Self.best(groups.leaves(of: group).map { valid[$0] })
        clusters.append(
          Cluster(point: point, count: group.count, radius: radius(group.count), best: best))
      }
    }
    mergeClusters(radius)
  }

  /// Merges clusters that overlap, since places are closer together on this map than in the
  /// Mercator projection in which they were clustered.
  private mutating func mergeClusters(_ radius: (Int) -> Double) {
    sortClusters()
    var rest = clusters
    clusters = []
    rest.reverse()
    while var cluster = rest.popLast() {
      // A merged circle is larger and at another point, so it may overlap further ones.
      while let near = clusters.firstIndex(where: { $0.covers(cluster) }) {
        cluster = cluster.joined(with: clusters.remove(at: near), radius)
      }
      clusters.append(cluster)
    }
    sortClusters()
  }

  /// Sorts the clusters by descending size, then from west to east.
  @inline(never)
  private mutating func sortClusters() {
    clusters.sort { ($1.count, $0.point.x) < ($0.count, $1.point.x) }
  }
}
