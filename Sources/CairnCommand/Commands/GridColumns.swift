internal import CairnFormats
internal import CairnGeodesy
internal import CairnGrids

extension Option {
  /// The options of `cairn append` for grid references.
  static let grids = [
    Option(
      name: "mgrs", value: "COUNT",
      help: "append the MGRS square with this many digits each for easting and northing, 0 to 11 "
        + "(5: 1 m)"),
    Option(
      name: "utm", value: "COUNT",
      help: "append UTM, or UPS near the poles, in meters with this many decimals, 0 to 9"),
    Option(
      name: "pluscode", value: "COUNT",
      help: "append the Plus code of this many characters: 2, 4, 6, 8 or 10 to 15 (10: 14 m)"),
  ]
}

extension Arguments {
  /// The chosen columns of grid references, in the order of their options.
  var gridColumns: [AppendedColumn] {
    get throws(Failure) {
      var columns: [AppendedColumn] = []
      if has("mgrs") {
        let precision = try count("mgrs", default: 5, in: 0...MGRSSquare.maximumPrecision)
        columns.append(
          AppendedColumn("mgrs") { try? MGRSSquare($0, precision: precision).description })
      }
      if has("utm") {
        let digits = try count("utm", default: 0, in: 0...9)
        columns.append(
          AppendedColumn("utm") { place in
            (try? UTMCoordinate(place).formatted(digits: digits))
              ?? (try? UPSCoordinate(place).formatted(digits: digits))
          })
      }
      if has("pluscode") {
        let length = try count("pluscode", default: 10, in: 2...15)
        guard length >= 10 || length.isMultiple(of: 2) else {
          throw .usage("--pluscode takes 2, 4, 6, 8 or 10 to 15 characters, not \(length)")
        }
        columns.append(
          AppendedColumn("pluscode") { try? PlusCode($0, length: length).description })
      }
      return columns
    }
  }
}
