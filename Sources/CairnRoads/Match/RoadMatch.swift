public import CairnGeodesy

/// A point of a recorded track.
public struct RoadTrackPoint: Hashable, Sendable {
  /// The recorded position.
  public var coordinate: Coordinate
  /// The time in seconds, from any origin; nil if it is not known.
  public var time: Double?
  /// The standard deviation of the position in meters; nil for ``RoadMatchOptions/accuracy``.
  public var accuracy: Double?

  /// Creates a point.
  public init(_ coordinate: Coordinate, time: Double? = nil, accuracy: Double? = nil) {
    self.coordinate = coordinate
    self.time = time
    self.accuracy = accuracy
  }
}

/// Settings of ``RoadNetwork/match(_:by:options:)``.
public struct RoadMatchOptions: Hashable, Sendable {
  /// The standard deviation in meters of points without their own accuracy.
  public var accuracy: Double = 10
  /// The maximum distance in meters between a point and its road; nil for five times the accuracy,
  /// at least 60 meters.
  public var snapRadius: Double?
  /// The distance in meters between consecutive points from which the track counts as interrupted.
  public var maximumGap: Double = 2000
  /// The time in seconds between consecutive points from which the track counts as interrupted,
  /// unless the points are close together.
  public var maximumPause: Double = 300

  /// Creates the default settings.
  public init() {}
}

/// The roads that a recorded track followed.
public struct RoadMatch: Hashable, Sendable {
  /// A part of the track that follows roads without an interruption.
  public struct Piece: Hashable, Sendable {
    /// Why a piece begins.
    public enum Beginning: String, Hashable, Sendable, CaseIterable, Codable {
      /// The track begins.
      case start
      /// The track is interrupted before it.
      case gap
      /// The points before it are not near a road.
      case noRoad = "no road"
      /// No path leads from the roads before it.
      case noPath = "no path"
    }

    /// Why the piece begins.
    public var beginning: Beginning
    /// The points of the track from the first matched one to the last.
    public var points: Range<Int>
    /// The line along roads; a single coordinate if the traveler did not move.
    public var path: [Coordinate]
    /// The length of ``path`` in meters.
    public var distance: Double
    /// The roads in the order of travel.
    public var roads: [Road]
  }

  /// A part of a piece along roads with the same name.
  public struct Road: Hashable, Sendable {
    /// The name, or the reference such as "A 12"; empty if the road has neither.
    public var name: String
    /// The length in meters.
    public var distance: Double
    /// The offset in ``Piece/path`` of the point at which the road begins.
    public var pathIndex: Int
  }

  /// The matched position of a point.
  public struct Position: Hashable, Sendable {
    /// The position on the road.
    public var coordinate: Coordinate
    /// The distance from the recorded position in meters.
    public var distance: Double
    /// The number of the road between two junctions, from 0, stable for the file.
    public var edge: Int
    /// Whether the traveler moves against the direction in which the edge is stored.
    public var isReversed: Bool
    /// The name of the road, or its reference; empty if it has neither.
    public var name: String
    /// The offset in ``RoadMatch/pieces``.
    public var piece: Int
    /// The estimated probability, from 0 to 1, that the point belongs to this road.
    ///
    /// It compares the roads near the point in view of the track up to it and a few points after
    /// it, and is lower far from the road.
    public var confidence: Double
  }

  /// The result for a point.
  public enum Point: Hashable, Sendable {
    /// The point is on a road.
    case matched(Position)
    /// No usable road is near the point.
    case noRoad
    /// The roads near the point cannot be reached from the points before it, but those of later
    /// points can.
    case outlier

    /// The matched position; nil if the point has none.
    public var position: Position? {
      if case .matched(let position) = self { position } else { nil }
    }
  }

  /// The parts of the track, in order.
  public var pieces: [Piece]
  /// The result for each point of the track.
  public var points: [Point]

  /// The length of all pieces in meters.
  public var distance: Double { pieces.reduce(0) { $0 + $1.distance } }
}
