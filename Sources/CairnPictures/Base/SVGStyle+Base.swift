extension SVGStyle {
  /// The class of a kind of features.
  static func name(of kind: MapPicture.BaseFeature.Kind) -> String {
    switch kind {
    case .sea, .water: "water"
    case .builtUp: "built"
    case .park: "park"
    case .wood: "wood"
    case .building: "building"
    case .river, .stream: "stream"
    case .path: "footway"
    case .service, .street, .minorRoad: "street"
    case .mainRoad: "main"
    case .motorway: "motorway"
    case .railway: "rail"
    case .tram: "tram"
    case .border: "frontier"
    case .city, .town, .village, .quarter: "town"
    }
  }

  /// The colors of a base layer: muted, so that the places and tracks of a map stand out.
  static let baseColors: [(name: String, light: String, dark: String)] = [
    ("built", "#ebe5dc", "#353c42"), ("park", "#dfead0", "#2c3a33"), ("wood", "#d3e2c4", "#283830"),
    ("building", "#ddd3c6", "#434b52"), ("casing", "#cdc3b3", "#59636b"),
    ("street", "#ffffff", "#56636c"), ("main", "#f1d48d", "#6f6440"),
    ("motorway", "#eebb7d", "#83683f"), ("rail", "#a29d97", "#77828a"),
    ("footway", "#c8b59c", "#5f5c55"), ("stream", "#a9c8dd", "#3f6175"),
    ("frontier", "#a58fae", "#8d7a97"), ("leaf", "#4a6639", "#93b381"),
    ("road", "#5a5044", "#f0ebe2"),
  ]

  /// The styles of a base layer; the widths of lines are attributes.
  static let baseLooks: [(name: String, look: String)] = [
    ("ground", "fill:@land"), ("built", "fill:@built"), ("park", "fill:@park"),
    ("wood", "fill:@wood"), ("building", "fill:@building"),
    ("water", "fill:@sea;stroke:@coast;stroke-width:.5;stroke-linejoin:round"),
    ("stream", "fill:none;stroke:@stream;\(round)"),
    ("footway", "fill:none;stroke:@footway;stroke-dasharray:3 2"),
    ("casing", "fill:none;stroke:@casing;\(round)"),
    ("street", "fill:none;stroke:@street;\(round)"),
    ("main", "fill:none;stroke:@main;\(round)"),
    ("motorway", "fill:none;stroke:@motorway;\(round)"),
    ("rail", "fill:none;stroke:@rail"),
    ("sleepers", "fill:none;stroke:@page;stroke-dasharray:5 5"),
    ("tram", "fill:none;stroke:@rail;stroke-opacity:.7"),
    ("frontier", "fill:none;stroke:@frontier;stroke-dasharray:7 2 1.5 2"),
    ("town", "fill:@ink;fill-opacity:.8;font-weight:500"),
    ("spot", "fill:@page;stroke:@ink;stroke-opacity:.8;stroke-width:1.1"),
    ("leaf", "fill:@leaf"), ("road", "fill:@road"),
  ]
}
