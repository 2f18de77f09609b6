//! Reads a table into places, detecting its columns, and writes them as GeoJSON.

import CairnFormats
import CairnGeodesy

let text = """
  Refugio;lat;lon;beds
  Frey;-41,1996;-71,4899;40
  Jakob;-41,1667;-71,5667;100
  """
let table = try PlaceTable(csv: Array(text.utf8), columns: [.name: "Refugio"])
print(table.names[0], table.coordinates[0])
// prints Frey -41.1996, -71.4899

var writer = GeoJSONSequenceWriter(separators: false)
for place in table.places().prefix(1) { try writer.write(GeoFeature(place)) }
print(String(decoding: writer.drain(), as: UTF8.self), terminator: "")
// prints {"type":"Feature","geometry":{"type":"Point","coordinates":[-71.4899,-41.1996]},"properties":{"name":"Frey"}}
