internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoutes

extension RouteDaysAnswer {
  /// The line of each day, then its visits in order, then what was left out.
  var features: [GeoFeature] {
    var features: [GeoFeature] = []
    for day in plan.days {
      if let line = line(ofDay: day.day) {
        var line = line
        line.properties["_gpxType"] = nil
        line.properties["coordinateProperties"] = nil
        features.append(line)
      }
      for (position, visit) in day.visits.enumerated() {
        guard let place = coordinate(ofStop: visit.stop) else { continue }
        features.append(
          GeoFeature(
            geometry: .point(.init(place)),
            properties: [
              "name": .string(visit.name), "day": .integer(day.day),
              "position": .integer(position), "row": .integer(rows[visit.stop]),
              "arrival": .string(visit.arrival.description),
              "start": .string(visit.start.description),
              "departure": .string(visit.departure.description),
            ]))
      }
    }
    for stop in plan.leftOut {
      guard let place = coordinate(ofStop: stop.stop) else { continue }
      features.append(
        GeoFeature(
          geometry: .point(.init(place)),
          properties: [
            "name": .string(stop.name), "row": .integer(rows[stop.stop]),
            "left_out": .string(reason(stop)),
          ]))
    }
    return features
  }

  /// The way of a day from its start over its visits to its end, as a route whose points have
  /// names; nil for a day that goes nowhere.
  func line(ofDay number: Int) -> GeoFeature? {
    guard let day = plan.days.first(where: { $0.day == number }) else { return nil }
    var line: [GeoFeature.Position] = []
    var names: [PropertyValue] = []
    func add(_ place: Coordinate?, _ name: String?) {
      guard let place else { return }
      line.append(.init(place))
      names.append(name.map { .string($0) } ?? .null)
    }
    add(days[number].start?.coordinate, "start")
    for visit in day.visits { add(coordinate(ofStop: visit.stop), visit.name) }
    add(days[number].end?.coordinate, "end")
    guard line.count > 1, !day.visits.isEmpty else { return nil }
    var properties: Properties = ["name": .string("day \(number + 1)"), "day": .integer(number)]
    if let weekday = days[number].weekday { properties["weekday"] = .string("\(weekday)") }
    properties["departure"] = .string(day.departure.description)
    properties["arrival"] = .string(day.arrival.description)
    properties["travel_s"] = .number(day.travel.rounded())
    properties["_gpxType"] = "rte"
    properties["coordinateProperties"] = .object(["name": .array(names)])
    return GeoFeature(geometry: .lineString(line), properties: properties)
  }

  private func coordinate(ofStop stop: Int) -> Coordinate? { stops[stop].place.coordinate }
}

extension VisitPlace {
  /// Where it is; the tool's stops all have a coordinate.
  fileprivate var coordinate: Coordinate? {
    if case .at(let coordinate) = self { coordinate } else { nil }
  }
}
