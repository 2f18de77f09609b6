public import CairnGeodesy

/// The context for evaluating opening hours: holidays, and the location for the sun.
///
/// ```swift
/// let context = HoursContext(
///   holidays: HolidayCalendar(public: [CivilDate(2026, 12, 25)!]),
///   place: Coordinate(latitude: 48.21, longitude: 16.37), utcOffset: { _ in 3600 })
/// hours.isOpen(at: CivilTime("2026-12-25T10:00")!, in: context)
/// ```
///
/// Without a holiday calendar no day counts as a holiday, and ``OpeningHours/unknownHolidays(in:)``
/// returns the missing kinds. Without a place or a UTC offset, the times of the sun are unknown,
/// and so is the state during hours that depend on them.
public struct HoursContext: Sendable {
  /// The effect of a rule for one day on the night that began on the day before.
  public enum Nights: Hashable, Sendable {
    /// A period belongs to the day on which it begins and lasts until its end, as people usually
    /// mean it. With `Fr-Sa 20:00-02:00; Su 10:00-18:00` the place is open at 01:00 on Sunday.
    case belongToTheirDay
    /// A rule replaces everything that other rules define for its calendar day, including the
    /// previous night, as programs that follow the specification literally do: closed at 01:00 on
    /// Sunday.
    case endAtMidnight
  }

  /// The calendar of holidays.
  public var holidays: HolidayCalendar
  /// The place for the times of the sun.
  public var place: Coordinate?
  /// Returns how many seconds clocks are ahead of UTC at noon of a date.
  public var utcOffset: (@Sendable (CivilDate) -> Double)?
  /// The treatment of nights.
  public var nights: Nights
  /// Returns the calendar of holidays at a place, which replaces ``holidays`` there; nil if one
  /// calendar applies everywhere.
  ///
  /// A planner calls it for each stop, so that a trip across a border has the holidays of both
  /// countries.
  public var holidaysAt: (@Sendable (Coordinate) -> HolidayCalendar)?

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - holidays: the calendar of holidays.
  ///   - place: the place for the times of the sun.
  ///   - utcOffset: returns how many seconds clocks are ahead of UTC at noon of a date.
  ///   - nights: the treatment of nights.
  ///   - holidaysAt: returns the calendar of holidays at a place; nil for `holidays` everywhere.
  public init(
    holidays: HolidayCalendar = .unknown, place: Coordinate? = nil,
    utcOffset: (@Sendable (CivilDate) -> Double)? = nil, nights: Nights = .belongToTheirDay,
    holidaysAt: (@Sendable (Coordinate) -> HolidayCalendar)? = nil
  ) {
    self.holidays = holidays
    self.place = place
    self.utcOffset = utcOffset
    self.nights = nights
    self.holidaysAt = holidaysAt
  }

  /// The calendar of holidays at ``place``.
  public var localHolidays: HolidayCalendar {
    guard let holidaysAt, let place else { return holidays }
    return holidaysAt(place)
  }

  /// The times of the sun on a date; nil if the place or the offset is unknown.
  func sun(on date: CivilDate) -> SunTimes? {
    guard let place, let utcOffset else { return nil }
    return SunTimes(on: date, at: place, utcOffset: utcOffset(date))
  }
}

/// A kind of holiday that hours may refer to.
public enum HolidayKind: String, CaseIterable, Hashable, Sendable {
  /// Public holidays: `PH`.
  case `public`
  /// School holidays: `SH`.
  case school
}

