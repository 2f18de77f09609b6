import CairnFormats
import CairnGeodesy
import Testing

/// Responses of services, written from their public documentation.
@Suite struct ServicePlacesTests {
  /// Each feature's geometry and properties as JSON.
  private func read(_ text: String) -> [String] {
    Reading(JSONObjectsReader(), text).features.map { feature in
      let id = feature.identifier.map { "\($0) " } ?? ""
      return "\(feature.geometry?.wkt ?? "-") \(id)\(PropertyValue.object(feature.properties))"
    }
  }

  /// The response in one line, over several lines, and in small pieces, with its detected format.
  private func check(_ text: String, _ expected: [String]) throws {
    let line = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(read(text) == expected)
    #expect(read(line) == expected)
    for pieces in [1, 50] {
      #expect(Reading(JSONObjectsReader(), text, pieces: pieces).features.count == expected.count)
    }
    #expect(try FileFormat.detect(Array(text.utf8)).format == .jsonObjects)
    #expect(try FileFormat.detect(Array(line.utf8), fileName: "a.json").format == .jsonObjects)
  }

  @Test func googlePlaces() throws {
    try check(
      """
      {"html_attributions": [], "results": [
        {"geometry": {"location": {"lat": -33.87, "lng": 151.19}, "viewport":
          {"northeast": {"lat": -33.8, "lng": 151.2}, "southwest": {"lat": -33.9, "lng": 151.1}}},
         "name": "Cruise Bar", "place_id": "ChIJ", "types": ["bar"], "rating": 4},
        {"geometry": {"location": {"lat": 1, "lng": 2}}, "name": "B"}
      ], "status": "OK"}
      """,
      [
        #"POINT (151.19 -33.87) {"geometry":{"viewport":{"northeast":{"lat":-33.8,"lng":151.2},"#
          + #""southwest":{"lat":-33.9,"lng":151.1}}},"name":"Cruise Bar","place_id":"ChIJ","#
          + #""types":["bar"],"rating":4}"#,
        #"POINT (2 1) {"name":"B"}"#,
      ])
    try check(
      """
      {"places": [{"id": "x", "location": {"latitude": 1.5, "longitude": 2.5},
        "displayName": {"text": "Bar", "languageCode": "en"}, "rating": 4.5}]}
      """,
      [
        #"POINT (2.5 1.5) {"id":"x","displayName":{"languageCode":"en"},"rating":4.5,"name":"Bar"}"#
      ])
  }

