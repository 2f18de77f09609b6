// A libFuzzer target for the text of coordinates and of grids; `Tests/Fuzz/run` builds and starts
// it.
//
// For all inputs there is no trap; text that is read gives a valid place, which can be written and
// reads back as the same place.

import CairnGeodesy
import CairnGrids

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCoordinates(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
  let scalars = text.unicodeScalars.count
  do {
    let position = try GeodeticPosition(parsing: text)
    let place = position.coordinate
    precondition(place.isValid && place.longitude.magnitude <= 360)
    precondition((try? Coordinate(parsing: place.description)) == place)
    let again = try? GeodeticPosition(parsing: position.formatted(digits: 13, heightDigits: 9))
    precondition((again?.coordinate.latitude ?? .nan) - place.latitude < 1e-12)
  } catch {
    precondition(error.position >= 0 && error.position <= scalars && !error.expected.isEmpty)
  }
  do {
    let reference = try GridReference(parsing: text)
    precondition(reference.coordinate.isValid)
    switch reference {
    case .mgrs(let square):
      precondition((try? MGRSSquare(parsing: square.description)) == square)
      precondition(square.boundingBox.contains(square.center))
    case .plusCode(let code):
      precondition((try? PlusCode(parsing: code.description)) == code)
      precondition(code.boundingBox.contains(code.center))
    case .utm(let place):
      precondition((try? UTMCoordinate(parsing: place.description)) != nil)
    case .ups(let place):
      precondition((try? UPSCoordinate(parsing: place.description)) != nil)
    }
  } catch {
    precondition(error.position >= 0 && error.position <= scalars && !error.expected.isEmpty)
  }
  return 0
}
