/// What makes one schedule better than another that visits as much.
public enum ScheduleObjective: String, CaseIterable, Hashable, Sendable {
  /// The least time on the way; the earlier end decides between equals.
  case leastTravel
  /// The earliest end of the day; the least time on the way decides between equals.
  case earliestEnd
  /// The least time spent waiting for something to open, even where that makes the way longer;
  /// the least time on the way decides between equals.
  case leastWaiting
}
