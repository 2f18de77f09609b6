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
/// Without holidays no day is one. Without a place, or an offset from UTC, the times of the sun are
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
    holidays: HolidayCalendar = .none, place: Coordinate? = nil,
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

/// Which days are public and which are school holidays: a table or a function of one's own.
///
/// ```swift
/// let table = HolidayCalendar(public: [CivilDate(2026, 10, 26)!, CivilDate(2026, 12, 25)!])
/// let rule = HolidayCalendar { $0 == CivilDate.easter(in: $0.year).adding(days: 1) }
/// ```
///
/// The library has no holidays of its own: laws change them every year, by region.
public struct HolidayCalendar: Sendable {
  /// Whether a date is a public holiday.
  public let isPublicHoliday: @Sendable (CivilDate) -> Bool
  /// Whether a date is a school holiday.
  public let isSchoolHoliday: @Sendable (CivilDate) -> Bool

  /// No holidays.
  public static let none = HolidayCalendar { _ in false }

  /// Asks functions.
  ///
  /// - Parameters:
  ///   - isPublicHoliday: asked for each day that `PH` may mean; has to give the same answer
  ///     always.
  ///   - isSchoolHoliday: the same for `SH`; no day by default.
  public init(
    isPublicHoliday: @escaping @Sendable (CivilDate) -> Bool,
    isSchoolHoliday: @escaping @Sendable (CivilDate) -> Bool = { _ in false }
  ) {
    self.isPublicHoliday = isPublicHoliday
    self.isSchoolHoliday = isSchoolHoliday
  }

  /// Looks into tables.
  ///
  /// - Parameters:
  ///   - publicHolidays: the dates that `PH` means.
  ///   - school: those that `SH` means.
  public init(
    public publicHolidays: some Sequence<CivilDate>,
    school: some Sequence<CivilDate> = [CivilDate]()
  ) {
    let (publicDates, schoolDates) = (Set(publicHolidays), Set(school))
    self.init(
      isPublicHoliday: { publicDates.contains($0) }, isSchoolHoliday: { schoolDates.contains($0) })
  }
}
