public import CairnFormats
public import CairnGeodesy
public import CairnHours

/// A place of an extract: a node, an area or a relation with the requested tags.
///
/// ```swift
/// for place in try OSMFile(path: "porto.osm.pbf").places([OSMCategory("museum")!]).places {
///   print(place.name ?? "?", place.coordinate, place.openingHours?.description ?? "")
/// }
/// ```
public struct OSMPlace: Hashable, Sendable, Identifiable {
  /// The element from which the place is derived.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the element.
    public var kind: OSMElementKind
    /// The identifier among the elements of this kind.
    public var number: Int64

    /// Creates an identifier.
    public init(_ kind: OSMElementKind, _ number: Int64) {
      self.kind = kind
      self.number = number
    }

    /// The identifier as in addresses of openstreetmap.org: `way/123`.
    public var description: String { "\(kind.rawValue)/\(number)" }
  }

  /// The element.
  public var id: ID
  /// The location: that of the node, the label point inside an area, or the middle of a line.
  public var coordinate: Coordinate
  /// The category under which it was found; nil if it was found only by a tag.
  public var category: OSMCategory?
  /// All tags.
  public var tags: OSMTags
  /// Whether nodes or ways of an area are missing from the extract, so that its location is only
  /// near the part that is there.
  public var isIncomplete: Bool

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - id: the element.
  ///   - coordinate: the location.
  ///   - category: the category under which it was found; nil if it was found only by a tag.
  ///   - tags: all tags.
  ///   - isIncomplete: whether nodes or ways of an area are missing from the extract.
  public init(
    id: ID, coordinate: Coordinate, category: OSMCategory? = nil, tags: OSMTags = OSMTags(),
    isIncomplete: Bool = false
  ) {
    self.id = id
    self.coordinate = coordinate
    self.category = category
    self.tags = tags
    self.isIncomplete = isIncomplete
  }
}

extension OSMPlace {
  /// The name in the local language; nil if the place has none.
  public var name: String? { tags["name"] }

  /// Returns the name in a language, or else the local one.
  ///
  /// - Parameter language: the code of the key, such as `en` or `zh-Hant`.
  /// - Returns: the name; nil if the place has none.
  public func name(in language: String) -> String? { tags["name:\(language)"] ?? name }

  /// The names by language: the values of `name:en`, `name:fr` and the like.
  public var names: [String: String] {
    var names: [String: String] = [:]
    for tag in tags.pairs where tag.key.hasPrefix("name:") {
      names[String(tag.key.dropFirst(5))] = tag.value
    }
    return names
  }

  /// The address.
  public var address: OSMAddress { OSMAddress(tags) }

  /// The opening hours; nil if the place has none, or none that can be read.
  ///
  /// ``openingHoursText`` is the original text.
  public var openingHours: OpeningHours? { openingHoursText.flatMap { try? OpeningHours($0) } }

  /// The opening hours as in the extract.
  public var openingHoursText: String? { tags["opening_hours"] }

  /// Whether wheelchair users can use the place: `yes`, `limited` or `no`; nil if unknown.
  public var wheelchair: String? { tags["wheelchair"] }

  /// The address of its website.
  public var website: String? { tags["website"] ?? tags["contact:website"] ?? tags["url"] }

  /// The telephone number.
  public var phone: String? { tags["phone"] ?? tags["contact:phone"] ?? tags["contact:mobile"] }

  /// The place with its name, kind, town and country.
  ///
  /// A place without a name has that of its category, such as "drinking water".
  public var place: Place {
    Place(
      name: name ?? category?.name ?? "", coordinate: coordinate,
      kind: category.map { Place.Kind($0.id) } ?? .unspecified,
      countryCode: address.country, locality: address.city)
  }

  /// The names of ``properties``, in order; a table has these columns.
  public static let propertyNames = [
    "name", "category", "street", "housenumber", "postcode", "city", "opening_hours", "wheelchair",
    "website", "phone", "osm",
  ]

  /// The facts that most users need, by the names of ``propertyNames``; unknown ones are left out.
  public var properties: Properties {
    let address = address
    let values = [
      name ?? category?.name, category?.id, address.street, address.houseNumber, address.postcode,
      address.city, openingHoursText, wheelchair, website, phone, id.description,
    ]
    var properties = Properties()
    for (name, value) in zip(Self.propertyNames, values) {
      if let value { properties[name] = .string(value) }
    }
    return properties
  }

  /// The place as a feature for every writer of `CairnFormats`: a point with ``properties``.
  ///
  /// - Parameter allTags: whether all tags that are not among the properties follow, by their keys;
  ///   a tag whose key is the name of a property is `tag:NAME`.
  /// - Returns: the feature.
  public func feature(allTags: Bool = false) -> GeoFeature {
    var feature = GeoFeature(
      geometry: .point(.init(coordinate)), properties: properties,
      identifier: .string(id.description))
    guard allTags else { return feature }
    let used: Set<String> = [
      "name", "addr:street", "addr:housenumber", "addr:postcode", "addr:city", "opening_hours",
      "wheelchair", "website", "phone",
    ]
    for tag in tags.pairs where !used.contains(tag.key) {
      let isTaken = Self.propertyNames.contains(tag.key)
      feature.properties[isTaken ? "tag:\(tag.key)" : tag.key] = .string(tag.value)
    }
    return feature
  }
}

/// An address, from the keys `addr:street` and the like.
public struct OSMAddress: Hashable, Sendable, CustomStringConvertible {
  /// The street; for addresses without one, the named place.
  public var street: String?
  /// The number of the house.
  public var houseNumber: String?
  /// The postcode.
  public var postcode: String?
  /// The town.
  public var city: String?
  /// The country as an ISO 3166-1 alpha-2 code.
  public var country: String?

  /// Creates an address.
  ///
  /// - Parameters:
  ///   - street: the street, or the named place.
  ///   - houseNumber: the number of the house.
  ///   - postcode: the postcode.
  ///   - city: the town.
  ///   - country: the country as an ISO 3166-1 alpha-2 code.
  public init(
    street: String? = nil, houseNumber: String? = nil, postcode: String? = nil,
    city: String? = nil, country: String? = nil
  ) {
    self.street = street
    self.houseNumber = houseNumber
    self.postcode = postcode
    self.city = city
    self.country = country
  }

  /// Reads an address from tags.
  public init(_ tags: OSMTags) {
    street = tags["addr:street"] ?? tags["addr:place"]
    houseNumber = tags["addr:housenumber"]
    postcode = tags["addr:postcode"]
    city = tags["addr:city"]
    country = tags["addr:country"]
  }

  /// The address on one line, without unknown parts: "Rua das Flores 12, 4050-262 Porto".
  public var description: String {
    func joined(_ parts: [String?], _ separator: String) -> String? {
      let known = parts.compactMap { $0 }
      return known.isEmpty ? nil : known.joined(separator: separator)
    }
    let lines = [joined([street, houseNumber], " "), joined([postcode, city], " ")]
    return joined(lines, ", ") ?? ""
  }
}
