#if canImport(MapKit) && !os(watchOS)
  public import CairnGeodesy
  internal import CoreLocation
  internal import Foundation
  public import MapKit

  extension GeoPath {
    /// Creates a path from the points of a polyline.
    public init(_ polyline: MKPolyline) {
      self.init(polyline.vertices)
    }

    /// MapKit's line with the same vertices, drawn along great circles.
    public var mkGeodesicPolyline: MKGeodesicPolyline {
      let vertices = coordinates.map(\.clCoordinate)
      return unsafe MKGeodesicPolyline(coordinates: vertices, count: vertices.count)
    }

    /// MapKit's line with the same vertices, drawn straight on the map.
    public var mkPolyline: MKPolyline {
      let vertices = coordinates.map(\.clCoordinate)
      return unsafe MKPolyline(coordinates: vertices, count: vertices.count)
    }
  }

  extension GeoPolygon {
    /// Creates a polygon from MapKit's, including its holes.
    ///
    /// MapKit draws edges straight on the map; here they are great circles. The two differ by
    /// meters for edges of a few kilometers, and by more for longer ones.
    public init(_ polygon: MKPolygon) {
      self.init(polygon.vertices, holes: (polygon.interiorPolygons ?? []).map(\.vertices))
    }

    /// MapKit's polygon with the same vertices and holes.
    ///
    /// MapKit joins vertices straight on the map, so long edges deviate from their great circles.
    public var mkPolygon: MKPolygon {
      let inner = holes.map { hole in
        let vertices = hole.map(\.clCoordinate)
        return unsafe MKPolygon(coordinates: vertices, count: vertices.count)
      }
      let vertices = outer.map(\.clCoordinate)
      return unsafe MKPolygon(
        coordinates: vertices, count: vertices.count, interiorPolygons: inner)
    }
  }

  extension GeoMultiPolygon {
    /// MapKit's multipolygon with the same polygons.
    public var mkMultiPolygon: MKMultiPolygon {
      MKMultiPolygon(polygons.map(\.mkPolygon))
    }
  }

  extension Cap {
    /// MapKit's circle with the same center and radius.
    public var mkCircle: MKCircle {
      MKCircle(center: center.clCoordinate, radius: radius)
    }
  }

  extension MKMultiPoint {
    /// The vertices of a line or polygon.
    fileprivate var vertices: [Coordinate] {
      var places = [CLLocationCoordinate2D](
        repeating: CLLocationCoordinate2D(latitude: 0, longitude: 0), count: pointCount)
      unsafe getCoordinates(&places, range: NSRange(location: 0, length: pointCount))
      return places.map { Coordinate($0) }
    }
  }
#endif
