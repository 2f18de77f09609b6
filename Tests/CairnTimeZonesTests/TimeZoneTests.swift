import CairnCountries
import CairnGeodesy
import CairnIndex
import CairnPlaces
import CairnTimeZoneData
import TestSupport
import Testing

@testable import CairnTimeZones

@Suite("Look-up of time zones")
struct TimeZoneTests {
  static let arcs = TimeZoneAtlas.boundaries()
  static let rays = RayCasting(arcs)
  let atlas = TimeZoneAtlas.world

  /// How many points of each kind: all in a release build.
  #if DEBUG
    static let effort = 10_000
  #else
    static let effort = 500_000
  #endif

  private func expectSameAnswers(_ points: [Coordinate]) {
    var differences = 0
    for point in points where point.latitude.magnitude < 90 {
      let zone = atlas.timeZone(at: point)
      let area = Self.rays.area(at: point)
      if zone != (area == 0 ? nil : atlas.timeZones[area - 1]) {
        differences += 1
        if differences <= 5 { Issue.record("\(point): \(zone ?? "none"), but area \(area)") }
      }
    }
    #expect(differences == 0)
  }

  @Test("points anywhere lie where ray casting says")
  func anywhere() { expectSameAnswers(LayerPoints.anywhere(count: Self.effort, seed: 1)) }

  @Test("points at lines lie where ray casting says")
  func lines() {
    expectSameAnswers(LayerPoints.atLines(of: Self.arcs, count: Self.effort, seed: 2))
  }

  @Test("the tables are those that were derived")
  func checksum() {
    var checksum = Checksum()
    for table in TimeZoneData.tables { checksum.add(table.description.utf8) }
    #expect(checksum.value == TimeZoneData.checksum)
    #expect(Checksum(of: Self.arcs).value == TimeZoneData.arcChecksum)
  }

  @Test("every zone has an area and a name, in order")
  func zones() {
    var found = Set(Self.arcs.left).union(Self.arcs.right)
    found.remove(0)
    #expect(found.count == atlas.timeZones.count)
    #expect(atlas.timeZones.count > 350)
    #expect(atlas.timeZones == atlas.timeZones.sorted())
    #expect(atlas.timeZones.allSatisfy { $0.contains("/") && !$0.hasPrefix("Etc/") })
  }

  static let places: [(name: String, latitude: Double, longitude: Double, zone: String?)] = [
    ("Vienna", 48.2085, 16.3730, "Europe/Vienna"),
    ("Indianapolis", 39.7684, -86.1581, "America/Indiana/Indianapolis"),
    ("Gary, Indiana", 41.5934, -87.3464, "America/Chicago"),
    ("Evansville, Indiana", 37.9716, -87.5711, "America/Chicago"),
    ("Phoenix", 33.4484, -112.0740, "America/Phoenix"),
    ("Window Rock, of the Navajo", 35.6806, -109.0526, "America/Denver"),
    ("El Paso", 31.7619, -106.4850, "America/Denver"),
    ("Dallas", 32.7767, -96.7970, "America/Chicago"),
    ("Pensacola, Florida", 30.4213, -87.2169, "America/Chicago"),
    ("Miami", 25.7617, -80.1918, "America/New_York"),
    ("Broken Hill", -31.9505, 141.4533, "Australia/Broken_Hill"),
    ("Eucla", -31.6772, 128.8893, "Australia/Eucla"),
    ("Perth", -31.9523, 115.8613, "Australia/Perth"),
    ("Lord Howe", -31.5553, 159.0821, "Australia/Lord_Howe"),
    ("El Hierro", 27.8060, -17.9154, "Atlantic/Canary"),
    ("Ceuta", 35.8893, -5.3213, "Africa/Ceuta"),
    ("Ponta Delgada", 37.7412, -25.6756, "Atlantic/Azores"),
    ("Funchal", 32.6669, -16.9241, "Atlantic/Madeira"),
    ("Chatham Islands", -43.9535, -176.5597, "Pacific/Chatham"),
    ("Ürümqi, by the law", 43.8256, 87.6168, "Asia/Shanghai"),
    ("Beijing", 39.9042, 116.4074, "Asia/Shanghai"),
    ("Kaliningrad", 54.7065, 20.5110, "Europe/Kaliningrad"),
    ("Honolulu", 21.3069, -157.8583, "Pacific/Honolulu"),
    ("Anchorage", 61.2181, -149.9003, "America/Anchorage"),
    ("Kiritimati", 1.9868, -157.4764, "Pacific/Kiritimati"),
    ("Easter Island", -27.15, -109.43, "Pacific/Easter"),
    ("Galápagos", -0.9538, -90.9656, "Pacific/Galapagos"),
    ("Kathmandu", 27.7172, 85.3240, "Asia/Kathmandu"),
    ("Kinshasa", -4.4419, 15.2663, "Africa/Kinshasa"),
    ("Lubumbashi", -11.6876, 27.5026, "Africa/Lubumbashi"),
    ("Manaus", -3.1190, -60.0217, "America/Manaus"),
    ("Rio Branco", -9.9754, -67.8249, "America/Rio_Branco"),
    ("the Atlantic", 0, -30, nil),
    ("McMurdo, Antarctica", -77.85, 166.67, nil),
  ]