/// The public and school holidays, as tables or functions.
///
/// ```swift
/// let table = HolidayCalendar(public: [CivilDate(2026, 10, 26)!, CivilDate(2026, 12, 25)!])
/// let rule = HolidayCalendar { $0 == CivilDate.easter(in: $0.year).adding(days: 1) }
/// table.knows(.school)                     // false: only public holidays are given
/// ```
///
/// The module `CairnHolidays` has the public holidays of 250 countries. If a kind is unknown, no
/// day counts as such a holiday.
public struct HolidayCalendar: Sendable {
  /// Whether a date is a public holiday; false for all dates if these are not known.
  public let isPublicHoliday: @Sendable (CivilDate) -> Bool
  /// Whether a date is a school holiday; false for all dates if these are not known.
  public let isSchoolHoliday: @Sendable (CivilDate) -> Bool
  private let knowsPublic: Bool
  private let knowsSchool: Bool
  /// The dates whose public holidays are known, if not all are.
  package let publicDates: ClosedRange<CivilDate>?

  /// A calendar without known holidays of either kind.
  public static let unknown = HolidayCalendar(nil, nil)

  /// A calendar in which there are no holidays of either kind.
  public static let none = HolidayCalendar({ _ in false }, { _ in false })

  private init(
    _ isPublicHoliday: (@Sendable (CivilDate) -> Bool)?,
    _ isSchoolHoliday: (@Sendable (CivilDate) -> Bool)?,
    publicDates: ClosedRange<CivilDate>? = nil
  ) {
    self.isPublicHoliday = isPublicHoliday ?? { _ in false }
    self.isSchoolHoliday = isSchoolHoliday ?? { _ in false }
    knowsPublic = isPublicHoliday != nil
    knowsSchool = isSchoolHoliday != nil
    self.publicDates = publicDates
  }

  /// Creates a calendar from functions.
  ///
  /// - Parameters:
  ///   - isPublicHoliday: called for each day that `PH` may refer to; it must always return the
  ///     same result for a date.
  ///   - isSchoolHoliday: called for `SH` in the same way; nil if school holidays are unknown.
  public init(
    isPublicHoliday: @escaping @Sendable (CivilDate) -> Bool,
    isSchoolHoliday: (@Sendable (CivilDate) -> Bool)? = nil
  ) {
    self.init(isPublicHoliday, isSchoolHoliday)
  }

  /// Creates a calendar of public holidays that are known for some years only; school holidays are
  /// unknown.
  ///
  /// - Parameters:
  ///   - knownPublicDates: the dates for which the function is valid; on others the holidays are
  ///     unknown.
  ///   - isPublicHoliday: called for each day that `PH` may refer to; it must always return the
  ///     same result for a date.
  public init(
    knownPublicDates: ClosedRange<CivilDate>,
    isPublicHoliday: @escaping @Sendable (CivilDate) -> Bool
  ) {
    self.init(
      { knownPublicDates.contains($0) && isPublicHoliday($0) }, nil, publicDates: knownPublicDates)
  }

  /// Returns the same public holidays with school holidays.
  ///
  /// - Parameter dates: the dates of `SH`.
  /// - Returns: the calendar with both.
  public func adding(school dates: some Sequence<CivilDate>) -> HolidayCalendar {
    let dates = Set(dates)
    return HolidayCalendar(
      knowsPublic ? isPublicHoliday : nil, { dates.contains($0) }, publicDates: publicDates)
  }

  /// Returns the same public holidays with the school holidays of another calendar.
  ///
  /// - Parameter other: the calendar of `SH`.
  /// - Returns: the calendar with both.
  public func adding(schoolHolidaysOf other: HolidayCalendar) -> HolidayCalendar {
    HolidayCalendar(
      knowsPublic ? isPublicHoliday : nil, other.knowsSchool ? other.isSchoolHoliday : nil,
      publicDates: publicDates)
  }

  /// Creates a calendar from tables.
  ///
  /// - Parameters:
  ///   - publicHolidays: the dates of `PH`.
  ///   - school: the dates of `SH`.
  public init(public publicHolidays: some Sequence<CivilDate>, school: some Sequence<CivilDate>) {
    let (publicDates, schoolDates) = (Set(publicHolidays), Set(school))
    self.init({ publicDates.contains($0) }, { schoolDates.contains($0) })
  }

