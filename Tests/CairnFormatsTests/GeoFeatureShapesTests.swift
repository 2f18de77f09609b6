import CairnFormats
import CairnGeodesy
import Testing

@Suite struct GeoFeatureShapesTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func greatCirclesBecomeStraightLinesAndBack() throws {
    let shapes = [
      GeoPolygon([place(49, -120), place(49, -70), place(60, -70), place(60, -120)]),
      GeoPolygon(
        [place(-40, 150), place(-40, -150), place(40, -150), place(40, 150)],
        holes: [[place(-10, 170), place(-10, -170), place(10, 180)]]),
      GeoPolygon([place(70, 0), place(75, 120), place(65, -120)]),
      GeoPolygon([place(80, 10), place(80, -170), place(60, 100)]),
    ]
    for shape in shapes {
      let geometry = GeoFeature.Geometry(shape, tolerance: 10)
      for form in [geometry, geometry.cutAtAntimeridian()] {
        let back = try #require(form.region())
        #expect(abs(back.area() / shape.area() - 1) < 1e-4)
        for latitude in stride(from: -60.5, to: 90, by: 5) {
          for longitude in stride(from: -179.3, to: 180, by: 5) {
            let place = place(latitude, longitude)
            #expect(back.contains(place) == shape.contains(place), "\(place)")
          }
        }
      }
    }
    #expect(GeoFeature.Geometry(shapes[0], tolerance: .infinity).polygonRings[0][0].count == 5)
  }

  @Test func aRegionOfMoreThanHalfTheEarthIsTheWorldWithAHole() throws {
    // Clockwise: everything except the square is on the left.
    let shape = GeoPolygon(
      [place(0, 175), place(20, 175), place(20, -165), place(0, -165)], interior: .leftOfRing)
    let cut = GeoFeature.Geometry(shape).cutAtAntimeridian()
    guard case .polygon(let rings) = GeoFeature.Geometry(shape) else {
      Issue.record("no polygon")
      return
    }
    #expect(rings.count == 2)
    let region = try #require(GeoFeature.Geometry(shape).region())
    let back = try #require(cut.region())
    #expect(abs(region.area() / shape.area() - 1) < 1e-5)
    #expect(abs(back.area() / shape.area() - 1) < 1e-5)
    for place in [place(10, 180), place(-10, 180), place(10, 0), place(90, 0), place(-90, 0)] {
      #expect(region.contains(place) == shape.contains(place))
      #expect(back.contains(place) == shape.contains(place))
    }
    #expect(cut.boundingBox.spansAllLongitudes)
  }

  @Test func boxesAreRingsOfShortEdges() throws {
    for box in [
      BoundingBox(south: -10, west: 170, north: 20, east: -150),
      BoundingBox(south: -10, west: -100, north: 20, east: 150), .world,
    ] {
      let geometry = GeoFeature.Geometry(box)
      let bounds = geometry.boundingBox
      #expect(bounds.west == box.west && abs(bounds.longitudeSpan - box.longitudeSpan) < 1e-9)
      #expect(bounds.south == box.south && bounds.north == box.north)
    }
    #expect(GeoFeature.Geometry(BoundingBox.empty) == .polygon([]))
  }

  @Test func pathsAndPointsAreConvertedBothWays() {
    let path = GeoPath([place(50, -100), place(50, 100)])
    let line = GeoFeature.Geometry(path, tolerance: 100)
    #expect(abs(line.paths[0].length() / path.length() - 1) < 1e-4)
    #expect(line.paths[0].coordinates.count > 10)
    #expect(GeoFeature.Geometry(place(1, 2)) == .point(.init(place(1, 2))))
    let collection = GeoFeature.Geometry.collection([line, GeoFeature.Geometry(place(1, 2))])
    #expect(collection.paths == line.paths && collection.region() == nil)
  }
}
