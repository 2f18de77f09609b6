internal import CairnGeodesy
internal import CairnHours

extension VisitPlace: CustomStringConvertible {
  /// The coordinate, or `row 3`.
  public var description: String {
    switch self {
    case .at(let coordinate): coordinate.description
    case .row(let row): "row \(row)"
    }
  }
}

extension VisitStop: CustomStringConvertible {
  /// The name, the place and the duration in hours and minutes: `Louvre at 48.86, 2.34 for 02:00`.
  public var description: String { "\(name) at \(place) for \(ClockTime(seconds: visit))" }
}

extension TripDay: CustomStringConvertible {
  /// The date or weekday, if known, and the times: `2026-03-29 09:00-19:00`.
  public var description: String {
    let day = date.map { "\($0) " } ?? weekday.map { "\($0) " } ?? ""
    return "\(day)\(from)-\(to)"
  }
}

extension Visit: CustomStringConvertible, Identifiable {
  /// The name and the times (for a flight, departure and arrival): `Louvre 10:05-12:05`, followed
  /// by `(holidays not known)` if ``areHolidaysKnown`` is false.
  public var description: String {
    "\(name) \(begins)-\(ends)" + (areHolidaysKnown ? "" : " (holidays not known)")
  }

  /// The offset of the stop, which is visited at most once.
  public var id: Int { stop }
}

extension LeftOutStop: CustomStringConvertible, Identifiable {
  /// The name and the reason.
  public var description: String { "\(name): \(reason)" }

  /// The offset of the stop.
  public var id: Int { stop }
}

extension DaySchedule: CustomStringConvertible, Identifiable {
  /// The day, counted from 0, with its visits and breaks: `day 0: Louvre 10:05-12:05, Lunch
  /// 12:05-13:05, Orsay 13:30-15:00`.
  public var description: String {
    var words: [String] = []
    for (position, visit) in visits.enumerated() {
      words += breaks(before: position).map(\.description) + [visit.description]
    }
    words += breaks(before: visits.count).map(\.description)
    return "day \(day): " + (words.isEmpty ? "no visit" : words.joined(separator: ", "))
  }

  /// The day, counted from 0.
  public var id: Int { day }
}

extension Itinerary: CustomStringConvertible {
  /// The number of visits, days and left-out stops: `12 visits in 3 days, 1 left out`.
  public var description: String {
    func counted(_ count: Int, _ word: String) -> String {
      "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return counted(visitCount, "visit") + " in " + counted(days.count, "day")
      + (isComplete ? "" : ", \(leftOut.count) left out")
  }
}