  @Test("known places go by their clocks", arguments: places)
  func known(place: (name: String, latitude: Double, longitude: Double, zone: String?)) {
    let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
    #expect(atlas.timeZone(at: coordinate) == place.zone)
  }

  @Test("nearly all cities have the zone that their set has")
  func cities() {
    let cities = Gazetteer.embedded.cities
    // What the layer says on purpose otherwise: the law's time in Xinjiang, Vietnam's own name.
    let others = cities.count { city in
      atlas.timeZone(at: city.coordinate) != city.timeZone
        && city.timeZone != "Asia/Urumqi" && city.countryCode != "VN"
    }
    #expect(others * 500 < cities.count)
  }

  @Test("a zone of the sea is fifteen degrees wide")
  func nautical() {
    for (longitude, zone) in [
      (0.0, "Etc/GMT"), (7.4, "Etc/GMT"), (7.5, "Etc/GMT-1"), (-7.5, "Etc/GMT"),
      (-7.6, "Etc/GMT+1"), (-30, "Etc/GMT+2"), (100, "Etc/GMT-7"), (172.5, "Etc/GMT-12"),
      (179.9, "Etc/GMT-12"), (180, "Etc/GMT+12"), (-180, "Etc/GMT+12"), (-172.6, "Etc/GMT+12"),
      (330, "Etc/GMT+2"),
    ] {
      let place = Coordinate(latitude: 10, longitude: longitude)
      #expect(TimeZoneAtlas.nauticalTimeZone(at: place) == zone, "\(longitude)")
    }
    let pole = Coordinate(latitude: 90, longitude: 100)
    #expect(TimeZoneAtlas.nauticalTimeZone(at: pole) == "Etc/GMT")
  }

  @Test("what is no place has no zone, and poles have none")
  func special() {
    for (latitude, longitude) in [
      (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.1, 0), (-91, 10),
    ] as [(Double, Double)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      #expect(atlas.timeZone(at: place) == nil)
      #expect(TimeZoneAtlas.nauticalTimeZone(at: place) == nil)
    }
    for longitude in [-180.0, 0, 180] {
      #expect(atlas.timeZone(at: Coordinate(latitude: 90, longitude: longitude)) == nil)
      #expect(atlas.timeZone(at: Coordinate(latitude: -90, longitude: longitude)) == nil)
      // Fiji on both sides of the antimeridian.
      let fiji = Coordinate(latitude: -16.8, longitude: longitude)
      if longitude != 0 { #expect(atlas.timeZone(at: fiji) == "Pacific/Fiji") }
    }
  }

  @Test("many places at once, and threads that look up at once, get the same answers")
  func concurrent() async {
    let points = LayerPoints.atLines(of: Self.arcs, count: 2_000, seed: 6)
    let expected = points.map { atlas.timeZone(at: $0) }
    #expect(atlas.timeZones(at: points) == expected)
    let fresh = AreaGrid(Self.arcs)
    let names = [nil] + atlas.timeZones.map(Optional.some)
    let answers = await withTaskGroup(of: [String?].self) { group in
      for _ in 0..<8 { group.addTask { points.map { names[fresh.area(at: $0)] } } }
      return await group.reduce(into: [[String?]]()) { $0.append($1) }
    }
    #expect(answers.count == 8)
    for answer in answers { #expect(answer == expected) }
  }
}
