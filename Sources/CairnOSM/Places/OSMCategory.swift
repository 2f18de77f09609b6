/// A category of places under its everyday name, such as "café" or "drinking water".
///
/// ```swift
/// OSMCategory("cafe")                 // café: amenity=cafe
/// OSMCategory("Drinking water")?.patterns
/// ```
///
/// The table of all categories is ``all``; a place belongs to the first one that accepts its tags.
/// It covers what people look for, not all of OpenStreetMap: use an ``OSMTagPattern`` for any other
/// tag.
public struct OSMCategory: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The word that identifies it, in lowercase ASCII with hyphens: `drinking-water`.
  public let id: String
  /// The everyday name in English: "drinking water".
  public let name: String
  /// The conditions; an element that satisfies one of them belongs to the category.
  public let patterns: [OSMTagPattern]

  /// The everyday name.
  public var description: String { name }

  // Not inlined: the table below has more than a hundred calls.
  @inline(never)
  private init(_ name: String, _ patterns: String) {
    self.name = name
    id = Self.word(name)
    self.patterns = patterns.split(separator: " ").compactMap { OSMTagPattern($0) }
  }

  /// Looks up a category by its identifier or name, regardless of case, accents, spaces and a
  /// plural "s".
  public init?(_ name: some StringProtocol) {
    let word = Self.word(name)
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    guard let found = Self.byWord[word] ?? Self.byWord[singular] else { return nil }
    self = found
  }

  /// Whether an element with these tags belongs to the category.
  public func accepts(_ tags: OSMTags) -> Bool { patterns.contains { $0.accepts(tags) } }

  /// Returns the first category of the table that accepts the tags; nil if none does.
  public static func of(_ tags: OSMTags) -> OSMCategory? { all.first { $0.accepts(tags) } }

  private static func word(_ name: some StringProtocol) -> String {
    let word = name.lowercased().map { letter -> Character in
      switch letter {
      case "é", "è", "ê": "e"
      case " ", "_": "-"
      default: letter
      }
    }
    return String(word)
  }

  private static let byWord = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// All categories, more specific ones first.
  ///
  /// Source of the tags: <https://wiki.openstreetmap.org/wiki/Map_features>.
  public static let all: [OSMCategory] = [
    // Food and drink
    OSMCategory("café", "amenity=cafe"),
    OSMCategory("restaurant", "amenity=restaurant"),
    OSMCategory("fast food", "amenity=fast_food amenity=food_court"),
    OSMCategory("ice cream", "amenity=ice_cream shop=ice_cream"),
    OSMCategory("bar", "amenity=bar"),
    OSMCategory("pub", "amenity=pub amenity=biergarten"),
    OSMCategory("nightclub", "amenity=nightclub"),
    // Sights and culture
    OSMCategory("museum", "tourism=museum"),
    OSMCategory("gallery", "tourism=gallery amenity=arts_centre"),
    OSMCategory("viewpoint", "tourism=viewpoint"),
    OSMCategory("castle", "historic=castle historic=fort historic=manor historic=palace"),
    OSMCategory("ruins", "historic=ruins historic=archaeological_site"),
    OSMCategory("monument", "historic=monument"),
    OSMCategory("memorial", "historic=memorial"),
    OSMCategory("artwork", "tourism=artwork"),
    OSMCategory("zoo", "tourism=zoo tourism=aquarium"),
    OSMCategory("theme park", "tourism=theme_park leisure=water_park"),
    OSMCategory("theater", "amenity=theatre"),
    OSMCategory("cinema", "amenity=cinema"),
    OSMCategory("library", "amenity=library"),
    OSMCategory("place of worship", "amenity=place_of_worship"),
    OSMCategory("attraction", "tourism=attraction"),
    // Nature and leisure
    OSMCategory("peak", "natural=peak natural=volcano"),
    OSMCategory("waterfall", "waterway=waterfall natural=waterfall"),
    OSMCategory("spring", "natural=spring natural=hot_spring"),
    OSMCategory("cave", "natural=cave_entrance"),
    OSMCategory("beach", "natural=beach leisure=beach_resort"),
    OSMCategory("park", "leisure=park leisure=garden"),
    OSMCategory("nature reserve", "leisure=nature_reserve boundary=national_park"),
    OSMCategory("playground", "leisure=playground"),
    OSMCategory("swimming pool", "leisure=swimming_area sport=swimming amenity=public_bath"),
    OSMCategory("sports center", "leisure=sports_centre leisure=fitness_centre"),
    OSMCategory("stadium", "leisure=stadium"),
    OSMCategory("picnic site", "tourism=picnic_site leisure=picnic_table"),
    // Overnight stays
    OSMCategory("hotel", "tourism=hotel tourism=motel"),
    OSMCategory("hostel", "tourism=hostel"),
    OSMCategory("guest house", "tourism=guest_house tourism=apartment tourism=chalet"),
    OSMCategory("mountain hut", "tourism=alpine_hut tourism=wilderness_hut"),
    OSMCategory("campsite", "tourism=camp_site tourism=caravan_site"),
    // Shops
    OSMCategory("supermarket", "shop=supermarket"),
    OSMCategory("convenience store", "shop=convenience"),
    OSMCategory("bakery", "shop=bakery shop=pastry"),
    OSMCategory("market", "amenity=marketplace"),
    OSMCategory("bookshop", "shop=books"),
    OSMCategory("bicycle shop", "shop=bicycle"),
    OSMCategory("shopping mall", "shop=mall shop=department_store"),
    OSMCategory("pharmacy", "amenity=pharmacy"),
    // Services
    OSMCategory("drinking water", "amenity=drinking_water drinking_water=yes man_made=water_tap"),
    OSMCategory("toilets", "amenity=toilets"),
    OSMCategory("bench", "amenity=bench"),
    OSMCategory("tourist information", "tourism=information"),
    OSMCategory("bank", "amenity=bank"),
    OSMCategory("ATM", "amenity=atm atm=yes"),
    OSMCategory("currency exchange", "amenity=bureau_de_change"),
    OSMCategory("post office", "amenity=post_office"),
    OSMCategory("police", "amenity=police"),
    OSMCategory("hospital", "amenity=hospital"),
    OSMCategory("doctor", "amenity=doctors amenity=clinic"),
    OSMCategory("school", "amenity=school"),
    OSMCategory("university", "amenity=university amenity=college"),
    // Transport
    OSMCategory("train station", "railway=station railway=halt"),
    OSMCategory("tram stop", "railway=tram_stop"),
    OSMCategory("bus stop", "highway=bus_stop"),
    OSMCategory("bus station", "amenity=bus_station"),
    OSMCategory("ferry terminal", "amenity=ferry_terminal"),
    OSMCategory("airport", "aeroway=aerodrome"),
    OSMCategory("bicycle rental", "amenity=bicycle_rental"),
    OSMCategory("car rental", "amenity=car_rental"),
    OSMCategory("taxi", "amenity=taxi"),
    OSMCategory("parking", "amenity=parking"),
    OSMCategory("fuel", "amenity=fuel"),
    OSMCategory("charging station", "amenity=charging_station"),
  ]
}
