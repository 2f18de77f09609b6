internal import CairnGeodesy
internal import CairnIndex

extension Command {
  /// `cairn geohash`: geohashes, and those of each row of a table.
  static let geohash = Command(
    name: "geohash",
    summary: "append geohashes to a table, or encode, decode and cover with them",
    operands: "--append [<table>]",
    discussion: """
      With --append it reads a table with columns for latitude and longitude (CSV, TSV or another
      delimiter) from a file or the standard input and writes the same lines in order with a last
      column `geohash`, empty where a row has no valid coordinate. Such rows are counted on the
      standard error.
      """,
    options: [.precision] + .filter,
    examples: [
      ("cairn geohash --append places.csv --precision 7", "cells of about 150 m")
    ],
    subcommands: [.geohashEncode, .geohashDecode, .geohashNeighbors, .geohashCover],
    run: { (arguments, console) throws(Failure) in
      guard arguments.has("append") else {
        let word = arguments.operands.first.map { "there is no command \(Spelling.quoted($0)); " }
        throw .usage(
          (word ?? "") + "it is encode, decode, neighbors, cover or --append for a table")
      }
      let answers = GeohashAnswers(
        precision: try arguments.precision ?? Geohash.maximumPrecision,
        column: arguments["column"] ?? "geohash")
      try FilterRun.run(
        answers, FilterSettings(arguments), name: "geohash", paths: arguments.operands, &console)
    })
}

extension Option {
  /// How many characters a geohash has.
  static let precision = Option(
    name: "precision", value: "COUNT",
    help: "characters of a geohash, 1 to 12 (default 12): 5 are 5 km, 7 are 150 m, 9 are 5 m")
}

extension Arguments {
  /// How many characters geohashes are to have, if that is said.
  var precision: Int? {
    get throws(Failure) {
      guard self["precision"] != nil else { return nil }
      return try count("precision", default: 12, in: 1...12)
    }
  }
}
