public import CairnGeodesy
internal import CairnHours

/// A point of a recorded track.
public struct RoadTrackPoint: Hashable, Sendable {
  /// The recorded position.
  public var coordinate: Coordinate
  /// The time in seconds, from any origin; nil if it is not known.
  public var seconds: Double?
  /// The standard deviation of the position in meters; nil for ``RoadMatchOptions/accuracy``.
  public var accuracy: Double?

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - coordinate: the recorded position.
  ///   - seconds: the time in seconds, from any origin; nil if it is not known.
  ///   - accuracy: the standard deviation of the position in meters, if known.
  public init(_ coordinate: Coordinate, seconds: Double? = nil, accuracy: Double? = nil) {
    self.coordinate = coordinate
    self.seconds = seconds
    self.accuracy = accuracy
  }
}

/// Settings of ``RoadNetwork/match(_:by:options:)``.
public struct RoadMatchOptions: Hashable, Sendable {
  /// The standard deviation in meters of points without their own accuracy.
  public var accuracy: Double
  /// The maximum distance in meters between a point and its road; nil for five times the accuracy,
  /// at least 60 meters.
  public var snapRadius: Double?
  /// The distance in meters between consecutive points from which the track counts as interrupted.
  public var maximumGap: Double
  /// The time in seconds between consecutive points from which the track counts as interrupted,
  /// unless the points are close together.
  public var maximumPause: Double

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - accuracy: the standard deviation in meters of points without their own accuracy.
  ///   - snapRadius: the maximum distance in meters between a point and its road; nil for five
  ///     times the accuracy, at least 60 meters.
  ///   - maximumGap: the distance in meters between consecutive points from which the track counts
  ///     as interrupted.
  ///   - maximumPause: the time between consecutive points from which the track counts as
  ///     interrupted, unless the points are close together.
  public init(
    accuracy: Double = 10, snapRadius: Double? = nil, maximumGap: Double = 2000,
    maximumPause: Duration = .seconds(300)
  ) {
    self.accuracy = accuracy
    self.snapRadius = snapRadius
    self.maximumGap = maximumGap
    self.maximumPause = maximumPause.inSeconds
  }
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

    /// Creates a piece.
    ///
    /// - Parameters:
    ///   - beginning: why the piece begins.
    ///   - points: the points of the track from the first matched one to the last.
    ///   - path: the line along roads.
    ///   - distance: the length of the line in meters.
    ///   - roads: the roads in the order of travel.
    public init(
      beginning: Beginning, points: Range<Int>, path: [Coordinate], distance: Double, roads: [Road]
    ) {
      self.beginning = beginning
      self.points = points
      self.path = path
      self.distance = distance
      self.roads = roads
    }
  }

  /// A part of a piece along roads with the same name.
  public struct Road: Hashable, Sendable {
    /// The name, or the reference such as "A 12"; empty if the road has neither.
    public var name: String
    /// The length in meters.
    public var distance: Double
    /// The offset in ``Piece/path`` of the point at which the road begins.
    public var pathIndex: Int

    /// Creates a part of a piece.
    ///
    /// - Parameters:
    ///   - name: the name, or the reference; empty if the road has neither.
    ///   - distance: the length in meters.
    ///   - pathIndex: the offset in ``Piece/path`` of the point at which the road begins.
    public init(name: String, distance: Double, pathIndex: Int) {
      self.name = name
      self.distance = distance
      self.pathIndex = pathIndex
    }
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

    /// Creates a matched position.
    ///
    /// - Parameters:
    ///   - coordinate: the position on the road.
    ///   - distance: the distance from the recorded position in meters.
    ///   - edge: the number of the road between two junctions.
    ///   - isReversed: whether the traveler moves against the direction of the edge.
    ///   - name: the name of the road, or its reference; empty if it has neither.
    ///   - piece: the offset in ``RoadMatch/pieces``.
    ///   - confidence: the estimated probability that the point belongs to this road.
    public init(
      coordinate: Coordinate, distance: Double, edge: Int, isReversed: Bool, name: String,
      piece: Int, confidence: Double
    ) {
      self.coordinate = coordinate
      self.distance = distance
      self.edge = edge
      self.isReversed = isReversed
      self.name = name
      self.piece = piece
      self.confidence = confidence
    }
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

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - pieces: the parts of the track, in order.
  ///   - points: the result for each point of the track.
  public init(pieces: [Piece], points: [Point]) {
    self.pieces = pieces
    self.points = points
  }

  /// The length of all pieces in meters.
  public var distance: Double { pieces.reduce(0) { $0 + $1.distance } }
}
