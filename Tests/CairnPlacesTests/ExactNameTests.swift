import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

/// `place(named:)` accepts whole names, and codes in uppercase, and nothing else.
@Suite struct ExactNameTests {
  private let world = Gazetteer.embedded

  /// The places after which time zones are named: the last parts of the names in zone.tab of the
  /// IANA Time Zone Database (public domain).
  private static let timeZoneNames: [String] = """
    Abidjan, Accra, Adak, Addis Ababa, Adelaide, Aden, Algiers, Almaty, Amman, Amsterdam,
    Anadyr, Anchorage, Andorra, Anguilla, Antananarivo, Antigua, Apia, Aqtau, Aqtobe,
    Araguaina, Aruba, Ashgabat, Asmara, Astrakhan, Asuncion, Athens, Atikokan, Atyrau,
    Auckland, Azores, Baghdad, Bahia, Bahia Banderas, Bahrain, Baku, Bamako, Bangkok, Bangui,
    Banjul, Barbados, Barnaul, Beirut, Belem, Belgrade, Belize, Berlin, Bermuda, Beulah,
    Bishkek, Bissau, Blanc-Sablon, Blantyre, Boa Vista, Bogota, Boise, Bougainville,
    Bratislava, Brazzaville, Brisbane, Broken Hill, Brunei, Brussels, Bucharest, Budapest,
    Buenos Aires, Bujumbura, Busingen, Cairo, Cambridge Bay, Campo Grande, Canary, Cancun,
    Cape Verde, Caracas, Casablanca, Casey, Catamarca, Cayenne, Cayman, Center, Ceuta,
    Chagos, Chatham, Chicago, Chihuahua, Chisinau, Chita, Christmas, Chuuk, Ciudad Juarez,
    Cocos, Colombo, Comoro, Conakry, Copenhagen, Cordoba, Costa Rica, Coyhaique, Creston,
    Cuiaba, Curacao, Dakar, Damascus, Danmarkshavn, Dar es Salaam, Darwin, Davis, Dawson,
    Dawson Creek, Denver, Detroit, Dhaka, Dili, Djibouti, Dominica, Douala, Dubai, Dublin,
    DumontDUrville, Dushanbe, Easter, Edmonton, Efate, Eirunepe, El Aaiun, El Salvador,
    Eucla, Fakaofo, Famagusta, Faroe, Fiji, Fort Nelson, Fortaleza, Freetown, Funafuti,
    Gaborone, Galapagos, Gambier, Gaza, Gibraltar, Glace Bay, Goose Bay, Grand Turk, Grenada,
    Guadalcanal, Guadeloupe, Guam, Guatemala, Guayaquil, Guernsey, Guyana, Halifax, Harare,
    Havana, Hebron, Helsinki, Hermosillo, Ho Chi Minh, Hobart, Hong Kong, Honolulu, Hovd,
    Indianapolis, Inuvik, Iqaluit, Irkutsk, Isle of Man, Istanbul, Jakarta, Jamaica,
    Jayapura, Jersey, Jerusalem, Johannesburg, Juba, Jujuy, Juneau, Kabul, Kaliningrad,
    Kamchatka, Kampala, Kanton, Karachi, Kathmandu, Kerguelen, Khandyga, Khartoum, Kigali,
    Kinshasa, Kiritimati, Kirov, Knox, Kolkata, Kosrae, Kralendijk, Krasnoyarsk,
    Kuala Lumpur, Kuching, Kuwait, Kwajalein, Kyiv, La Paz, La Rioja, Lagos, Libreville,
    Lima, Lindeman, Lisbon, Ljubljana, Lome, London, Longyearbyen, Lord Howe, Los Angeles,
    Louisville, Lower Princes, Luanda, Lubumbashi, Lusaka, Luxembourg, Macau, Maceio,
    Macquarie, Madeira, Madrid, Magadan, Mahe, Majuro, Makassar, Malabo, Maldives, Malta,
    Managua, Manaus, Manila, Maputo, Marengo, Mariehamn, Marigot, Marquesas, Martinique,
    Maseru, Matamoros, Mauritius, Mawson, Mayotte, Mazatlan, Mbabane, McMurdo, Melbourne,
    Mendoza, Menominee, Merida, Metlakatla, Mexico City, Midway, Minsk, Miquelon, Mogadishu,
    Monaco, Moncton, Monrovia, Monterrey, Montevideo, Monticello, Montserrat, Moscow, Muscat,
    Nairobi, Nassau, Nauru, Ndjamena, New Salem, New York, Niamey, Nicosia, Niue, Nome,
    Norfolk, Noronha, Nouakchott, Noumea, Novokuznetsk, Novosibirsk, Nuuk, Ojinaga, Omsk,
    Oral, Oslo, Ouagadougou, Pago Pago, Palau, Palmer, Panama, Paramaribo, Paris, Perth,
    Petersburg, Phnom Penh, Phoenix, Pitcairn, Podgorica, Pohnpei, Pontianak, Port Moresby,
    Port of Spain, Port-au-Prince, Porto Velho, Porto-Novo, Prague, Puerto Rico,
    Punta Arenas, Pyongyang, Qatar, Qostanay, Qyzylorda, Rankin Inlet, Rarotonga, Recife,
    Regina, Resolute, Reunion, Reykjavik, Riga, Rio Branco, Rio Gallegos, Riyadh, Rome,
    Rothera, Saipan, Sakhalin, Salta, Samara, Samarkand, San Juan, San Luis, San Marino,
    Santarem, Santiago, Santo Domingo, Sao Paulo, Sao Tome, Sarajevo, Saratov, Scoresbysund,
    Seoul, Shanghai, Simferopol, Singapore, Sitka, Skopje, Sofia, South Georgia,
    Srednekolymsk, St Barthelemy, St Helena, St Johns, St Kitts, St Lucia, St Thomas,
    St Vincent, Stanley, Stockholm, Swift Current, Sydney, Syowa, Tahiti, Taipei, Tallinn,
    Tarawa, Tashkent, Tbilisi, Tegucigalpa, Tehran, Tell City, Thimphu, Thule, Tijuana,
    Tirane, Tokyo, Tomsk, Tongatapu, Toronto, Tortola, Tripoli, Troll, Tucuman, Tunis,
    Ulaanbaatar, Ulyanovsk, Urumqi, Ushuaia, Ust-Nera, Vaduz, Vancouver, Vatican, Vevay,
    Vienna, Vientiane, Vilnius, Vincennes, Vladivostok, Volgograd, Vostok, Wake, Wallis,
    Warsaw, Whitehorse, Winamac, Windhoek, Winnipeg, Yakutat, Yakutsk, Yangon, Yekaterinburg,
    Yerevan, Zagreb, Zurich
    """.split { $0 == "," || $0 == "\n" }.map { (name: Substring) -> String in
      String(name.drop { $0 == " " })
    }

