public import CairnGeodesy

/// A route along roads.
public struct RoadRoute: Hashable, Sendable {
  /// The travel time in milliseconds; exactly the value of a matrix.
  public var milliseconds: Int
  /// The length of ``path`` in meters.
  public var distance: Double
  /// The line of the route, from the first snapped position to the last one.
  public var path: [Coordinate]
  /// The parts of the route: one per road, and one for each arrival at a position.
  public var steps: [RoadStep]
  /// The requested positions on roads.
  public var snaps: [RoadSnap]

  /// Creates a route from its parts.
  public init(
    milliseconds: Int, distance: Double, path: [Coordinate], steps: [RoadStep], snaps: [RoadSnap]
  ) {
    self.milliseconds = milliseconds
    self.distance = distance
    self.path = path
    self.steps = steps
    self.snaps = snaps
  }

  /// The travel time in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }
}

/// A part of a route along one road.
public struct RoadStep: Hashable, Sendable {
  /// The action of a traveler at the beginning of a step.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Leaves the start, or a position between the legs of a route.
    case depart
    /// Continues straight ahead, or follows the road as its name changes.
    case straight = "continue"
    /// Turns slightly to the right.
    case slightRight = "slight right"
    /// Turns right.
    case right
    /// Turns sharply to the right.
    case sharpRight = "sharp right"
    /// Makes a U-turn.
    case uTurn = "u-turn"
    /// Turns sharply to the left.
    case sharpLeft = "sharp left"
    /// Turns left.
    case left
    /// Turns slightly to the left.
    case slightLeft = "slight left"
    /// Enters a roundabout; ``RoadStep/exit`` is the number of the exit.
    case roundabout
    /// Boards a ferry.
    case ferry
    /// Boards a train that carries cars.
    case shuttleTrain = "shuttle train"
    /// Arrives at a position.
    case arrive
  }

  /// The kind of way that a step follows.
  public enum Surface: String, Hashable, Sendable, CaseIterable, Codable {
    /// A road for vehicles, or a pedestrian street.
    case road
    /// A footway, cycleway, bridleway, path or track.
    case path
    /// Stairs or an escalator.
    case stairs
    /// A ferry.
    case ferry
    /// A train that carries cars.
    case shuttleTrain = "shuttle train"
  }

  /// The action of the traveler at the beginning of the step.
  public var kind: Kind
  /// The name of the road, or its reference such as "A 12"; empty if it has neither.
  public var name: String
  /// The exit of a roundabout to take, counted from 1; nil for other steps.
  public var exit: Int?
  /// The kind of way that the step follows at its beginning.
  public var surface: Surface
  /// The length of the step in meters.
  public var distance: Double
  /// The travel time of the step in milliseconds.
  public var milliseconds: Int
  /// The offset in ``RoadRoute/path`` of the point at which the step begins.
  public var pathIndex: Int

  /// Creates a step.
  public init(
    kind: Kind, name: String, exit: Int? = nil, surface: Surface = .road, distance: Double = 0,
    milliseconds: Int = 0, pathIndex: Int = 0
  ) {
    self.kind = kind
    self.name = name
    self.exit = exit
    self.surface = surface
    self.distance = distance
    self.milliseconds = milliseconds
    self.pathIndex = pathIndex
  }

  /// The travel time of the step in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }
}
