/// Arrays of places in the responses of services.
extension ObjectPlaces {
  /// The places of a response, and the number of its other members.
  internal struct Response {
    var features: [GeoFeature] = []
    var foreignCount = 0
    /// The number of positions of a timeline that its visits and activities replace.
    var replacedCount = 0
    fileprivate var segments = TimelineSegments()
    fileprivate var signals: [GeoFeature] = []

    /// Joins the segments of a timeline; its raw signals are places only if it has no segments.
    fileprivate mutating func finish() {
      features += segments.joined()
      let hasSegments = features.contains { $0.geometry != nil }
      replacedCount = segments.leftOutCount
      if hasSegments {
        replacedCount += signals.count { $0.geometry != nil }
      } else {
        features += signals
      }
    }
  }

  /// Members of responses that have the places of a response, or contain the member that does.
  private static let responseKeys: Set<String> = [
    "results", "result", "elements", "features", "data", "locations", "places", "venues", "items",
    "hits", "businesses", "records", "candidates", "predictions", "rows", "docs", "documents",
    "value", "values", "response", "body", "payload", "content", "list", "points", "stations",
    "timelineObjects", "semanticSegments", "rawSignals", "timelineEdits", "groups",
  ]

  /// The places of the arrays of an object; nil if it has no array of objects with locations, or a
  /// location of its own.
  internal static func response(of members: Properties) -> Response? {
    let columns = PlaceColumns(names: members.names)
    guard members["type"]?.text != "FeatureCollection", members["type"]?.text != "Topology",
      columns.location == nil || columns.notation != nil
    else { return nil }
    let reference = ServicePlaces.code(ofReferenceIn: members)
    var response = Response()
    guard collect(members, reference, depth: 0, into: &response) else { return nil }
    response.finish()
    return response
  }

  /// Adds the places of an object's arrays; returns whether there are any.
  private static func collect(
    _ members: Properties, _ reference: Int?, depth: Int, into response: inout Response
  ) -> Bool {
    var isFound = false
    for (name, value) in members.members {
      let isKnown = responseKeys.contains(name)
      switch value {
      case .array(let values) where isKnown || depth == 0 && members.members.count == 1:
        let objects = values.compactMap(\.object)
        let features = objects.map { feature(of: $0, reference) }
        guard features.count == values.count, features.contains(where: { $0.geometry != nil })
        else {
          response.foreignCount += 1
          continue
        }
        isFound = true
        switch name {
        case "semanticSegments":
          for (feature, object) in zip(features, objects) {
            response.segments.append(feature, TimelineSegments.kind(of: object))
          }
        case "rawSignals": response.signals += features
        default: response.features += features
        }
      case .object(let inner) where isKnown && depth < depthLimit:
        if collect(inner, reference, depth: depth + 1, into: &response) {
          isFound = true
        } else {
          response.foreignCount += 1
        }
      default: response.foreignCount += 1
      }
    }
    return isFound
  }

  /// The feature of an object of a response, without geometry if it has no valid location.
  private static func feature(of members: Properties, _ reference: Int?) -> GeoFeature {
    let plain = ServicePlaces.plain(members)
    if let found = ServicePlaces.place(of: plain, reference: reference) {
      return GeoFeature(geometry: found.geometry, properties: found.properties)
    }
    let columns = PlaceColumns(names: plain.names)
    if let found = try? places(of: plain, columns, 0, depth: 0), found.count == 1 {
      return featureOfKey(found[0])
    }
    return GeoFeature(geometry: nil, properties: plain)
  }
}