  /// Searches of travelers, some for a name and some only for a part of one.
  private static let destinations = [
    "Moab", "Oia", "Heathro", "Heathrow", "Positano", "Zermatt", "Hallstatt", "Bagan", "Uluru",
    "Cinque Terre", "Machu Picchu", "Petra", "Angkor Wat", "Palm Jumeirah", "Murano", "Alcatraz",
    "Robben Island", "Suomenlinna", "Jasper", "Bled", "Kotor", "Luang Prabang", "Ubud", "Gili Air",
    "Koh Phi Phi", "Bora Bora", "Moorea", "Big Sur", "Yosemite", "Sedona", "Kennedy", "Charles",
    "De Gaulle", "Narita", "Schiphol", "Gatwick", "Changi", "Ben Gurion", "Sint", "Saint", "San",
    "International", "Airport", "Intl", "New", "Port", "Isle of Skye", "Giethoorn", "Colmar",
  ]

  /// Whether a name exists, determined without any of the bisected lists: by its key among all
  /// keys.
  private struct Names {
    var keys: Set<[UInt8]> = []
    var codes: Set<String> = []

    init(_ world: Gazetteer) {
      for row in 0..<world.cityCount { keys.insert(world.key(ofRow: row).bytes) }
      for row in world.destinations.indices { keys.insert(world.key(ofRow: row).bytes) }
      let tables = world.tables
      for names in [tables.alternateNames, tables.destinationNames, tables.meanings] {
        names.forEach { position, key in
          if names.row(at: position) != nil { keys.insert(key.bytes) }
        }
      }
      var airportKeys = (world.cityCount..<world.placeCount).map {
        SearchKey(world.place(at: $0).name).bytes
      }
      tables.destinationNames.forEach { position, key in
        if let row = tables.destinationNames.row(at: position), world.isAirport(row: row) {
          airportKeys.append(key.bytes)
        }
      }
      for key in airportKeys {
        keys.insert(key)
        for suffix in [" airport", " international airport"]
        where key.count > suffix.utf8.count
          && key.suffix(suffix.utf8.count) == Array(suffix.utf8)[...]
        {
          keys.insert(Array(key.dropLast(suffix.utf8.count)))
        }
      }
      codes = Set((world.cityCount..<world.placeCount).compactMap { world.place(at: $0).code })
      for code in world.tables.codes where code.icao != 0 {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code.icao >> $0) }
        codes.insert(String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self))
      }
    }

    /// Whether a text is another reading of a name, which the search for errors does not cover.
    private func isReading(_ name: String) -> Bool {
      let query = PlaceQuery(name)
      if query.variants.contains(where: { keys.contains($0.bytes) }) { return true }
      if query.divisions.contains(where: { keys.contains($0.name.bytes) }) {
        return (try? Gazetteer.embedded.place(named: name)) != nil
      }
      return Country(name) != nil && query.key.bytes.count > 3
    }

    func has(_ name: String) -> Bool {
      let first = name.split(separator: ",").first.map(String.init) ?? ""
      return keys.contains(SearchKey(first).bytes) || codes.contains(first) || isReading(first)
    }
  }

  private func check(_ name: String, _ names: Names) -> Bool {
    do {
      let place = try world.place(named: name)
      #expect(names.has(name), "\(name) is \(place)")
      return true
    } catch {
      #expect(!names.has(name), "\(name): \(error)")
      #expect(error.reason == .unknown || error.reason == .empty, "\(name): \(error)")
      // A suggestion is itself a name.
      for suggestion in error.suggestions {
        #expect((try? world.place(named: suggestion)) != nil, "\(name): \(suggestion)")
      }
      return false
    }
  }

  @Test func onlyWholeNamesAndUppercaseCodesAreFound() {
    let names = Names(world)
    #expect(Self.timeZoneNames.count > 400)
    // An error searches for similar names, which is slow in a debug build, so only some are tested.
    let step = rounds(1, inDebug: 24)
    var found = 0
    var others: [String] = []
    for name in Self.timeZoneNames {
      if names.has(name) {
        if check(name, names) { found += 1 }
      } else {
        others.append(name)
      }
      // Beginnings and misspellings of names.
      others += [String(name.dropLast()), name + "x"].filter { !names.has($0) }
    }
    #expect(found > 250)
    for row in stride(from: 0, to: world.airports.count, by: 97) {
      let airport = world.airports[world.airports.startIndex + row]
      others.append(airport.name.split(separator: " ").first.map(String.init) ?? "")
      guard let code = airport.code else { continue }
      #expect((try? world.place(named: code))?.code == code)
      others.append(code.lowercased())
    }
    let few = stride(from: 0, to: others.count, by: 4 * step).map { others[$0] }
    for name in few
      + stride(from: 0, to: Self.destinations.count, by: (step + 1) / 2).map({
        Self.destinations[$0]
      })
    {
      _ = check(name, names)
    }
  }

  @Test(arguments: [
    ("Santorinni", "Santorini"), ("Positan", "Positano"), ("Heathro", "London Heathrow Airport"),
    ("Heathrow", "London Heathrow Airport"), ("lax", "LAX"), ("yssy", "YSSY"),
    ("Zurrich", "Zürich"), ("zurch", "Zürich"),
  ])
  func closeNamesAreSuggested(name: String, suggestion: String) {
    let error = #expect(throws: PlaceNameError.self) { try world.place(named: name) }
    #expect(error?.suggestions.contains(suggestion) == true, "\(error?.suggestions ?? [])")
    #expect(error?.description.hasPrefix("no place is called \"\(name)\"; did you mean ") == true)
  }

  @Test func namesAreFoldedBeforeComparing() throws {
    for name in ["zurich", "ZÜRICH", "  Zu\u{308}rich "] {
      #expect(try world.place(named: name).name == "Zürich")
    }
    #expect(try world.place(named: "YSSY").code == "SYD")
    #expect(try world.place(named: "LIMA").name == "Lima")
    #expect(throws: PlaceNameError.self) { try world.place(named: "Sydney Kings") }
    // Partial names are for search.
    #expect(world.search("heathro").first?.code == "LHR")
    #expect(world.search("OIA").contains { $0.code == "OIA" })
    #expect(world.airport(code: "lhr")?.code == "LHR")
  }
}
