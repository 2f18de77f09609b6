public import CairnGeodesy

/// What opening hours need to know beside themselves: holidays, and where the sun rises.
///
/// ```swift
/// let context = HoursContext(
///   holidays: HolidayCalendar(public: [CivilDate(2026, 12, 25)!]),
///   place: Coordinate(latitude: 48.21, longitude: 16.37), utcOffset: { _ in 3600 })
/// hours.isOpen(at: CivilTime("2026-12-25T10:00")!, in: context)
/// ```
///
/// Without a calendar of holidays no day counts as one, and ``OpeningHours/unknownHolidays(in:)``
/// names the kinds that are missing. Without a place, or an offset from UTC, the times of the sun are
/// not known, and neither is the state of what opens or closes by them.
public struct HoursContext: Sendable {
  /// What becomes of a night when a rule for the next day takes the place of those before.
  public enum Nights: Hashable, Sendable {
    /// A time belongs to the day on which it begins, and lasts until it is over: what people mean.
    /// With `Fr-Sa 20:00-02:00; Su 10:00-18:00` it is open on Sunday at one o'clock at night.
    case belongToTheirDay
    /// A rule takes the place of all that others say of its calendar day, the night before with it,
    /// as the specification is read by programs that keep to its letter: closed at that hour.
    case endAtMidnight
  }

  /// Which days are holidays.
  public var holidays: HolidayCalendar
  /// Where the sun is looked at.
  public var place: Coordinate?
  /// By how many seconds clocks are ahead of UTC at noon of a date.
  public var utcOffset: (@Sendable (CivilDate) -> Double)?
  /// What becomes of nights.
  public var nights: Nights

  /// Makes a context.
  public init(
    holidays: HolidayCalendar = .unknown, place: Coordinate? = nil,
    utcOffset: (@Sendable (CivilDate) -> Double)? = nil, nights: Nights = .belongToTheirDay
  ) {
    self.holidays = holidays
    self.place = place
    self.utcOffset = utcOffset
    self.nights = nights
  }

  /// The times of the sun on a date, where a place and an offset are known.
  func sun(on date: CivilDate) -> SunTimes? {
    guard let place, let utcOffset else { return nil }
    return SunTimes(on: date, at: place, utcOffset: utcOffset(date))
  }
}

/// A kind of holidays that hours may name.
public enum HolidayKind: String, CaseIterable, Hashable, Sendable {
  /// Public holidays: `PH`.
  case `public`
  /// School holidays: `SH`.
  case school
}

/// Which days are public and which are school holidays: a table or a function.
///
/// ```swift
/// let table = HolidayCalendar(public: [CivilDate(2026, 10, 26)!, CivilDate(2026, 12, 25)!])
/// let rule = HolidayCalendar { $0 == CivilDate.easter(in: $0.year).adding(days: 1) }
/// table.knows(.school)                     // false: only public holidays are given
/// ```
///
/// The library has no holidays of its own: laws change them every year, by region. On days of a kind
/// that is not known, no day counts as a holiday.
public struct HolidayCalendar: Sendable {
  /// Whether a date is a public holiday; false for all dates if these are not known.
  public let isPublicHoliday: @Sendable (CivilDate) -> Bool
  /// Whether a date is a school holiday; false for all dates if these are not known.
  public let isSchoolHoliday: @Sendable (CivilDate) -> Bool
  private let knowsPublic: Bool
  private let knowsSchool: Bool

  /// Nothing is known about holidays of either kind.
  public static let unknown = HolidayCalendar(nil, nil)

  /// There are no holidays of either kind.
  public static let none = HolidayCalendar({ _ in false }, { _ in false })

  private init(
    _ isPublicHoliday: (@Sendable (CivilDate) -> Bool)?,
    _ isSchoolHoliday: (@Sendable (CivilDate) -> Bool)?
  ) {
    self.isPublicHoliday = isPublicHoliday ?? { _ in false }
    self.isSchoolHoliday = isSchoolHoliday ?? { _ in false }
    knowsPublic = isPublicHoliday != nil
    knowsSchool = isSchoolHoliday != nil
  }

  /// Asks functions.
  ///
  /// - Parameters:
  ///   - isPublicHoliday: asked for each day that `PH` may mean; has to give the same answer
  ///     always.
  ///   - isSchoolHoliday: the same for `SH`; nil if school holidays are not known.
  public init(
    isPublicHoliday: @escaping @Sendable (CivilDate) -> Bool,
    isSchoolHoliday: (@Sendable (CivilDate) -> Bool)? = nil
  ) {
    self.init(isPublicHoliday, isSchoolHoliday)
  }

  /// Looks into tables.
  ///
  /// - Parameters:
  ///   - publicHolidays: the dates that `PH` means.
  ///   - school: those that `SH` means.
  public init(public publicHolidays: some Sequence<CivilDate>, school: some Sequence<CivilDate>) {
    let (publicDates, schoolDates) = (Set(publicHolidays), Set(school))
    self.init({ publicDates.contains($0) }, { schoolDates.contains($0) })
  }

  /// Looks into a table of public holidays; school holidays are not known.
  public init(public publicHolidays: some Sequence<CivilDate>) {
    let dates = Set(publicHolidays)
    self.init({ dates.contains($0) }, nil)
  }

  /// Looks into a table of school holidays; public holidays are not known.
  public init(school: some Sequence<CivilDate>) {
    let dates = Set(school)
    self.init(nil, { dates.contains($0) })
  }

  /// Whether the calendar tells holidays of a kind.
  public func knows(_ kind: HolidayKind) -> Bool {
    switch kind {
    case .public: knowsPublic
    case .school: knowsSchool
    }
  }
}

extension OpeningHours {
  /// The kinds of holidays that the hours name and that are not known.
  ///
  /// Without a calendar no day counts as a holiday: `Mo-Fr 09:00-17:00; PH off` is open on
  /// 25 December then. Show that to the user if this is not empty:
  ///
  /// ```swift
  /// let hours = try OpeningHours("Mo-Fr 09:00-17:00; PH off")
  /// hours.unknownHolidays()                                             // [public]
  /// hours.unknownHolidays(in: HolidayCalendar(public: [christmas]))     // []
  /// ```
  ///
  /// - Parameter calendar: the holidays of the context; none are known by default.
  /// - Returns: ``HolidayKind/public`` if a rule is for `PH`, ``HolidayKind/school`` if one is for
  ///   `SH`, in this order, each unless the calendar knows it.
  /// - Complexity: O(n) for n rules.
  public func unknownHolidays(in calendar: HolidayCalendar = .unknown) -> [HolidayKind] {
    HolidayKind.allCases.filter { kind in
      !calendar.knows(kind)
        && rules.contains { $0.days.holidays.contains { $0.kind == kind } }
    }
  }
}
