import CairnGeodesy
import CairnRegions
import Testing

@Suite("Known places and their regions")
struct KnownRegionsTests {
  static let places: [(name: String, latitude: Double, longitude: Double, code: String)] = [
    ("Vienna", 48.2085, 16.3730, "AT-9"),
    ("Keren", 15.778, 38.451, "ER-AN"), ("Asmara", 15.333, 38.925, "ER-MA"),
    ("Adi Keyh", 14.844, 39.377, "ER-DU"), ("Nakfa", 16.665, 38.477, "ER-SK"),
    ("Treasure Cay", 26.67, -77.28, "BS-CO"), ("Roxborough, Tobago", 11.248, -60.58, "TT-TOB"),
    ("Scarborough, Tobago", 11.183, -60.735, "TT-TOB"), ("Vị Thanh", 9.784, 105.47, "VN-CT"),
    ("Curepipe", -20.316, 57.526, "MU-PW"), ("Rūjiena", 57.897, 25.33, "LV-113"),
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
    // Regions that were made since Natural Earth drew the country, by the nearest town.
    ("Kisumu", -0.1022, 34.7617, "KE-17"),
    ("Mombasa", -4.0547, 39.6636, "KE-28"),
    ("Nairobi", -1.2833, 36.8167, "KE-30"),
    ("Eldoret", 0.5204, 35.2699, "KE-44"),
    ("Kikwit", -5.041, 18.8162, "CD-KL"),
    ("Lubumbashi", -11.6609, 27.4794, "CD-HK"),
    ("Kisangani", 0.5153, 25.191, "CD-TO"),
    ("Mbandaka", 0.0487, 18.2603, "CD-EQ"),
    ("Jayapura", -2.5337, 140.7181, "ID-PA"),
    ("Nabire", -3.36, 135.5007, "ID-PT"),
    ("Merauke", -8.4932, 140.4018, "ID-PS"),
    ("Wamena", -4.095, 138.947, "ID-PE"),
    ("Sorong", -0.8805, 131.2615, "ID-PD"),
    ("Manokwari", -0.8615, 134.062, "ID-PB"),
    ("Tarakan", 3.3133, 117.5915, "ID-KU"),
    ("Balikpapan", -1.2675, 116.8289, "ID-KI"),
    ("Djanet", 24.5542, 9.4847, "DZ-56"),
    ("Touggourt", 33.1, 6.0667, "DZ-55"),
    ("In Salah", 27.1971, 2.4834, "DZ-53"),
    ("Tamanrasset", 22.785, 5.5228, "DZ-11"),
    ("Semey", 50.4111, 80.2275, "KZ-10"),
    ("Taldykorgan", 45.0176, 78.3739, "KZ-33"),
    ("Zhezkazgan", 47.7833, 67.7667, "KZ-62"),
    ("Shymkent", 42.3, 69.6, "KZ-79"),
    ("Almaty", 43.25, 76.9167, "KZ-75"),
    ("Leh", 34.1643, 77.5848, "IN-LA"),
    ("Minsk", 53.9, 27.5667, "BY-HM"),
    ("Borisov", 54.2279, 28.505, "BY-MI"),
    ("Sejong", 36.5924, 127.2923, "KR-50"),
    ("Gwangju", 35.1547, 126.9156, "KR-29"),
    ("Hawassa", 7.0621, 38.4763, "ET-SI"),
    ("Mizan Teferi", 6.9833, 35.5833, "ET-SW"),
    ("Tamale", 9.4008, -0.8393, "GH-NP"),
    ("Damongo", 9.0833, -1.8167, "GH-SV"),
    ("Sunyani", 7.3399, -2.3268, "GH-BO"),
    ("Agadir", 30.4202, -9.5982, "MA-09"),
    ("Errachidia", 31.9314, -4.4244, "MA-08"),
    ("Naypyidaw", 19.745, 96.1297, "MM-18"),
    ("Janakpur", 26.7183, 85.9065, "NP-P2"),
    ("Luxembourg", 49.6117, 6.13, "LU-LU"),
    ("Esch", 49.4958, 5.9806, "LU-ES"),
    ("Kasane", -17.8167, 25.15, "BW-CH"),
    ("La Chorrera", 8.8803, -79.7833, "PA-10"),
    ("Panama City", 8.9936, -79.5197, "PA-8"),
    ("Mymensingh", 24.7564, 90.4065, "BD-H"),
    ("Baalbek", 34.0058, 36.2181, "LB-BH"),
    ("Menaka", 15.9182, 2.4022, "ML-9"),
    ("Oslo", 59.9127, 10.7461, "NO-03"),
    ("Tromsø", 69.6489, 18.9551, "NO-55"),
    ("Vadsø", 70.0744, 29.7487, "NO-56"),
    ("Drammen", 59.7439, 10.2045, "NO-33"),
    ("Sarpsborg", 59.2839, 11.1096, "NO-31"),
    ("Lillestrøm", 59.956, 11.0493, "NO-32"),
    ("Skien", 59.2096, 9.609, "NO-40"),
    ("Tønsberg", 59.2672, 10.4076, "NO-39"),
    ("Tari", -5.8483, 142.9472, "PG-HLA"),
    ("Hadibu", 12.6489, 54.0189, "YE-SU"),
    ("Ilulissat", 69.2198, -51.0986, "GL-AV"),
    ("Aasiaat", 68.7098, -52.8699, "GL-QT"),
    ("Rundu", -17.9333, 19.7667, "NA-KE"),
    ("Tunduma", -9.3, 32.7667, "TZ-31"),
    ("Podgorica", 42.4411, 19.2636, "ME-16"),
    ("Nouakchott", 18.0858, -15.9785, "MR-13"),
  ]

  @Test("known places are in their regions", arguments: places)
  func known(place: (name: String, latitude: Double, longitude: Double, code: String)) {
    let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
    #expect(AdministrativeAtlas.world.area(at: coordinate)?.code == place.code)
  }

  @Test(
    "countries have their current number of regions with a code",
    arguments: [
      ("CD", 26), ("DZ", 58), ("GH", 16), ("ID", 38), ("KE", 47), ("KZ", 20), ("LU", 12),
      ("MA", 11), ("NO", 15), ("NP", 7), ("PL", 16), ("CZ", 14), ("HU", 20), ("MX", 32), ("IN", 36),
    ])
  func counts(country: String, count: Int) {
    let areas = AdministrativeArea.all.filter { $0.country.alpha2 == country && $0.code != nil }
    #expect(areas.count == count)
    #expect(Set(areas.map(\.code)).count == count)
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