  @Test func foursquare() throws {
    try check(
      """
      {"results": [{"fsq_id": "4b", "name": "Café", "geocodes":
        {"main": {"latitude": 48.1, "longitude": 16.2},
         "roof": {"latitude": 48.3, "longitude": 16.4}},
        "location": {"country": "AT", "locality": "Wien"}}],
       "context": {"geo_bounds": {"circle": {"center": {"latitude": 48, "longitude": 16},
         "radius": 500}}}}
      """,
      [
        #"POINT (16.2 48.1) {"fsq_id":"4b","name":"Café","geocodes":{"roof":{"latitude":48.3,"#
          + #""longitude":16.4}},"location":{"country":"AT","locality":"Wien"}}"#
      ])
    try check(
      """
      {"meta": {"code": 200}, "response": {"venues": [{"id": "v", "name": "V",
        "location": {"lat": 1, "lng": 2, "city": "X"}}]}}
      """, [#"POINT (2 1) {"id":"v","name":"V","location":{"city":"X"}}"#])
  }

  @Test func overpass() throws {
    try check(
      """
      {"version": 0.6, "generator": "Overpass API", "osm3s": {"copyright": "©"}, "elements": [
        {"type": "node", "id": 1, "lat": 48.2, "lon": 16.3,
         "tags": {"amenity": "cafe", "name": "A", "type": "x"}},
        {"type": "way", "id": 2, "center": {"lat": 1, "lon": 2}, "nodes": [5, 6],
         "tags": {"building": "yes"}},
        {"type": "way", "id": 3, "geometry": [{"lat": 1, "lon": 2}, {"lat": 3, "lon": 4}]},
        {"type": "relation", "id": 4, "members": [], "tags": {"type": "route"}},
        {"type": "way", "id": 5, "bounds": {"minlat": 10, "minlon": 179, "maxlat": 20,
          "maxlon": -178}, "tags": {"name": "B"}},
        {"type": "way", "id": 6, "bounds": {"minlat": 20, "minlon": 1, "maxlat": 10, "maxlon": 2}}
      ]}
      """,
      [
        #"POINT (16.3 48.2) {"type":"node","id":1,"amenity":"cafe","name":"A","type 2":"x"}"#,
        #"POINT (2 1) {"type":"way","id":2,"nodes":[5,6],"building":"yes"}"#,
        #"LINESTRING (2 1, 4 3) {"type":"way","id":3}"#,
        #"- {"type":"relation","id":4,"members":[],"type 2":"route"}"#,
        #"POINT (-179.5 15) {"type":"way","id":5,"bounds":{"minlat":10,"minlon":179,"maxlat":20,"#
          + #""maxlon":-178},"name":"B"}"#,
        #"- {"type":"way","id":6,"bounds":{"minlat":20,"minlon":1,"maxlat":10,"maxlon":2}}"#,
      ])
  }

  @Test func addressesAndResources() throws {
    try check(
      """
      {"spatialReference": {"wkid": 4326}, "candidates": [
        {"address": "Main Street 1", "location": {"x": 2, "y": 1}, "score": 90.5,
         "attributes": {"Type": "Address"}},
        {"address": "Main Street", "location": {"x": 3, "y": 1}, "attributes": {}}]}
      """,
      [
        #"POINT (2 1) {"address":"Main Street 1","score":90.5,"Type":"Address"}"#,
        #"POINT (3 1) {"address":"Main Street"}"#,
      ])
    try check(
      """
      {"data": [
        {"id": "7", "type": "hut", "attributes": {"title": "A", "latitude": 1, "longitude": 2}},
        {"id": "8", "type": "hut", "attributes": {"title": "B", "location": {"lat": 3, "lng": 4}}}],
       "links": {"self": "/huts"}, "meta": {"page": 1}}
      """,
      [
        #"POINT (2 1) {"id":"7","type":"hut","title":"A"}"#,
        #"POINT (4 3) {"id":"8","type":"hut","title":"B"}"#,
      ])
  }

  /// Google's saved places have their names in an inner object.
  @Test func savedPlaces() {
    let saved = Reading(
      GeoJSONReader(),
      """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [2, 1]}, "properties":
          {"date": "2023-01-01T10:00:00Z", "location": {"address": "Quay 3", "name": "Bar"}}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [2, 1]}, "properties":
          {"title": "Home", "location": {"name": "Bar"}}}]}
      """
    ).features
    #expect(saved.map { Place($0)?.name } == ["Bar", "Home"])
  }

  @Test func elasticsearch() throws {
    try check(
      """
      {"took": 3, "timed_out": false, "_shards": {"total": 1}, "hits": {"total": {"value": 3},
        "max_score": 1.0, "hits": [
        {"_index": "poi", "_id": "1", "_score": 1.5, "_source":
          {"name": "A", "location": {"lat": 41.12, "lon": -71.34}}},
        {"_index": "poi", "_id": "2", "_source": {"name": "B", "location": "41.12,-71.34"}},
        {"_index": "poi", "_id": "3", "_source": {"name": "C", "location": [-71.34, 41.12]}}]}}
      """,
      [
        #"POINT (-71.34 41.12) {"_index":"poi","_id":"1","_score":1.5,"name":"A"}"#,
        #"POINT (-71.34 41.12) {"_index":"poi","_id":"2","name":"B"}"#,
        #"POINT (-71.34 41.12) {"_index":"poi","_id":"3","name":"C"}"#,
      ])
  }

  @Test func arcGIS() throws {
    try check(
      """
      {"displayFieldName": "NAME", "geometryType": "esriGeometryPoint",
       "spatialReference": {"wkid": 4326}, "fields": [{"name": "NAME", "type": "x"}],
       "features": [{"attributes": {"NAME": "A", "OBJECTID": 1}, "geometry": {"x": 2, "y": 1}},
         {"attributes": {"NAME": "B"}}]}
      """, [#"POINT (2 1) {"NAME":"A","OBJECTID":1}"#, #"- {"NAME":"B"}"#])
    let mercator = Reading(
      JSONObjectsReader(),
      """
      {"spatialReference": {"wkid": 102100, "latestWkid": 3857}, "features": [
        {"attributes": {"n": 1}, "geometry": {"x": 1823348.06, "y": 6140735.09}},
        {"attributes": {"n": 2}, "geometry": {"paths": [[[0, 0], [111319.49079327358, 0]]]}},
        {"attributes": {"n": 3}, "geometry": {"rings": [[[0,0],[0,9],[9,9],[9,0],[0,0]],
          [[1,1],[2,1],[2,2],[1,1]], [[20,0],[20,9],[29,9],[20,0]]]}}]}
      """
    ).features
    guard case .point(let point)? = mercator.first?.geometry else {
      Issue.record("no point")
      return
    }
    // atan(sinh(y / 6378137)) and x / 6378137, in Python.
    #expect(abs(point.coordinate.latitude - 48.20324905230565) < 1e-9)
    #expect(abs(point.coordinate.longitude - 16.379414305676786) < 1e-9)
    #expect(mercator[1].geometry?.wkt == "LINESTRING (0 0, 1 0)")
    guard case .multiPolygon(let polygons)? = mercator[2].geometry else {
      Issue.record("no polygons")
      return
    }
    #expect(polygons.map(\.count) == [2, 1])
    // Coordinates of an unknown reference system are not degrees.
    let unknown = Reading(
      JSONObjectsReader(),
      """
      {"spatialReference": {"wkid": 4326}, "features": [{"attributes": {"n": 0},
        "geometry": {"x": 1, "y": 2}}, {"attributes": {"n": 1},
        "geometry": {"x": 1, "y": 2, "spatialReference": {"wkid": 31256}}}]}
      """)
    #expect(unknown.features.map { $0.geometry == nil } == [false, true])
    #expect(unknown.features[1].properties["geometry"] != nil)
  }

  @Test func timelineOfPhones() throws {
    try check(
      """
      {"semanticSegments": [
        {"startTime": "2024-05-01T08:00:00+02:00", "endTime": "2024-05-01T09:00:00+02:00",
         "visit": {"hierarchyLevel": 0, "probability": 0.9, "topCandidate": {"placeId": "ChIJ",
           "semanticType": "HOME", "placeLocation": {"latLng": "48.2082°, 16.3738°"}}}},
        {"startTime": "a", "activity": {"start": {"latLng": "48.1°, 16.1°"},
           "end": {"latLng": "48.2°, 16.2°"}, "distanceMeters": 5.5,
           "topCandidate": {"type": "WALKING"}}},
        {"startTime": "b", "timelinePath": [{"point": "1.5°, 2.5°", "time": "t1"},
           {"point": "1.6°, 2.6°", "time": "t2"}]},
        {"startTime": "c", "timelineMemory": {"trip": {"days": 3}}}],
       "rawSignals": [{"position": {"LatLng": "48.3°, 16.3°", "accuracyMeters": 9,
           "altitudeMeters": 200.5, "timestamp": "d"}}, {"wifiScan": {"deliveryTime": "e"}}],
       "userLocationProfile": {}}
      """,
      [
        #"POINT (16.3738 48.2082) {"startTime":"2024-05-01T08:00:00+02:00","#
          + #""endTime":"2024-05-01T09:00:00+02:00","visit":{"hierarchyLevel":0,"#
          + #""probability":0.9,"topCandidate":{"placeId":"ChIJ","semanticType":"HOME"}}}"#,
        #"LINESTRING (16.1 48.1, 16.2 48.2) {"startTime":"a","activity":{"distanceMeters":5.5,"#
          + #""topCandidate":{"type":"WALKING"}}}"#,
        #"LINESTRING (2.5 1.5, 2.6 1.6) {"startTime":"b","coordTimes":["t1","t2"]}"#,
        #"- {"startTime":"c","timelineMemory":{"trip":{"days":3}}}"#,
      ])
    try check(
      """
      {"semanticSegments": [],
       "rawSignals": [{"position": {"LatLng": "48.3°, 16.3°", "accuracyMeters": 9,
           "altitudeMeters": 200.5, "timestamp": "d"}}, {"wifiScan": {"deliveryTime": "e"}}],
       "userLocationProfile": {}}
      """,
      [
        #"POINT Z (16.3 48.3 200.5) {"position":{"accuracyMeters":9,"timestamp":"d"}}"#,
        #"- {"wifiScan":{"deliveryTime":"e"}}"#,
      ])
    try check(
      """
      [{"startTime": "a", "visit": {"topCandidate": {"placeLocation": "geo:48.2,16.3",
          "placeID": "x"}}},
       {"activity": {"start": "geo:1,2", "end": "geo:3,4", "distanceMeters": "7"}}]
      """,
      [
        #"POINT (16.3 48.2) {"startTime":"a","visit":{"topCandidate":{"placeID":"x"}}}"#,
        #"LINESTRING (2 1, 4 3) {"activity":{"distanceMeters":"7"}}"#,
      ])
  }

  @Test func timelineOfTakeout() throws {
    try check(
      """
      {"locations": [
        {"latitudeE7": 482082000, "longitudeE7": 163738000, "accuracy": 20, "altitude": 190,
         "timestamp": "2020-01-01T00:00:00Z"},
        {"latitudeE7": -338700000, "longitudeE7": 4236267296, "source": "WIFI"}]}
      """,
      [
        #"POINT Z (16.3738 48.2082 190) {"accuracy":20,"timestamp":"2020-01-01T00:00:00Z"}"#,
        #"POINT (-5.87 -33.87) {"source":"WIFI"}"#,
      ])
    try check(
      """
      {"timelineObjects": [
        {"placeVisit": {"location": {"latitudeE7": 10000000, "longitudeE7": 20000000,
          "placeId": "p", "name": "Café"}, "duration": {"startTimestamp": "s"}}},
        {"activitySegment": {"startLocation": {"latitudeE7": 10000000, "longitudeE7": 20000000},
          "endLocation": {"latitudeE7": 50000000, "longitudeE7": 60000000}, "distance": 9,
          "waypointPath": {"waypoints": [{"latE7": 30000000, "lngE7": 40000000}]}}}]}
      """,
      [
        #"POINT (2 1) {"placeVisit":{"location":{"placeId":"p","name":"Café"},"#
          + #""duration":{"startTimestamp":"s"}},"name":"Café"}"#,
        #"LINESTRING (2 1, 4 3, 6 5) {"activitySegment":{"distance":9,"#
          + #""waypointPath":{"waypoints":[{"latE7":30000000,"lngE7":40000000}]}}}"#,
      ])
  }

  /// Times of lines, visits and positions, and numbers without a sign.
  @Test func timesOfTimelines() throws {
    try check(
      """
      [{"startTime": "2026-03-31T23:50:00.000-05:00", "endTime": "2026-04-01T02:00:00.000-05:00",
        "activity": {"start": "geo:1,2", "end": "geo:3,4"}},
       {"startTime": "2026-04-01T02:50:00.000-05:00", "timelinePath": [
         {"point": "geo:1,2", "durationMinutesOffsetFromStartTime": "5"},
         {"point": "geo:3,4", "durationMinutesOffsetFromStartTime": "20.5"}]},
       {"startTime": "x", "timelinePath": [{"point": "geo:1,2", "time": "2026-03-31T10:00:00Z"}]}]
      """,
      [
        #"LINESTRING (2 1, 4 3) {"startTime":"2026-03-31T23:50:00.000-05:00","#
          + #""endTime":"2026-04-01T02:00:00.000-05:00","#
          + #""coordTimes":["2026-03-31T23:50:00.000-05:00","2026-04-01T02:00:00.000-05:00"]}"#,
        #"LINESTRING (2 1, 4 3) {"startTime":"2026-04-01T02:50:00.000-05:00","#
          + #""coordTimes":["2026-04-01T02:55:00-05:00","2026-04-01T03:10:30-05:00"]}"#,
        #"POINT (2 1) {"startTime":"x","time":"2026-03-31T10:00:00Z"}"#,
      ])
    try check(
      """
      {"timelineObjects": [
        {"placeVisit": {"location": {"latitudeE7": 4284967296, "longitudeE7": 4274967296},
          "duration": {"startTimestampMs": "1700000000000",
            "endTimestamp": "2023-11-15T00:00:00Z"}}},
        {"activitySegment": {"startLocation": {"latitudeE7": 10000000, "longitudeE7": 20000000},
          "endLocation": {"latitudeE7": 50000000, "longitudeE7": 60000000},
          "duration": {"startTimestamp": "2026-01-01T00:00:00Z", "endTimestamp": "?"},
          "simplifiedRawPath": {"points": [
            {"latE7": 4264967296, "lngE7": 40000000, "timestampMs": "1700000000500"}]}}}]}
      """,
      [
        #"POINT (-2 -1) {"startTime":"2023-11-14T22:13:20Z","endTime":"2023-11-15T00:00:00Z"}"#,
        #"LINESTRING (2 1, 4 -3, 6 5) {"activitySegment":{"duration":{"endTimestamp":"?"},"#
          + #""simplifiedRawPath":{"points":[{"latE7":4264967296,"lngE7":40000000,"#
          + #""timestampMs":"1700000000500"}]}},"startTime":"2026-01-01T00:00:00Z","#
          + #""coordTimes":["2026-01-01T00:00:00Z","2023-11-14T22:13:20.500Z",null]}"#,
      ])
    // Beyond 90 degrees, with or without the sign.
    let places = [1_200_000_000, 3_000_000_000, 1].map {
      #"{"latitudeE7": \#($0), "longitudeE7": 1}"#
    }
    let lost = read(#"{"locations": [\#(places.joined(separator: ","))]}"#)
    #expect(lost.map { $0.hasPrefix("- ") } == [true, true, false])
  }

  /// Other roots, an object with its own location, and places that are out of range.
  @Test func otherRoots() throws {
    for root in ["data", "locations", "items", "venues"] {
      try check(
        #"{"ok": true, "\#(root)": [{"name": "A", "lat": 1, "lng": 2}, {"name": "B"}]}"#,
        [#"POINT (2 1) {"name":"A"}"#, #"- {"name":"B"}"#])
    }
    #expect(
      read(#"{"lat": 1, "lng": 2, "results": [{"lat": 3, "lng": 4}]}"#)
        == [#"POINT (2 1) {"results":[{"lat":3,"lng":4}]}"#])
    #expect(
      read(#"{"results": [{"lat": 95, "lng": 2}, {"lat": 3, "lng": 4}]}"#)
        == [#"- {"lat":95,"lng":2}"#, "POINT (4 3) {}"])
    // An array without any place is not a response.
    #expect(Reading(JSONObjectsReader(), #"{"results": [{"a": 1}]}"#).errors.count == 1)
    #expect(Reading(JSONObjectsReader(), #"{"results": []}"#).errors.count == 1)
  }

  @Test func otherMembersAreCounted() {
    for text in [
      #"{"status": "OK", "next": 5, "results": [{"lat": 1, "lng": 2}]}"#,
      "{\"status\": \"OK\", \"next\": 5,\n \"results\": [{\"lat\": 1, \"lng\": 2}]}",
    ] {
      #expect(Reading(JSONObjectsReader(), text).leftOut[.foreignMember] == 2)
    }
  }

  /// A response longer than the part of a file that the format is detected from.
  @Test func longResponsesAreDetected() throws {
    let place = #"{"name": "A", "geometry": {"location": {"lat": 1, "lng": 2}}}"#
    let places = Array(repeating: place, count: 2_000).joined(separator: ",")
    let text = #"{"info": {"a": [{"b": 1}]}, "results": [\#(places)], "status": "OK"}"#
    let found = try FileFormat.detect(Array(text.utf8))
    #expect(found.format == .jsonObjects)
    let features = Array(
      repeating: #"{"type": "Feature", "geometry": null, "properties": {}}"#, count: 3_000
    )
    .joined(separator: ",")
    let geoJSON = #"{"features": [\#(features)], "type": "FeatureCollection"}"#
    #expect(try FileFormat.detect(Array(geoJSON.utf8)).format == .geoJSON)
  }

  @Test func damagedResponses() {
    Damage.check(
      #"{"a": 1, "elements": [{"type": "node", "id": 1, "lat": 1, "lon": 2, "tags": {}}]}"#
    ) {
      JSONObjectsReader()
    }
    Damage.check(#"{"semanticSegments": [{"visit": {"placeLocation": "geo:1,2"}}]}"#) {
      JSONObjectsReader()
    }
  }
}
