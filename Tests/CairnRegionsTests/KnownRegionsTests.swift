import CairnGeodesy
import CairnRegions
import Testing

@Suite("Known places and their regions")
struct KnownRegionsTests {
  static let places: [(name: String, latitude: Double, longitude: Double, code: String)] = [
    ("Vienna", 48.2085, 16.3730, "AT-9"),
    ("Lethem", 3.3726, -59.7997, "GY-UT"), ("Bartica", 6.4054, -58.6233, "GY-CU"),
    ("Linden", 6.0082, -58.3072, "GY-UD"), ("Anna Regina", 7.2656, -58.4827, "GY-PM"),
    ("Dabou", 5.3256, -4.3767, "CI-LG"), ("Veszprém", 47.1, 17.91, "HU-VE"),
    ("Innsbruck", 47.2627, 11.3945, "AT-7"),
    ("Lienz, in the other part of Tyrol", 46.8294, 12.7690, "AT-7"),
    ("Llívia, in France", 42.4645, 1.9807, "ES-CT"),
    ("Ceuta", 35.8893, -5.3213, "ES-CE"),
    ("Melilla", 35.2923, -2.9381, "ES-ML"),
    ("Las Palmas", 28.1248, -15.43, "ES-CN"),
    ("Kaliningrad", 54.7065, 20.5110, "RU-KGD"),
    ("Anchorage", 61.2181, -149.9003, "US-AK"),
    ("Attu, beyond 180°", 52.85, 173.18, "US-AK"),
    ("Honolulu", 21.3069, -157.8583, "US-HI"),
    ("Washington", 38.8977, -77.0365, "US-DC"),
    ("Arlington, across the river", 38.8816, -77.0910, "US-VA"),
    ("Kansas City, Missouri", 39.0997, -94.5786, "US-MO"),
    ("Kansas City, Kansas", 39.1155, -94.6268, "US-KS"),
    ("Ottawa", 45.4215, -75.6972, "CA-ON"),
    ("Gatineau", 45.4765, -75.7013, "CA-QC"),
    ("Berlin", 52.52, 13.405, "DE-BE"),
    ("Potsdam", 52.3906, 13.0645, "DE-BB"),
    ("Bremerhaven, apart from Bremen", 53.5396, 8.5809, "DE-HB"),
    ("Büsingen, in Switzerland", 47.6967, 8.6900, "DE-BW"),
    ("Campione, in Switzerland", 45.9688, 8.9716, "IT-25"),
    ("Rome", 41.9028, 12.4964, "IT-62"),
    ("Edinburgh", 55.9533, -3.1883, "GB-SCT"),
    ("Belfast", 54.5973, -5.9301, "GB-NIR"),
    ("Lyon", 45.7640, 4.8357, "FR-ARA"),
    ("Canberra", -35.2809, 149.1300, "AU-ACT"),
    ("Broken Hill", -31.9505, 141.4533, "AU-NSW"),
    ("São Paulo", -23.5505, -46.6333, "BR-SP"),
    ("Brasília", -15.7942, -47.8825, "BR-DF"),
    ("Sevastopol, in the usual view", 44.6166, 33.5254, "UA-40"),
    ("Tokyo", 35.6812, 139.7671, "JP-13"),
    ("Delhi", 28.6139, 77.2090, "IN-DL"),
    ("Beijing", 39.9042, 116.4074, "CN-BJ"),
    ("Ürümqi", 43.8256, 87.6168, "CN-XJ"),
    ("Geneva", 46.2044, 6.1432, "CH-GE"),
    // Islands that Natural Earth draws in a neighboring region.
    ("Fernando de Noronha", -3.8549, -32.4233, "BR-PE"),
    ("Amami, Kagoshima", 28.3772, 129.4938, "JP-46"),
    ("Naha, Okinawa", 26.2124, 127.6809, "JP-47"),
    ("Baengnyeong, Incheon", 37.9535, 124.6800, "KR-28"),
    ("San Francisco, Camotes", 10.6500, 124.3800, "PH-07"),
    // Close to a line between regions.
    ("Old Faithful", 44.4605, -110.8281, "US-WY"),
    ("Lake Powell", 37.0600, -111.3000, "US-UT"),
    ("Columbus, Georgia", 32.4610, -84.9877, "US-GA"),
    ("Laughlin, Nevada", 35.1678, -114.5730, "US-NV"),
    ("Bullhead City, Arizona", 35.1478, -114.5683, "US-AZ"),
    ("Menominee, Michigan", 45.1078, -87.6143, "US-MI"),
    ("Marinette, Wisconsin", 45.1000, -87.6307, "US-WI"),
    ("Gold Coast Airport", -28.1667, 153.5050, "AU-QLD"),
    ("Bilinga", -28.1667, 153.5167, "AU-QLD"),
    ("Tweed Heads", -28.1833, 153.5400, "AU-NSW"),
    ("Tornio", 65.8481, 24.1466, "FI-10"),
    // Places whose codes differ in Natural Earth.
    ("Moscow", 55.7558, 37.6176, "RU-MOW"),
    ("Podolsk", 55.4242, 37.5547, "RU-MOS"),
    ("Tehran", 35.6892, 51.3890, "IR-23"),
    ("Shiraz, Fars", 29.5918, 52.5837, "IR-07"),
    ("Isfahan", 32.6546, 51.6680, "IR-10"),
    ("Ardabil", 38.2498, 48.2933, "IR-24"),
    ("Tena, Napo", -0.9938, -77.8129, "EC-N"),
    ("Ambato, Tungurahua", -1.2491, -78.6168, "EC-T"),
    ("Georgetown, Demerara-Mahaica", 6.8045, -58.1553, "GY-DE"),
    ("Fes", 34.0331, -5.0003, "MA-03"),
    ("Casablanca", 33.5883, -7.6114, "MA-06"),
    ("Kraków", 50.0614, 19.9366, "PL-12"),
    ("Łódź", 51.7592, 19.4560, "PL-10"),
    ("Opole", 50.6751, 17.9213, "PL-16"),
    ("Prague", 50.0880, 14.4208, "CZ-10"),
    ("Plzeň", 49.7477, 13.3776, "CZ-32"),
    ("Odisha", 20.2724, 85.8338, "IN-OD"),
    ("Dehradun, Uttarakhand", 30.3244, 78.0339, "IN-UK"),
    ("Hyderabad, Telangana", 17.3840, 78.4564, "IN-TS"),
    ("Astana", 51.1801, 71.4460, "KZ-71"),
    ("Ho Chi Minh City", 10.8230, 106.6296, "VN-SG"),
  ]

  @Test("known places are in their regions", arguments: places)
  func known(place: (name: String, latitude: Double, longitude: Double, code: String)) {
    let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
    #expect(AdministrativeAtlas.world.area(at: coordinate)?.code == place.code)
  }

  @Test("a country without subdivisions has no regions")
  func undivided() {
    for (latitude, longitude) in [(41.9022, 12.4533), (43.7384, 7.4246), (36.1408, -5.3536)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      #expect(AdministrativeAtlas.world.area(at: place) == nil)
    }
  }

  @Test("Kosovo has its own regions")
  func kosovo() {
    let pristina = Coordinate(latitude: 42.6629, longitude: 21.1655)
    let region = AdministrativeAtlas.world.area(at: pristina)
    #expect(region?.country == .kosovo)
    #expect(region?.name == "Pristina")
    #expect(region?.description == region?.name)
    #expect(region?.id == region)
  }
}
