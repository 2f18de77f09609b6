import CairnGeodesy
import CairnIndex
import CairnShapes
import TestSupport
import Testing

/// Tiles compared with mercantile 1.2.1 and 50-digit arithmetic, and covers compared with every
/// tile of a zoom.
@Suite struct MapTileTests {
  @Test func tilesMatchTheVectors() throws {
    let rows = try VectorFile("tiles.csv").rows
    #expect(rows.count > 600)
    for row in rows {
      let numbers = row.map { Double($0) ?? .nan }
      let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
      let zoom = Int(numbers[2])
      let tile = try #require(MapTile(containing: place, zoom: zoom))
      #expect(tile.description == "\(zoom)/\(row[3])/\(row[4])", "\(row)")
      #expect(tile.quadkey == row[5])
      #expect(MapTile(quadkey: row[5]) == tile)
      #expect(MapTile(tile.description) == tile)
      #expect(MapTile(zoom: zoom, x: tile.x, y: tile.y) == tile)
      let box = tile.boundingBox
      #expect((box.south - numbers[6]).magnitude < 3e-14)
      #expect(box.west == numbers[7])
      #expect((box.north - numbers[8]).magnitude < 3e-14)
      #expect(box.east == numbers[9])
      let point = WebMercatorPoint(place)
      #expect((point.x - numbers[10]).magnitude <= 1e-8)
      #expect((point.y - numbers[11]).magnitude <= 2e-15 * max(1e7, numbers[11].magnitude))
      let back = point.coordinate
      #expect((back.latitude - place.latitude).magnitude < 3e-14)
      #expect(back.distance(to: place) < 1e-8)
    }
  }

  @Test func boxCoversMatchTheVectors() throws {
    for row in try VectorFile("tile_covers.csv").rows {
      let bounds = row[0..<4].map { Double($0) ?? .nan }
      let zoom = try #require(Int(row[4]))
      let box = BoundingBox(south: bounds[0], west: bounds[1], north: bounds[2], east: bounds[3])
      let tiles = try MapTile.tiles(covering: box, zoom: zoom)
      #expect(tiles.map { "\($0.x)/\($0.y)" }.joined(separator: " ") == row[5], "\(row[0..<5])")
    }
  }

