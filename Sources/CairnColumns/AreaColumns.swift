#if compiler(>=6.3)
  internal import CairnCountries
  internal import CairnCountryFacts
  internal import CairnGeodesy
  internal import CairnMemory
  internal import CairnRegions
  internal import CairnTimeZones

  /// The kinds of names of areas; see ``cairnNames(_:_:_:_:)``.
  @c(CairnNames)
  public enum AreaNameKind: Int32 {
    /// The two-letter codes of countries in ISO 3166-1.
    case countryCodes = 0
    /// The English names of countries.
    case countryNames = 1
    /// The codes of regions in ISO 3166-2; empty for a region without a code.
    case regionCodes = 2
    /// The names of regions.
    case regionNames = 3
    /// The names of time zones in the IANA database.
    case timeZones = 4
    /// The two-letter codes of the states that countries belong to, in the order of the countries;
    /// empty for Antarctica and Western Sahara.
    case sovereignCodes = 5
  }

  /// A partition of the Earth into areas, and the number of each area in the interface.
  private struct AreaLayer: Sendable {
    let write: @Sendable (UnsafeSpan<Coordinate>, UnsafeBuffer<UInt16>) -> Void
    /// The number of each area in the interface; -1 for none.
    let numbers: [Int16]

    init(
      numbers: [Int16],
      _ write: @escaping @Sendable (UnsafeSpan<Coordinate>, UnsafeBuffer<UInt16>) -> Void
    ) {
      self.numbers = numbers
      self.write = write
    }

    private static func countries(of atlas: CountryAtlas) -> AreaLayer {
      var numbers: [UInt16: Int16] = [:]
      for (number, country) in Country.all.enumerated() {
        numbers[country.packedCode] = Int16(number)
      }
      return AreaLayer(numbers: atlas.areaCodes.map { numbers[$0] ?? -1 }) {
        atlas.writeAreas(at: $0, into: $1)
      }
    }

    static let countries = countries(of: .world)
    static let countriesOnLand = countries(of: .world.landOnly)
    static let regions = AreaLayer(numbers: sequence(AdministrativeArea.all.count)) {
      AdministrativeAtlas.writeAreas(at: $0, into: $1)
    }
    static let timeZones = AreaLayer(numbers: sequence(TimeZoneAtlas.world.timeZones.count)) {
      TimeZoneAtlas.world.writeAreas(at: $0, into: $1)
    }

    /// Numbers for areas in order: area 0, which is none, has -1, and area n has n - 1.
    private static func sequence(_ count: Int) -> [Int16] { (0...count).map { Int16($0 - 1) } }

    /// Runs a call.
    @safe @inline(__always)
    static func answer(
      _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
      _ numbers: UnsafeMutablePointer<Int16>?, _ validity: UnsafeMutablePointer<UInt8>?,
      layer: () -> AreaLayer
    ) -> Int32 {
      CairnColumns.answer { () throws(ColumnFault) in
        let rows = try checked(count)
        let columns = try ForeignPlaceColumns(latitudes, longitudes, rows: rows)
        let numbers = try buffer(numbers, rows, "numbers")
        let validity = try ValidityBuffer(validity, rows: rows)
        guard rows > 0 else { return }
        // Creating the layer, and the first lookup near a border, take locks.
        let layer = ForkGate.shared.pass { layer() }
        try withScratch(of: UInt16.self, count: ForeignPlaceColumns.blockSize) {
          areas throws(ColumnFault) in
          try forEachBlock(rows) { (first, places, _) throws(ColumnFault) in
            columns.read(first, places)
            ForkGate.shared.pass { layer.write(places.span, areas[0..<places.count]) }
            layer.numbers.withUnsafeSpan { known in
              for row in 0..<places.count { numbers[first + row] = known[Int(areas[row])] }
            }
            validity.write(first, places.count) { places[$0].isValid }
          }
        }
      }
    }
  }

  /// Finds the country of each place.
  ///
  /// A place at sea is in the country whose waters it is in, unless only land counts.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - landOnly: 0 for countries with their waters, 1 for land alone.
  ///   - numbers: receives a number for each row: that of its country in `cairn_names`, or -1 if it
  ///     is in no country, null or not valid.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_country)
  public func cairnCountry(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ landOnly: Int32, _ numbers: UnsafeMutablePointer<Int16>?,
    _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    guard landOnly == 0 || landOnly == 1 else {
      return answer { () throws(ColumnFault) in
        throw .invalid("land_only: \(landOnly) is neither 0 nor 1")
      }
    }
    return AreaLayer.answer(count, latitudes, longitudes, numbers, validity) {
      landOnly == 0 ? .countries : .countriesOnLand
    }
  }

  /// Finds the state or province of each place, including waters; see `cairn_country`.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - numbers: receives a number for each row: that of its region in `cairn_names`, or -1.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_region)
  public func cairnRegion(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ numbers: UnsafeMutablePointer<Int16>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    AreaLayer.answer(count, latitudes, longitudes, numbers, validity) { .regions }
  }

  /// Finds the time zone of each place; see `cairn_country`.
  ///
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - latitudes: degrees north, in -90...90.
  ///   - longitudes: degrees east; any finite number.
  ///   - numbers: receives a number for each row: that of its zone in `cairn_names`, or -1 on the
  ///     high seas and in Antarctica far from its stations.
  ///   - validity: receives a bit for each row: 0 if it is null or not valid; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_time_zone)
  public func cairnTimeZone(
    _ count: Int64, _ latitudes: UnsafeRawPointer?, _ longitudes: UnsafeRawPointer?,
    _ numbers: UnsafeMutablePointer<Int16>?, _ validity: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    AreaLayer.answer(count, latitudes, longitudes, numbers, validity) { .timeZones }
  }

  /// Writes the names of all areas in order of their numbers, each followed by a line feed.
  ///
  /// - Parameters:
  ///   - kind: the kind of names, one of `CAIRN_NAMES_…`.
  ///   - text: receives all names and a zero; NULL to get only their size.
  ///   - capacity: the size of `text` in bytes.
  ///   - needed: receives the size of all names and the zero in bytes; NULL for none.
  /// - Returns: `CAIRN_STATUS_OK` or another status.
  @c(cairn_names)
  public func cairnNames(
    _ kind: Int32, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int64,
    _ needed: UnsafeMutablePointer<Int64>?
  ) -> Int32 {
    answer { () throws(ColumnFault) in
      let capacity = try checked(capacity, "capacity")
      let target = try optionalBuffer(text, capacity, "text")
      let needed = try optionalBuffer(needed, 1, "needed")
      guard let kind = AreaNameKind(rawValue: kind) else {
        throw .invalid("kind: no kind of names has the number \(kind)")
      }
      let names =
        switch kind {
        case .countryCodes: Country.all.map(\.alpha2)
        case .countryNames: Country.all.map(\.name)
        case .regionCodes: AdministrativeArea.all.map { $0.code ?? "" }
        case .regionNames: AdministrativeArea.all.map(\.name)
        case .timeZones: TimeZoneAtlas.world.timeZones
        case .sovereignCodes: Country.all.map { $0.sovereign?.alpha2 ?? "" }
        }
      let all = names.map { "\($0)\n" }.joined()
      needed?[0] = Int64(all.utf8.count + 1)
      guard target != nil else { return }
      guard all.utf8.count < capacity else {
        throw ColumnFault(.noRoom, "text: \(all.utf8.count + 1) bytes are needed")
      }
      all.write(toForeign: text, capacity: capacity)
    }
  }
#endif
