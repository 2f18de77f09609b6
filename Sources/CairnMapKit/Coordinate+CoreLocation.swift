// Conversions between this library's values and those of Core Location and MapKit. If these
// frameworks are missing, the module is empty. It adds no conformances to Apple's types.
#if canImport(CoreLocation)
  public import CairnGeodesy
  public import CoreLocation

  extension Coordinate {
    /// Creates a coordinate from Core Location's, number by number.
    public init(_ coordinate: CLLocationCoordinate2D) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// Creates a coordinate from a location; altitude, accuracy and time are dropped.
    public init(_ location: CLLocation) {
      self.init(location.coordinate)
    }

    /// Core Location's coordinate, with the longitude in -180...180 as required there.
    ///
    /// A longitude within that range keeps its exact bits; others are reduced by whole turns.
    public var clCoordinate: CLLocationCoordinate2D {
      let isInside = longitude >= -180 && longitude <= 180
      return CLLocationCoordinate2D(
        latitude: latitude,
        longitude: isInside ? longitude : longitude.remainder(dividingBy: 360))
    }

    /// Core Location's location at this coordinate, without altitude.
    public var clLocation: CLLocation {
      let place = clCoordinate
      return CLLocation(latitude: place.latitude, longitude: place.longitude)
    }
  }
#endif