  /// Places, lines and boxes without width or height on the edges of tiles.
  @Test func degenerateBoxesOnEdges() throws {
    func tiles(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> [[Int]] {
      try MapTile.tiles(
        covering: BoundingBox(south: south, west: west, north: north, east: east), zoom: 2
      ).map { [$0.x, $0.y] }
    }
    // The equator is the edge of row 2, the meridian 0 that of column 2.
    #expect(try tiles(0, 0, 0, 0) == [[2, 2]])
    #expect(try tiles(0, 10, 0, 20) == [[2, 2]])
    #expect(try tiles(0, -10, 0, 10) == [[1, 2], [2, 2]])
    #expect(try tiles(0, -90, 0, 0) == [[1, 2]])
    #expect(try tiles(0, 0, 10, 0) == [[2, 1]])
    #expect(try tiles(-10, 0, 0, 0) == [[2, 2]])
    #expect(try tiles(-10, 0, 10, 0) == [[2, 1], [2, 2]])
    #expect(try tiles(0, 90, 10, 180) == [[3, 1]])
    #expect(try tiles(1, 170, 2, 180) == [[3, 1]])
    #expect(try tiles(1, 180, 2, 180) == [[0, 1]])
    #expect(try tiles(1, 10, 2, 5) == [[0, 1], [1, 1], [2, 1], [3, 1]])
    // From the western edge of a tile around the Earth to the same edge, and to just before it.
    #expect(try tiles(1, 0, 2, -0.001) == [[0, 1], [1, 1], [2, 1], [3, 1]])
    #expect(try tiles(1, 0.001, 2, 0) == [[0, 1], [1, 1], [2, 1], [3, 1]])
  }

  @Test func edgesBelongToOneTile() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let zoom = random.integer(in: 0...30)
      let count = 1 << zoom
      let tile = try #require(
        MapTile(
          zoom: zoom, x: random.integer(in: 0...count - 1), y: random.integer(in: 0...count - 1)))
      let box = tile.boundingBox
      let corner = Coordinate(latitude: box.north, longitude: box.west)
      #expect(MapTile(containing: corner, zoom: zoom) == tile)
      #expect(MapTile(containing: tile.center, zoom: zoom) == tile)
      #expect(try MapTile.tiles(covering: box, zoom: zoom) == [tile])
      #expect(try MapTile.tiles(covering: GeoShape(box), zoom: zoom) == [tile])
      let below = Coordinate(latitude: box.south, longitude: box.west)
      #expect(
        MapTile(containing: below, zoom: zoom)
          == (tile.neighbor(columns: 0, rows: 1) ?? tile))
      let west = Coordinate(latitude: box.north, longitude: box.west.nextDown)
      #expect(
        MapTile(containing: west, zoom: zoom)
          == (box.west == -180
            ? tile.neighbor(columns: -1, rows: 0) : tile.neighbor(columns: -1, rows: 0)))
      for part in tile.children {
        #expect(part.parent == tile)
        #expect(tile.contains(part))
        #expect(!part.contains(tile))
        #expect(part.quadkey.hasPrefix(tile.quadkey))
      }
      #expect(tile.ancestor(zoom: 0)?.description == "0/0/0")
      #expect(tile.rowFromSouth == count - 1 - tile.y)
    }
  }

  @Test func invalidTiles() {
    for text in ["", "1/2", "1/2/0", "1/-1/0", "31/0/0", "1/0/0/0", "a/0/0", "1/ 0/0", "1//0"] {
      #expect(MapTile(text) == nil)
    }
    #expect(MapTile("99999999999999999999/0/0") == nil)
    #expect(MapTile(quadkey: "0124") == nil)
    #expect(MapTile(quadkey: String(repeating: "0", count: 31)) == nil)
    #expect(MapTile(quadkey: "")?.description == "0/0/0")
    let place = Coordinate(latitude: 0, longitude: 0)
    for zoom in [-1, 31, .max, .min] {
      #expect(MapTile(containing: place, zoom: zoom) == nil)
      #expect(MapTile(zoom: zoom, x: 0, y: 0) == nil)
      #expect(throws: MapTileError.invalidZoom(zoom)) {
        try MapTile.tiles(covering: Cap(center: place, radius: 1), zoom: zoom)
      }
    }
    #expect(MapTile(containing: Coordinate(latitude: .nan, longitude: 0), zoom: 3) == nil)
    #expect(MapTile(containing: Coordinate(latitude: 0, longitude: .infinity), zoom: 3) == nil)
    #expect(MapTile(containing: Coordinate(latitude: 91, longitude: 0), zoom: 3) == nil)
    #expect(throws: MapTileError.tooManyTiles(limit: 100)) {
      try MapTile.tiles(covering: BoundingBox.world, zoom: 20, limit: 100)
    }
    #expect(throws: MapTileError.tooManyTiles(limit: 100)) {
      try MapTile.tiles(covering: Cap(center: place, radius: 2e7), zoom: 30, limit: 100)
    }
    let tile = MapTile(zoom: 3, x: 7, y: 0)
    #expect(tile?.neighbor(columns: 1, rows: 0)?.description == "3/0/0")
    #expect(tile?.neighbor(columns: .min, rows: 0) != nil)
    #expect(tile?.neighbor(columns: 0, rows: -1) == nil)
    #expect(tile?.neighbor(columns: 0, rows: .min) == nil)
  }

  /// The tiles of a shape are exactly those at distance 0.
  @Test func coversContainTheTouchedTiles() throws {
    var random = SeededGenerator(seed: 77)
    for shape in ShapeSets.special
      + ShapeSets.random(
        count: rounds(60, inDebug: 15), seed: 4, sizes: 4...6.8)
    {
      guard !shape.isEmpty else {
        #expect(try MapTile.tiles(covering: shape, zoom: 4).isEmpty)
        continue
      }
      if case .box = shape { continue }
      let zoom = random.integer(in: 0...rounds(5, inDebug: 4))
      let found = Set(try MapTile.tiles(covering: shape, zoom: zoom))
      for y in 0..<1 << zoom {
        for x in 0..<1 << zoom {
          let tile = try #require(MapTile(zoom: zoom, x: x, y: y))
          // The outer rows contain the places that the map does not show.
          let edges = tile.boundingBox
          let box = BoundingBox(
            south: y == 1 << zoom - 1 ? -90 : edges.south, west: edges.west,
            north: y == 0 ? 90 : edges.north, east: edges.east)
          let distance = shape.distance(to: box)
          if distance > 1e-3 { #expect(!found.contains(tile), "\(shape) \(tile) \(distance)") }
          if distance == 0 { #expect(found.contains(tile), "\(shape) \(tile)") }
        }
      }
    }
  }

  /// Every tile with a place of a region is included, for any combination of regions.
  @Test func coversOfCombinedRegions() throws {
    var random = SeededGenerator(seed: 78)
    for round in 0..<60 {
      let shapes = ShapeSets.random(count: 3, seed: UInt64(round), sizes: 5...7)
      let region = shapes[0].union(shapes[1].complement).subtracting(shapes[2].buffered(by: 1e5))
      let zoom = random.integer(in: 0...7)
      let tiles = Set(try MapTile.tiles(covering: region, zoom: zoom))
      for _ in 0..<400 {
        let place = random.coordinate()
        guard region.contains(place), let tile = MapTile(containing: place, zoom: zoom) else {
          continue
        }
        #expect(tiles.contains(tile), "\(place)")
      }
    }
  }

  @Test func pixelsAndResolution() {
    let greenwich = Coordinate(latitude: 51.4779, longitude: 0)
    let point = WebMercatorPoint(greenwich)
    let pixel = point.pixel(zoom: 3)
    #expect(pixel.x == 1_024)
    let back = WebMercatorPoint(pixel: pixel, zoom: 3)
    #expect(back.coordinate.distance(to: greenwich) < 1e-6)
    let between = WebMercatorPoint(
      pixel: point.pixel(zoom: 3.7, tileSize: 512), zoom: 3.7, tileSize: 512)
    #expect(between.coordinate.distance(to: greenwich) < 1e-6)
    let equator = WebMercatorPoint.groundResolution(latitude: 0, zoom: 0)
    #expect((equator - 156_543.033_928_041).magnitude < 1e-9)
    #expect(
      (WebMercatorPoint.groundResolution(latitude: 60, zoom: 10) - equator / 2_048).magnitude < 1e-9
    )
    #expect(WebMercatorPoint.groundResolution(latitude: 90, zoom: 10) == 0)
    #expect(WebMercatorPoint(Coordinate(latitude: 90, longitude: 0)).y == .infinity)
    #expect(WebMercatorPoint(Coordinate(latitude: 91, longitude: 0)).x.isNaN)
    #expect(WebMercatorPoint(x: .infinity, y: 0).coordinate.isValid == false)
    #expect(WebMercatorPoint(x: 0, y: .infinity).coordinate.latitude == 90)
    #expect(point.pixel(zoom: .infinity).x.isNaN)
  }
}
