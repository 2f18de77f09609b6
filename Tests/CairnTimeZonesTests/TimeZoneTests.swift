import CairnCountries
import CairnGeodesy
import CairnIndex
import CairnPlaces
import CairnTimeZoneData
import TestSupport
import Testing

@testable import CairnTimeZones

@Suite("Lookup of time zones")
struct TimeZoneTests {
  static let arcs = TimeZoneAtlas.boundaries()
  static let rays = RayCasting(arcs)
  let atlas = TimeZoneAtlas.world

  /// The number of points of each kind: all in a release build.
  static let effort = rounds(500_000, inDebug: 10_000)

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

  @Test("points anywhere agree with ray casting")
  func anywhere() { expectSameAnswers(LayerPoints.anywhere(count: Self.effort, seed: 1)) }

  @Test("points near lines agree with ray casting")
  func lines() {
    expectSameAnswers(LayerPoints.atLines(of: Self.arcs, count: Self.effort, seed: 2))
  }

  @Test("the tables have the checksum of the build script")
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
    ("Fernando de Noronha", -3.8549, -32.4233, "America/Noronha"),
    ("Indianapolis", 39.7684, -86.1581, "America/Indiana/Indianapolis"),
    ("Gary, Indiana", 41.5934, -87.3464, "America/Chicago"),
    ("Evansville, Indiana", 37.9716, -87.5711, "America/Chicago"),
    ("Phoenix", 33.4484, -112.0740, "America/Phoenix"),
    ("UnsafeSpan Rock, of the Navajo", 35.6806, -109.0526, "America/Denver"),
    ("El Paso", 31.7619, -106.4850, "America/Denver"),
    ("Dallas", 32.7767, -96.7970, "America/Chicago"),
    ("Pensacola, Florida", 30.4213, -87.2169, "America/Chicago"),
    ("Miami", 25.7617, -80.1918, "America/New_York"),
    ("Port St. Joe, Florida", 29.8119, -85.3030, "America/New_York"),
    ("Apalachicola, Florida", 29.7260, -84.9833, "America/New_York"),
    ("Panama City, Florida", 30.1588, -85.6602, "America/Chicago"),
    ("Marianna, Florida", 30.7744, -85.2269, "America/Chicago"),
    ("Quincy, Florida", 30.5871, -84.5832, "America/New_York"),
    ("Phenix City, Alabama, by the law", 32.4710, -85.0008, "America/Chicago"),
    ("Grangeville, Idaho", 45.9266, -116.1226, "America/Los_Angeles"),
    ("Riggins, Idaho", 45.4224, -116.3154, "America/Boise"),
    ("New Meadows, Idaho", 44.9713, -116.2838, "America/Boise"),
    ("Ontario, Oregon", 44.0266, -116.9629, "America/Boise"),
    ("McDermitt, Oregon", 42.0100, -117.7200, "America/Los_Angeles"),
    ("Burns, Oregon", 43.5863, -119.0541, "America/Los_Angeles"),
    ("Wendover, Utah", 40.7372, -114.0375, "America/Denver"),
    ("West Wendover, Nevada", 40.7391, -114.0733, "America/Denver"),
    ("Elko, Nevada", 40.8324, -115.7631, "America/Los_Angeles"),
    ("Mandan, North Dakota", 46.8267, -100.8896, "America/North_Dakota/New_Salem"),
    ("Bismarck, North Dakota", 46.8083, -100.7837, "America/Chicago"),
    ("Dickinson, North Dakota", 46.8792, -102.7896, "America/Denver"),
    ("Rapid City, South Dakota", 44.0805, -103.2310, "America/Denver"),
    ("Pierre, South Dakota", 44.3683, -100.3510, "America/Chicago"),
    ("Philip, South Dakota", 44.0394, -101.6651, "America/Denver"),
    ("Murdo, South Dakota", 43.8883, -100.7129, "America/Chicago"),
    ("Scottsbluff, Nebraska", 41.8666, -103.6672, "America/Denver"),
    ("Ogallala, Nebraska", 41.1281, -101.7196, "America/Denver"),
    ("North Platte, Nebraska", 41.1239, -100.7654, "America/Chicago"),
    ("Mullen, Nebraska", 42.0428, -101.0424, "America/Denver"),
    ("Thedford, Nebraska", 41.9786, -100.5762, "America/Chicago"),
    ("Goodland, Kansas", 39.3508, -101.7102, "America/Denver"),
    ("Colby, Kansas", 39.3958, -101.0524, "America/Chicago"),
    ("Oakley, Kansas", 39.1333, -100.8640, "America/Chicago"),
    ("Sierra Blanca, Texas", 31.1746, -105.3572, "America/Denver"),
    ("Van Horn, Texas", 31.0399, -104.8307, "America/Chicago"),
    ("Presidio, Texas", 29.5607, -104.3722, "America/Chicago"),
    ("Chattanooga, Tennessee", 35.0456, -85.3097, "America/New_York"),
    ("Jasper, Tennessee", 35.0742, -85.6261, "America/Chicago"),
    ("Crossville, Tennessee", 35.9490, -85.0269, "America/Chicago"),
    ("Somerset, Kentucky", 37.0920, -84.6041, "America/New_York"),
    ("Bowling Green, Kentucky", 36.9903, -86.4436, "America/Chicago"),
    ("Knox, Indiana", 41.2959, -86.6250, "America/Indiana/Knox"),
    ("Plymouth, Indiana", 41.3437, -86.3097, "America/Indiana/Indianapolis"),
    ("Iron Mountain, Michigan", 45.8202, -88.0659, "America/Menominee"),
    ("Marquette, Michigan", 46.5436, -87.3954, "America/Detroit"),
    ("Coral Harbour, Nunavut", 64.1372, -83.1653, "America/Atikokan"),
    ("Pond Inlet, Nunavut", 72.6992, -77.9590, "America/Iqaluit"),
    ("Alert, Nunavut", 82.5018, -62.3481, "America/Iqaluit"),
    ("Pickle Lake, Ontario", 51.4660, -90.1920, "America/Atikokan"),
    ("Saint-Augustin, Quebec", 51.2270, -58.6500, "America/Blanc-Sablon"),
    ("Natashquan, Quebec", 50.1890, -61.8190, "America/Toronto"),
    ("Caiguna, Western Australia", -32.2700, 125.4880, "Australia/Perth"),
    ("Puerto Williams, Chile", -54.9333, -67.6167, "America/Punta_Arenas"),
    ("Rikitea, Gambier Islands", -23.1203, -134.9690, "Pacific/Gambier"),
    ("Tiksi, Sakha", 71.6366, 128.8685, "Asia/Yakutsk"),
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
    ("Juneau", 58.3019, -134.4197, "America/Juneau"),
    ("Sitka", 57.0531, -135.3300, "America/Sitka"),
    ("Yakutat", 59.5469, -139.7272, "America/Yakutat"),
    ("Nome", 64.5011, -165.4064, "America/Nome"),
    ("Adak", 51.8800, -176.6581, "America/Adak"),
    ("Kiritimati", 1.9868, -157.4764, "Pacific/Kiritimati"),
    ("Easter Island", -27.15, -109.43, "Pacific/Easter"),
    ("Galápagos", -0.9538, -90.9656, "Pacific/Galapagos"),
    ("Kathmandu", 27.7172, 85.3240, "Asia/Kathmandu"),
    ("Kinshasa", -4.4419, 15.2663, "Africa/Kinshasa"),
    ("Lubumbashi", -11.6876, 27.5026, "Africa/Lubumbashi"),
    ("Manaus", -3.1190, -60.0217, "America/Manaus"),
    ("Rio Branco", -9.9754, -67.8249, "America/Rio_Branco"),
    ("Nuuk", 64.1835, -51.7216, "America/Nuuk"),
    ("Paamiut", 61.9940, -49.6678, "America/Nuuk"),
    ("Tasiilaq", 65.6145, -37.6368, "America/Nuuk"),
    ("Kullorsuaq", 74.5806, -57.2156, "America/Nuuk"),
    ("Nuussuaq", 74.1100, -57.0600, "America/Nuuk"),
    ("Upernavik", 72.7868, -56.1549, "America/Nuuk"),
    ("Qaanaaq", 77.4670, -69.2285, "America/Thule"),
    ("Ittoqqortoormiit", 70.4853, -21.9667, "America/Scoresbysund"),
    ("Johnston Atoll", 16.7300, -169.5300, "Pacific/Honolulu"),
    ("Midway", 28.2100, -177.3800, "Pacific/Midway"),
    ("Wake", 19.2800, 166.6500, "Pacific/Wake"),
    ("Ebeye, Kwajalein", 8.7795, 167.7390, "Pacific/Kwajalein"),
    ("Majuro", 7.0897, 171.3803, "Pacific/Majuro"),
    ("Laughlin, Nevada", 35.1678, -114.5730, "America/Los_Angeles"),
    ("Bullhead City, Arizona", 35.1478, -114.5683, "America/Phoenix"),
    ("Gold Coast Airport", -28.1667, 153.5050, "Australia/Brisbane"),
    ("Tweed Heads", -28.1833, 153.5400, "Australia/Sydney"),
    ("Tornio", 65.8481, 24.1466, "Europe/Helsinki"),
    ("Haparanda", 65.8350, 24.1370, "Europe/Stockholm"),
    ("Columbus, Georgia", 32.4610, -84.9877, "America/New_York"),
    ("Menominee, Michigan", 45.1078, -87.6143, "America/Menominee"),
    ("Konstanz", 47.6603, 9.1758, "Europe/Berlin"),
    ("the Atlantic", 0, -30, nil),
    ("McMurdo", -77.85, 166.67, "Antarctica/McMurdo"),
    ("Scott Base", -77.8493, 166.7681, "Antarctica/McMurdo"),
    ("the South Pole", -90, 0, "Antarctica/McMurdo"),
    ("Amundsen-Scott", -89.9975, 139.2728, "Antarctica/McMurdo"),
    ("Rothera", -67.5688, -68.1271, "Antarctica/Rothera"),
    ("Palmer", -64.7743, -64.0538, "Antarctica/Palmer"),
    ("Casey", -66.2823, 110.5278, "Antarctica/Casey"),
    ("Davis", -68.5766, 77.9674, "Antarctica/Davis"),
    ("Mawson", -67.6027, 62.8738, "Antarctica/Mawson"),
    ("Dumont d'Urville", -66.6628, 140.0014, "Antarctica/DumontDUrville"),
    ("Syowa", -69.0041, 39.5800, "Antarctica/Syowa"),
    ("Troll", -72.0114, 2.5350, "Antarctica/Troll"),
    ("Vostok", -78.4645, 106.8339, "Antarctica/Vostok"),
    ("the airfield at Frei", -62.1908, -58.9867, "America/Punta_Arenas"),
    ("the glacier at O'Higgins", -63.3440, -57.8420, "America/Punta_Arenas"),
    ("Hope Bay, at Esperanza", -63.3833, -57.0000, "America/Argentina/Ushuaia"),
    ("Seymour Island, around Marambio", -64.2800, -56.7500, "America/Argentina/Ushuaia"),
    ("Three Brothers Hill, at Carlini", -62.2400, -58.6700, "America/Argentina/Ushuaia"),
    ("Concordia", -75.0999, 123.3326, "Asia/Singapore"),
    ("the ice far from stations", -82, 60, nil),
    ("Uliastai", 47.7417, 96.8444, "Asia/Ulaanbaatar"),
    ("Altai", 46.3722, 96.2583, "Asia/Ulaanbaatar"),
    ("Khovd", 48.0056, 91.6419, "Asia/Hovd"),
    ("Nueva Ciudad Guerrero", 26.5640, -99.2260, "America/Matamoros"),
    // Municipalities of the law of 2022 at Mexico's northern border, and their neighbors.
    ("Piedras Negras", 28.7000, -100.5235, "America/Matamoros"),
    ("the airport of Piedras Negras", 28.6274, -100.5350, "America/Matamoros"),
    ("Ciudad Acuña", 29.3232, -100.9522, "America/Matamoros"),
    ("Sabinas, Coahuila", 27.8559, -101.1174, "America/Monterrey"),
    ("Múzquiz", 27.8793, -101.5162, "America/Monterrey"),
    ("Sierra Mojada", 27.2870, -103.7000, "America/Monterrey"),
    ("Monclova", 26.9069, -101.4206, "America/Monterrey"),
    ("the market of Río Bravo", 25.9900, -98.0930, "America/Matamoros"),
    ("the south of Valle Hermoso", 25.6600, -97.8200, "America/Matamoros"),
    ("San Fernando, Tamaulipas", 24.8475, -98.1578, "America/Monterrey"),
    ("China, Nuevo León", 25.7028, -99.2361, "America/Monterrey"),
    ("the center of Anáhuac", 27.2400, -100.1300, "America/Matamoros"),
    ("Ciudad Juárez", 31.7202, -106.4608, "America/Ciudad_Juarez"),
    ("Villa Ahumada", 30.6186, -106.5122, "America/Chihuahua"),
    ("Bucerías, Nayarit", 20.7556, -105.3342, "America/Bahia_Banderas"),
    ("Tepic", 21.5042, -104.8946, "America/Mazatlan"),
    ("Manzanillo, Colima", 19.0522, -104.3158, "America/Mexico_City"),
    ("Socorro Island", 18.7742, -110.9300, "America/Mazatlan"),
    // The districts of Sakha.
    ("Tomtor, Oymyakon", 63.2650, 143.2100, "Asia/Ust-Nera"),
    ("the airfield of Teply Klyuch", 62.7890, 136.8550, "Asia/Khandyga"),
    ("Eldikan, Ust-Maya", 60.8000, 135.1833, "Asia/Khandyga"),
    ("Batagay, Verkhoyansk", 67.6550, 134.6382, "Asia/Vladivostok"),
    ("Deputatsky, Ust-Yana", 69.3096, 139.9757, "Asia/Vladivostok"),
    ("Pokhodsk, Lower Kolyma", 69.0700, 160.9600, "Asia/Srednekolymsk"),
    ("Flin Flon, Manitoba", 54.7682, -101.8650, "America/Winnipeg"),
    ("Creighton, Saskatchewan", 54.7560, -101.9000, "America/Winnipeg"),
    ("Pelican Narrows", 55.1892, -102.9342, "America/Regina"),
    ("Fort Pierre, South Dakota", 44.3536, -100.3737, "America/Chicago"),
    ("the west of Stanley County", 44.4500, -101.0000, "America/Denver"),
    ("Riggins, Idaho", 45.4224, -116.3154, "America/Boise"),
    ("Pittsburg Landing, Idaho", 45.6330, -116.4760, "America/Boise"),
    ("White Bird, Idaho", 45.7616, -116.3010, "America/Los_Angeles"),
    ("Page, Arizona", 36.9147, -111.4558, "America/Phoenix"),
    ("LeChee, Navajo Nation", 36.8600, -111.4350, "America/Denver"),
    ("Marble Canyon, Arizona", 36.8150, -111.6400, "America/Phoenix"),
    ("Slate Creek, Idaho", 45.6400, -116.2850, "America/Los_Angeles"),
    ("Border Village", -31.6390, 129.0040, "Australia/Eucla"),
    ("Nullarbor Roadhouse", -31.4500, 130.8980, "Australia/Adelaide"),
  ]

  @Test("known places have their time zones", arguments: places)
  func known(place: (name: String, latitude: Double, longitude: Double, zone: String?)) {
    let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
    #expect(atlas.timeZone(at: coordinate) == place.zone)
  }

  @Test("nearly all cities have the zone of the gazetteer")
  func cities() {
    let cities = Gazetteer.embedded.cities
    // Intentional differences: the legal time in Xinjiang, and Vietnam's own name.
    let others = cities.count { city in
      atlas.timeZone(at: city.coordinate) != city.timeZone
        && city.timeZone != "Asia/Urumqi" && city.countryCode != "VN"
    }
    #expect(others * 500 < cities.count)
  }

  @Test("a nautical zone is fifteen degrees wide")
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

  @Test("invalid places and the North Pole have no zone")
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
      let southPole = Coordinate(latitude: -90, longitude: longitude)
      #expect(atlas.timeZone(at: southPole) == "Antarctica/McMurdo")
      // Fiji on both sides of the antimeridian.
      let fiji = Coordinate(latitude: -16.8, longitude: longitude)
      if longitude != 0 { #expect(atlas.timeZone(at: fiji) == "Pacific/Fiji") }
    }
  }

  @Test("batch lookups and concurrent lookups give the same results")
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
