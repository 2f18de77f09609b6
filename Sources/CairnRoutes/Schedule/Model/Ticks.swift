/// Time inside the solvers: whole microseconds.
///
/// Whole numbers add up to the same in every order, so that a time looked at from the start of a
/// day and one looked at from its end agree exactly, and a move that gains nothing cannot seem to.
typealias Ticks = Int64

extension Ticks {
  /// Ticks in a second.
  static var second: Ticks { 1_000_000 }
  /// What no time reaches: far enough from the limits of the type to add some travel to it.
  static var never: Ticks { 1 << 60 }
  /// The travel time where there is no way: later than every window, and small enough that the
  /// legs of 65,000 stops can be added up.
  static var noWay: Ticks { 1 << 47 }
  /// The longest time that is not never, ten million seconds, in ticks.
  static var longest: Ticks { 10_000_000 * second }

  /// Seconds, cut to what a solver can add up; NaN becomes 0.
  init(seconds: Double) {
    if seconds.isNaN {
      self = 0
    } else if seconds.magnitude > 10_000_000 {
      self = seconds < 0 ? -.longest : .longest
    } else {
      self = Ticks((seconds * 1e6).rounded())
    }
  }

  /// The time in seconds.
  var seconds: Double { Double(self) / 1e6 }
}
