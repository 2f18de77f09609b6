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

  /// The travel time in seconds.
  public var duration: Double { Double(milliseconds) / 1000 }
}

/// A part of a route along one road.
public struct RoadStep: Hashable, Sendable {
  /// What a traveler does at the beginning of a step.
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
    /// Turns round.
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
    /// Arrives at a position.
    case arrive
  }

  /// What the traveler does at the beginning of the step.
  public var kind: Kind
  /// The name of the road, or its reference such as "A 12"; empty if it has neither.
  public var name: String
  /// The exit of a roundabout to take, counted from 1; nil for other steps.
  public var exit: Int?
  /// The length of the step in meters.
  public var distance: Double
  /// The travel time of the step in milliseconds.
  public var milliseconds: Int
  /// The offset in ``RoadRoute/path`` of the point at which the step begins.
  public var pathIndex: Int

  /// The travel time of the step in seconds.
  public var duration: Double { Double(milliseconds) / 1000 }
}
