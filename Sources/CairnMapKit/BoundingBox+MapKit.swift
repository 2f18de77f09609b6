#if canImport(MapKit) && !os(watchOS)
  public import CairnGeodesy
  internal import CoreLocation
  public import MapKit

  extension BoundingBox {
    /// Creates the box of a map region.
    ///
    /// A region across the antimeridian becomes a box with `west > east`; one that is 360 degrees
    /// wide spans all longitudes. Latitudes are clamped at the poles.
    public init(_ region: MKCoordinateRegion) {
      let center = region.center
      let halfHeight = region.span.latitudeDelta / 2
      let halfWidth = region.span.longitudeDelta / 2
      self.init(
        south: center.latitude - halfHeight, west: center.longitude - halfWidth,
        north: center.latitude + halfHeight, east: center.longitude + halfWidth)
    }

    /// The map region with the same center and spans; nil for an empty box.
    public var coordinateRegion: MKCoordinateRegion? {
      if isEmpty { return nil }
      return MKCoordinateRegion(
        center: center.clCoordinate,
        span: MKCoordinateSpan(latitudeDelta: latitudeSpan, longitudeDelta: longitudeSpan))
    }

    /// Creates the box of a map rectangle.
    ///
    /// A rectangle that extends over an edge of MapKit's world becomes a box across the
    /// antimeridian; one as wide as the world spans all longitudes. A null rectangle gives an empty
    /// box.
    public init(_ rectangle: MKMapRect) {
      let world = MKMapRect.world
      guard !rectangle.isNull else {
        self = .empty
        return
      }
      // Longitudes are linear in x; computed without `MKMapPoint`, they may extend beyond the
      // world.
      func longitude(_ x: Double) -> Double {
        (x - world.minX) / world.size.width * 360 - 180
      }
      let bottom = MKMapPoint(x: world.midX, y: min(rectangle.maxY, world.maxY)).coordinate
      let top = MKMapPoint(x: world.midX, y: max(rectangle.minY, world.minY)).coordinate
      self.init(
        south: bottom.latitude, west: longitude(rectangle.minX),
        north: top.latitude, east: longitude(rectangle.maxX))
    }

    /// The map rectangles that cover the box: two if it crosses the antimeridian, none if it is
    /// empty.
    ///
    /// MapKit's world ends at 85.05 degrees of latitude; the rectangles are clipped there.
    public var mapRects: [MKMapRect] {
      if isEmpty { return [] }
      if crossesAntimeridian {
        return [mapRect(from: west, to: 180), mapRect(from: -180, to: east)]
      }
      return [mapRect(from: west, to: east)]
    }

    private func mapRect(from west: Double, to east: Double) -> MKMapRect {
      let world = MKMapRect.world
      func x(_ longitude: Double) -> Double {
        world.minX + (longitude + 180) / 360 * world.size.width
      }
      func y(_ latitude: Double) -> Double {
        let limited = min(max(latitude, -85.0511287798066), 85.0511287798066)
        return MKMapPoint(CLLocationCoordinate2D(latitude: limited, longitude: 0)).y
      }
      return MKMapRect(
        x: x(west), y: y(north), width: x(east) - x(west), height: y(south) - y(north))
    }
  }
#endif
