// Cities near a coordinate, and the positions of cars, as a server.
//
//   swift run CitySearch 8080             serves http://127.0.0.1:8080
//   swift run CitySearch server.socket    serves a Unix socket
//
//   GET /near?lat=47.07&lon=15.44&radius=50000    cities within a radius in meters
//   PUT /cars/NAME?lat=47.07&lon=15.44            sets the position of a car
//   GET /cars?lat=47.07&lon=15.44                 the nearest cars

import Cairn
import CairnPlaces
import Foundation
import Hummingbird
import Logging

struct Near: ResponseEncodable {
  var name: String
  var meters: Double
}

/// Cities do not change: all requests share the index without a lock.
struct Cities: Sendable {
  let index: PlaceIndex<Place>

  init() throws {
    index = try PlaceIndex(Gazetteer.embedded.cities, coordinate: \.coordinate)
  }

  func near(_ center: Coordinate, radius: Double) -> [Near] {
    index.nearest(to: center, count: 3, within: radius).map {
      Near(name: $0.element.name, meters: $0.distance.rounded())
    }
  }
}

struct Car: Identifiable, Sendable {
  var id: String
  var position: Coordinate
}

/// Positions change, so an actor owns the index. Requests search a snapshot, which is a copy that
/// shares the memory of the index.
actor Fleet {
  private var cars = DynamicPlaceIndex<String, Car>(coordinate: \.position)

  func snapshot() -> DynamicPlaceIndex<String, Car> { cars }

  func set(_ car: Car) throws { try cars.insert(car) }
}

/// Writes the keys of answers in a fixed order.
struct SearchContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }

  var responseEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension Request {
  /// The coordinate of a query, or the response 400 with the reason.
  func coordinate() throws -> Coordinate {
    let center = try Coordinate(latitude: number("lat"), longitude: number("lon"))
    guard center.isValid else {
      throw HTTPError(
        .badRequest, message: "\(center.latitude), \(center.longitude) is not a valid coordinate")
    }
    return center
  }

  func number(_ name: String) throws -> Double {
    guard let value = uri.queryParameters.get(name, as: Double.self) else {
      throw HTTPError(.badRequest, message: "\(name) must be a number")
    }
    return value
  }
}

func routes() throws -> Router<SearchContext> {
  let (cities, fleet) = (try Cities(), Fleet())
  let router = Router(context: SearchContext.self)
  router.get("near") { request, _ in
    let radius = try request.number("radius")
    guard radius >= 0, radius <= 500_000 else {
      throw HTTPError(.badRequest, message: "radius must be from 0 to 500000 meters")
    }
    return cities.near(try request.coordinate(), radius: radius)
  }
  router.put("cars/:name") { request, context in
    try await fleet.set(
      Car(id: context.parameters.require("name"), position: request.coordinate()))
    return HTTPResponse.Status.noContent
  }
  router.get("cars") { request, _ in
    try await fleet.snapshot().nearest(to: request.coordinate(), count: 3).map {
      Near(name: $0.element.id, meters: $0.distance.rounded())
    }
  }
  return router
}

guard let address = CommandLine.arguments.dropFirst().first else {
  print("usage: CitySearch PORT | CitySearch PATH.socket")
  exit(64)
}
var logger = Logger(label: "CitySearch")
logger.logLevel = .error
let application = Application(
  router: try routes(),
  configuration: .init(
    address: Int(address).map { .hostname("127.0.0.1", port: $0) }
      ?? .unixDomainSocket(path: address)),
  logger: logger)
try await application.runService()