  /// Creates a calendar from a table of public holidays; school holidays are unknown.
  public init(public publicHolidays: some Sequence<CivilDate>) {
    let dates = Set(publicHolidays)
    self.init({ dates.contains($0) }, nil)
  }

  /// Creates a calendar from a table of school holidays; public holidays are unknown.
  public init(school: some Sequence<CivilDate>) {
    let dates = Set(school)
    self.init(nil, { dates.contains($0) })
  }

  /// Whether the calendar has the holidays of a kind, at least of some years.
  public func knows(_ kind: HolidayKind) -> Bool {
    switch kind {
    case .public: knowsPublic
    case .school: knowsSchool
    }
  }

  /// Whether the calendar has the holidays of a kind for the year of a date.
  public func knows(_ kind: HolidayKind, on date: CivilDate) -> Bool {
    knows(kind) && (kind != .public || publicDates?.contains(date) ?? true)
  }
}

extension OpeningHours {
  /// Returns the kinds of holidays that the hours refer to but that are unknown.
  ///
  /// Without a calendar no day counts as a holiday: `Mo-Fr 09:00-17:00; PH off` is then open on 25
  /// December. Tell the user if the result is not empty:
  ///
  /// ```swift
  /// let hours = try OpeningHours("Mo-Fr 09:00-17:00; PH off")
  /// hours.unknownHolidays()                                             // [public]
  /// hours.unknownHolidays(in: HolidayCalendar(public: [christmas]))     // []
  /// ```
  ///
  /// - Parameter calendar: the holidays of the context; by default none are known.
  /// - Returns: ``HolidayKind/public`` if a rule refers to `PH`, ``HolidayKind/school`` if one
  ///   refers to `SH`, in this order, unless the calendar has that kind.
  /// - Complexity: O(n) for n rules.
  public func unknownHolidays(in calendar: HolidayCalendar = .unknown) -> [HolidayKind] {
    HolidayKind.allCases.filter { kind in
      !calendar.knows(kind)
        && rules.contains { $0.days.holidays.contains { $0.kind == kind } }
    }
  }

  /// Returns the kinds of holidays that the hours refer to but that are unknown on some of the
  /// dates.
  ///
  /// A calendar may have the holidays of some years only (``HolidayCalendar/knows(_:on:)``). The
  /// days of rules such as `PH -1 day` count as well.
  ///
  /// - Parameters:
  ///   - dates: the dates in question.
  ///   - calendar: the holidays of the context.
  /// - Returns: the kinds, as from ``unknownHolidays(in:)``.
  /// - Complexity: O(n) for n rules.
  public func unknownHolidays(
    on dates: ClosedRange<CivilDate>, in calendar: HolidayCalendar
  ) -> [HolidayKind] {
    HolidayReferences(rules).unknown(on: dates, in: calendar)
  }
}

/// The holidays that rules refer to.
struct HolidayReferences {
  /// The minimum and maximum number of days after a holiday, for each kind that a rule refers to.
  private var offsets: [HolidayKind: ClosedRange<Int>] = [:]

  init(_ rules: [HoursRule]) {
    for holiday in rules.lazy.flatMap({ $0.days.holidays }) {
      let known = offsets[holiday.kind] ?? holiday.offset...holiday.offset
      offsets[holiday.kind] =
        min(known.lowerBound, holiday.offset)...max(known.upperBound, holiday.offset)
    }
  }

  /// Returns the kinds of holidays that are referred to but unknown on some of the dates, in O(1).
  func unknown(on dates: ClosedRange<CivilDate>, in calendar: HolidayCalendar) -> [HolidayKind] {
    HolidayKind.allCases.filter { kind in
      guard let offsets = offsets[kind] else { return false }
      // The known dates are a range, so its ends decide.
      return !calendar.knows(kind, on: dates.lowerBound.adding(days: -offsets.upperBound))
        || !calendar.knows(kind, on: dates.upperBound.adding(days: -offsets.lowerBound))
    }
  }
}
