internal import CairnGeodesy

extension Coordinate {
  /// Reads decimal degrees, latitude first, as "-33.86,151.2".
  init(argument text: String) throws(Failure) {
    let parts = text.split { $0 == "," || $0.isWhitespace }
    guard parts.count == 2, let latitude = Double(plain: parts[0]),
      let longitude = Double(plain: parts[1])
    else {
      throw .usage("a coordinate is written as -33.86,151.2, not \(Spelling.quoted(text))")
    }
    guard (-90...90).contains(latitude) else {
      throw .usage("a latitude lies in -90...90, not \(Spelling.quoted(String(parts[0])))")
    }
    guard (-360...360).contains(longitude) else {
      throw .usage("a longitude lies in -180...180, not \(Spelling.quoted(String(parts[1])))")
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}
