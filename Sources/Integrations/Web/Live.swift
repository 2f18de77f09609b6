// The functions that the page calls. WebAssembly passes only numbers, so lists and texts are passed
// through a shared buffer, `buffer`.

internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex
internal import CairnRoutes

/// The buffer that both sides read and write; it is reallocated if it is too small.
nonisolated(unsafe) private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

/// The cities, by their numbers on the page.
nonisolated(unsafe) private var cities: PlaceIndex<City>?

/// A city, with the properties that the search needs.
private struct City: Sendable {
  let number: Int32
  let inhabitants: Double
  let place: Coordinate
}

/// Returns the address of the shared buffer, with space for at least `bytes` bytes.
@_expose(wasm, "room") @c
public func reserve(_ bytes: Int32) -> UnsafeMutableRawPointer? {
  if buffer.count < Int(bytes) {
    buffer.deallocate()
    buffer = .allocate(byteCount: max(Int(bytes), 1 << 16), alignment: 16)
  }
  return buffer.baseAddress
}

private func number(_ offset: Int) -> Double {
  buffer.loadUnaligned(fromByteOffset: 8 * offset, as: Double.self)
}

private func place(_ offset: Int) -> Coordinate {
  Coordinate(latitude: number(2 * offset), longitude: number(2 * offset + 1))
}

/// Writes numbers into the shared buffer; returns their number.
private func write(_ numbers: [Double]) -> Int32 {
  guard reserve(Int32(8 * numbers.count)) != nil else { return 0 }
  for (offset, number) in numbers.enumerated() {
    buffer.storeBytes(of: number, toByteOffset: 8 * offset, as: Double.self)
  }
  return Int32(numbers.count)
}

/// Reads latitude, longitude and inhabitants of cities from the shared buffer; returns the number
/// of valid ones.
@_expose(wasm, "readCities") @c
public func readCities(_ count: Int32) -> Int32 {
  let read = (0..<Int(count)).map { offset in
    City(
      number: Int32(offset), inhabitants: number(3 * offset + 2),
      place: Coordinate(latitude: number(3 * offset), longitude: number(3 * offset + 1)))
  }
  cities = try? PlaceIndex(read, coordinate: { $0.place })
  return Int32(cities?.count ?? -1)
}

/// Returns the two-letter code of the country at a place in two bytes; 0 if none exists.
@_expose(wasm, "countryAt") @c
public func country(_ latitude: Double, _ longitude: Double) -> Int32 {
  let place = Coordinate(latitude: latitude, longitude: longitude)
  guard let country = CountryAtlas.world.country(at: place) else { return 0 }
  return country.alpha2.utf8.reduce(0) { $0 << 8 | Int32($1) }
}

/// Writes the English name of the country at a place to the shared buffer in UTF-8; returns its
/// length.
@_expose(wasm, "countryNameAt") @c
public func countryName(_ latitude: Double, _ longitude: Double) -> Int32 {
  let place = Coordinate(latitude: latitude, longitude: longitude)
  guard let country = CountryAtlas.world.country(at: place) else { return 0 }
  let name = Array(country.name.utf8)
  guard reserve(Int32(name.count)) != nil else { return 0 }
  buffer.copyBytes(from: name)
  return Int32(name.count)
}

/// Returns the number of cities within a radius in meters.
@_expose(wasm, "countWithin") @c
public func countWithin(_ latitude: Double, _ longitude: Double, _ radius: Double) -> Int32 {
  let center = Coordinate(latitude: latitude, longitude: longitude)
  return Int32(cities?.count(within: radius, of: center) ?? 0)
}

/// Writes number, distance in meters and bearing of the nearest cities with a minimum number of
/// inhabitants to the shared buffer; returns their number.
@_expose(wasm, "nearest") @c
public func nearest(
  _ latitude: Double, _ longitude: Double, _ count: Int32, _ inhabitants: Double
) -> Int32 {
  let center = Coordinate(latitude: latitude, longitude: longitude)
  let found =
    cities?.nearest(to: center, count: Int(count), where: { $0.inhabitants >= inhabitants }) ?? []
  return write(
    found.flatMap { neighbor in
      [
        Double(neighbor.element.number), neighbor.distance,
        center.initialBearing(to: neighbor.element.place),
      ]
    }) / 3
}

/// Plans a round trip through the places in the shared buffer, with little effort so that it fits
/// in a frame; writes their numbers in order to the buffer, and returns the length in meters.
@_expose(wasm, "route") @c
public func route(_ count: Int32) -> Double {
  let planner = RoutePlanner(limit: .effort(.quick))
  guard let route = try? planner.plan((0..<Int(count)).map(place)) else { return .nan }
  _ = write(route.order.map(Double.init))
  return route.length
}

/// Writes points on the great circle between the two places in the shared buffer; returns how many.
@_expose(wasm, "line") @c
public func line(_ count: Int32) -> Int32 {
  let (start, end) = (place(0), place(1))
  return writePlaces(
    (0..<max(2, count)).map { Double($0) / Double(max(2, count) - 1) }.map {
      start.interpolated(to: end, fraction: $0)
    })
}

/// Writes points on the circle around a place; returns how many.
@_expose(wasm, "circle") @c
public func circle(
  _ latitude: Double, _ longitude: Double, _ radius: Double, _ count: Int32
) -> Int32 {
  let center = Coordinate(latitude: latitude, longitude: longitude)
  return writePlaces(
    (0...count).map { step in
      center.destination(bearing: 360 * Double(step) / Double(count), distance: radius)
    })
}

private func writePlaces(_ places: [Coordinate]) -> Int32 {
  write(places.flatMap { [$0.latitude, $0.longitude] }) / 2
}

/// Writes the rings of the land or the borders between countries, each preceded by its number of
/// points; returns how many numbers there are.
@_expose(wasm, "outlines") @c
public func outlines(_ areBorders: Int32) -> Int32 {
  let atlas = CountryAtlas.world
  let lines = areBorders != 0 ? atlas.borderLines() : atlas.landRings()
  return write(
    lines.flatMap { line in [Double(line.count)] + line.flatMap { [$0.latitude, $0.longitude] } })
}

// MARK: The check

@_extern(wasm, module: "wasi_snapshot_preview1", name: "fd_write")
@_extern(c)
private func systemWrite(
  _ descriptor: Int32, _ pieces: UnsafeRawPointer, _ count: Int32,
  _ written: UnsafeMutableRawPointer
) -> Int32

/// Prints the digest of the results of each query, as the native program does.
@_expose(wasm, "_start") @c
public func check() {
  for question in Question.all {
    let digits = hexadecimal(question.answers())
    var line = digits + [0x20, 0x20]
    question.name.withUTF8Buffer { line += $0 }
    line.append(0x0A)
    line.withUnsafeBytes { bytes in
      var piece = (Int32(Int(bitPattern: bytes.baseAddress)), Int32(bytes.count))
      var written: Int32 = 0
      _ = systemWrite(1, &piece, 1, &written)
    }
  }
}
