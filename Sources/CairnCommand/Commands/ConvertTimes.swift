internal import CairnFormats

/// The times of a conversion to GPX or KML in properties of which the writers read none.
///
/// Dates such as `3/13/2026 11:30 PM` are read if all of them show which number is the day, as by
/// ``ColumnTimes``. The others are kept as text and counted.
struct ConvertedTimes {
  /// The order of the numbers in the dates; nil before ``note(_:)``.
  private var order: NumericDate.Order?
  /// The number of times kept as text, and the first of them.
  private var count = 0
  private var first: (name: String, value: String)?

  /// Whether a feature has a date of which only all of them show which number is the day.
  static func needsOrder(_ feature: GeoFeature) -> Bool {
    unread(feature).flatMap { NumericDate($0.value) } != nil
  }

  /// The time of a feature that the writers do not read.
  private static func unread(_ feature: GeoFeature) -> (name: String, value: String)? {
    // Most features have no such property, which the first condition finds fastest.
    guard feature.properties.names.contains(where: GeoFeature.isTimeName),
      let found = feature.unreadTime, TimeReading.dateTime(of: feature.properties) == nil
    else { return nil }
    // A date without a time of day may have any meaning.
    let isTime = TimeReading.isTimeName(found.name) || found.value.contains(":")
    return isTime ? found : nil
  }

  /// Takes the date of a feature into account, in a pass before the features are written.
  mutating func note(_ feature: GeoFeature) {
    guard let date = feature.unreadTime.flatMap({ NumericDate($0.value) }) else { return }
    order = order ?? NumericDate.Order()
    order?.add(date)
  }

  /// Writes the date of a feature so that the writers read it, or counts it.
  mutating func apply(to feature: inout GeoFeature) {
    guard let found = Self.unread(feature) else { return }
    if let isMonthFirst = order?.isMonthFirst,
      let text = NumericDate(found.value)?.text(isMonthFirst: isMonthFirst),
      TimeReading.dateTime(.string(text)) != nil
    {
      feature.properties["time"] = .string(text)
    } else {
      count += 1
      first = first ?? found
    }
  }

  /// A line about the times that are kept as text; nil if there are none.
  var note: String? {
    first.map {
      "\(Text.grouped(count)) \(count == 1 ? "time is" : "times are") kept as text: "
        + Text.line("\(Spelling.quoted($0.value)) in \(Spelling.quoted($0.name))")
        + " cannot be read; write 2026-11-22T09:30:00"
    }
  }
}
