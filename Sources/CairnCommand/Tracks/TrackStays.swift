internal import CairnFormats
internal import CairnGeodesy

/// The stays of a track: the times during which it remains at one place.
///
/// The vertices are taken in order. A vertex belongs to the current group if it is within a
/// distance of the mean of the group, otherwise it begins the next group; a group that lasts long
/// enough is a stay. Two stays in a row at one place, with less than the shortest duration between
/// them, are one: a single stray position does not end a stay.
///
/// Source: J. H. Kang, W. Welbourne, B. Stewart and G. Borriello, "Extracting places from traces of
/// locations", Mobile Computing and Communications Review 9 (2005), doi:10.1145/1094549.1094558.
struct TrackStays {
  /// A stay.
  struct Stay {
    /// The mean position.
    var place: Coordinate
    var arrival: FeatureTime
    var departure: FeatureTime
    /// The number of positions.
    var count: Int

    /// Seconds from the arrival to the departure.
    var duration: Double { departure.seconds - arrival.seconds }
  }

  /// The stays in order.
  private(set) var stays: [Stay] = []
  private let radius: Double
  private let shortest: Double

  /// Finds the stays of some lines, taken in the order of their first times.
  ///
  /// Vertices without a time, and those before the vertex taken last, are ignored.
  ///
  /// - Parameters:
  ///   - lines: the lines.
  ///   - radius: the distance in meters from the mean of a stay.
  ///   - shortest: the shortest duration of a stay in seconds.
  /// - Complexity: O(*n* log *n*) in the number of lines, O(*n*) in that of vertices.
  init(_ lines: [TimedLine], within radius: Double, shortest: Double) {
    self.radius = radius
    self.shortest = shortest
    let ordered = lines.compactMap { line in
      line.times.lazy.compactMap { $0?.seconds }.first.map { (start: $0, line: line) }
    }.sorted { $0.start < $1.start }
    var current: Stay?
    for (_, line) in ordered {
      for (position, time) in zip(line.positions, line.times) {
        guard let time, position.coordinate.isValid else { continue }
        take(position.coordinate, time, &current)
      }
    }
    if let current { end(current) }
  }

  private mutating func take(
    _ place: Coordinate, _ time: FeatureTime, _ current: inout Stay?
  ) {
    guard var stay = current else {
      current = Stay(place: place, arrival: time, departure: time, count: 1)
      return
    }
    guard time.seconds >= stay.departure.seconds else { return }
    if stay.place.distance(to: place) <= radius {
      stay.count += 1
      stay.place = stay.place.interpolated(to: place, fraction: 1 / Double(stay.count))
      stay.departure = time
      current = stay
    } else {
      end(stay)
      current = Stay(place: place, arrival: time, departure: time, count: 1)
    }
  }

  /// Adds a group if it is long enough, or extends the stay before it.
  private mutating func end(_ group: Stay) {
    if let last = stays.last, last.place.distance(to: group.place) <= radius,
      group.arrival.seconds - last.departure.seconds < shortest
    {
      var stay = last
      stay.count += group.count
      stay.place = last.place.interpolated(
        to: group.place, fraction: Double(group.count) / Double(stay.count))
      stay.departure = group.departure
      stays[stays.count - 1] = stay
    } else if group.duration >= shortest {
      stays.append(group)
    }
  }
}
