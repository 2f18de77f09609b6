extension Diagnostic {
  /// The input was wrong.
  static let data = #"""
    cairn holidays 0,-30
      no country, and no holidays, at 0.00000, -30.00000
    cairn route places.csv --roads town.osm --start 0
      `Vienna` cannot begin or end the route: no usable road within 1000 m
    cairn places places.csv
      `places.csv`, byte 0: expected an extract of OpenStreetMap: .osm.pbf, .osm or .osm.gz, found
      other data
    cairn roads build town.osm --out town.roads --profile odd-profile.json
      `odd-profile.json`: `wings` is not a member of a profile
    cairn roads build town.osm --out town.roads --profile foot.json,foot.json
      `foot.json`: another profile is called `foot`; give each its own `name`
    cairn roads route places.csv 9.5,47.1 9.6,47.1
      `places.csv`, byte 0: expected an extract of OpenStreetMap: .osm.pbf, .osm or .osm.gz, found
      other data
    cairn roads match town.osm area.geojson
      `area.geojson` has no track: no line and no points
    cairn roads route town.osm 9.5,47.1 50,10 --format csv
      no usable road within 1000 m of position 2
    cairn near Vienna --in empty.csv
      `empty.csv`, line 1: there is no header
    cairn near Vienna --in no-columns.csv
      `no-columns.csv`, line 1: no column for the latitude; the columns are name, breadth,
      length; name them with --columns latitude=NAME,longitude=NAME
    cairn near Vienna --in from-and-to.csv
      `from-and-to.csv`, line 1: several pairs of columns may be the location: from_lat and
      from_lon; to_lat and to_lon; name them with --columns latitude=NAME,longitude=NAME
    cairn near Vienna --in places.csv --columns name=title
      `places.csv` has no column `title`, which --columns names; there are `name, lat, lon`
    cairn stats places.csv --category nam
      `places.csv` has no column `nam`, which --category names; did you mean `name`?
    cairn dedupe places.csv --within 50m --by name
      `places.csv`: the column `name` has no number
    cairn join places.csv area.geojson --within 1km
      `area.geojson` has no points, which `cairn join` needs, only lines or areas
    cairn route area.geojson
      `area.geojson` has no points, which `cairn route` needs, only lines or areas
    cairn track split area.geojson
      `area.geojson` has no track: no line and no points
    cairn track stays places.csv
      `places.csv` has no times, which `cairn track stays` needs; a column of times is called
      time, timestamp or datetime
    cairn append old-workbook.csv --country
      `old-workbook.csv`, line 1, byte 0: expected a text format (save it as CSV first), found an
      old workbook or document of Office
    cairn track split american.csv
      `american.csv` has no times, which --by day needs; `05/03/2026` in `time` cannot be read;
      write 2026-11-22T09:30:00 (its day may be either number)
    cairn photos places.csv
      `places.csv` is not a photo of a known format
    cairn photos beach.jpg --all --format gpx
      the format cannot hold a feature without geometry; give another --format
    cairn photos damaged.jpg
      `damaged.jpg`, byte 10: expected the headers of a photo, found the end of the file
    cairn append point-and-area.geojsonl --country --on-error fail
      `point-and-area.geojsonl`: feature 2 has no coordinate; --on-error null keeps it with empty
      columns
    cairn country --append places.parquet
      the table is Parquet; write `cairn append ... FILE.parquet --out NEW.parquet`, or convert it
      with duckdb -csv -c "FROM 'FILE'"
    printf '{"type":"Point"}\n' | cairn append --country
      the table is JSON; `cairn append FILE.json` reads it from a file, and `cairn convert - --to csv`
      makes a table of it
    cairn near Vienna --in unclosed-quote.csv
      `unclosed-quote.csv`, line 2: a quoted field is not closed
    cairn route one-bad-row.csv
      `one-bad-row.csv`, line 3, field 2 (lat): "abc" is not a number; a route needs the coordinate
      of each row: complete or remove it
    cairn near Vienna --in bad-rows.csv
      no feature of bad-rows.csv can be read
    cairn near Vienna --in bad-rows.csv --on-error fail
      `bad-rows.csv`, line 2, field 2 (lat): "abc" is not a number
    cairn near Vienna --in places.csv --country AT --country-by column
      the file has no column for the country; name it with --columns country=NAME
    cairn near Vienna --in damaged.cairn
      `damaged.cairn`: damaged index file: the checksum of page 1 (tree) does not match; build it
      again with `cairn index build`
    cairn near Vienna --in ends-early.cairn
      `ends-early.cairn`: index file of 9000 bytes; its header says 20480; build it again with
      `cairn index build`
    cairn near Vienna --in newer.cairn
      `newer.cairn`: index file of version 127; this library reads version 3; build it again with
      `cairn index build`
    cairn near Vienna --in places.cairn --in places.csv
      `places.csv` is not an index file; with several --in each must be one: `cairn index build`
      builds it
    cairn near Vienna --in places.cairn --in area.cairn
      `area.cairn` has lines and areas, so it cannot be searched with other files; give it alone
    cairn index info places.csv
      `places.csv` is not an index file
    cairn index query places.csv near Vienna
      `places.csv` is not an index file; `cairn index build` builds one, and `cairn near --in`
      reads other files
    cairn within --polygon point.wkt
      `point.wkt` has no polygon
    cairn within --polygon beyond-the-pole.wkt
      `beyond-the-pole.wkt`, line 1, byte 19: latitude 95.0 is beyond 90 degrees; latitude and
      longitude may be swapped
    cairn within --along two-lines.geojson --width 5km
      `two-lines.geojson` has 2 lines; --along needs one
    cairn within --along area.geojson --width 5km
      `area.geojson` has no line and no point
    cairn convert ends-early.geojson --to csv
      `ends-early.geojson`, line 1, byte 80: the input ends within a feature
    cairn convert second-ends-early.gpx --to csv --salvage
      `second-ends-early.gpx`, line 1, byte 29: the input ends within a tag; the part before it was
      read: 1 feature
    cairn append cut.csv.gz --country --salvage
      `cut.csv.gz`, byte 42: the input ends within the checksum of the gzip data; the rows before it
      were read
    cairn convert damaged.csv.gz --to csv
      `damaged.csv.gz`, byte 11: the data is not valid deflate (a block of an unknown kind)
    cairn convert area.geojson --to gpx --on-error fail
      `area.geojson`, feature `Area`: the format cannot hold a Polygon; it holds points and
      lines
    cairn country 48.2,16.4 --regions area.geojson --name title
      `area.geojson`: feature 1 has no property "title"; it has name
    cairn country 48.2,16.4 --regions two-corners.geojson
      `two-corners.geojson`: "Area": territory 0, ring 0: fewer than three different corners
    cairn country 48.2,16.4 --regions point.wkt
      `point.wkt`: no feature is a polygon
    cairn country --append no-columns.csv
      the header names no columns for latitude and longitude: `name, breadth, length`; name them
      with --lat and --lon, and add --no-header if there is no header
    cairn country --append no-numbers.csv --no-header
      the first row does not show which columns are latitude and longitude; give their numbers
      with --lat and --lon
    cairn country --append from-and-to.csv
      several pairs of columns may be the location: from_lat and from_lon; to_lat and to_lon;
      name one with --lat and --lon
    cairn country --append places.csv --lat breadth --lon lon
      the table has no column `breadth`, only `name, lat, lon`
    cairn country --append places.csv --fields 4
      the header has 3 fields, not 4 as --fields says
    cairn country --append unclosed-quote.csv
      line 2: a quoted field is not closed
    cairn geohash cover --explode places.csv --radius 500km --precision 9
      around 48.2,16.4 the cover needs more than 10000 cells; take a smaller --precision or a
      larger --limit
    printf "u2ed\nu2e!\n" | cairn geohash decode
      line 2: `u2e!` is not a geohash: character 4 is not a letter of a geohash: those are 0 to 9 and
      b to z without i, l and o
    cairn hours "9am-5" --at 2026-03-29
      the hours "9am-5" cannot be read at "9am-5" (character 1): it may mean two things; write
      times as 09:00-17:00, days as Sa,PH, dates as Mar 1-Oct 31
    cairn route 20-places.csv --method exact
      there are 20 stops; the maximum is 17
    cairn route far-apart.csv --days 1 --hours 09:00-09:10 --start Vienna --end Lima
      day 0 is too short for the way from its start to its end
    cairn route odd-hours.csv --days 2 --starts hours
      row 0, hours: `9am-5` is not a time of day such as 19:30
    cairn route odd-hours.csv --days 2 --visit name
      row 0, name: `Vienna` is not a number of minutes
    cairn route odd-hours.csv --days 2 --score name
      row 0, name: `Vienna` is not a score (0, or 1e-30 to 1e12)
    cairn map --in places.csv --category kind
      `places.csv` has no column `kind`; it has name
    printf 'name,lat,lon\n\377,48,16\n' | cairn convert - --to csv --encoding Shift_JIS
      the input, line 2: the text is not in the encoding of --encoding
    cairn map --in places.csv --color-by name
      `places.csv` has no number in the column `name`; for words, give --category
    cairn map Vienna --base town.osm
      `town.osm` covers 47.1,9.5,47.2,9.5, nothing of the map
    """#

  /// An input could not be opened.
  static let noInput = #"""
    cairn places missing.osm.pbf
      `missing.osm.pbf` cannot be read: No such file or directory
    PATH=bin cairn map --out map.png
      png is drawn by rsvg-convert, resvg or Chromium, and none is installed; install
      rsvg-convert (Debian: librsvg2-bin, Homebrew: librsvg), or write svg
    PATH=bin cairn append places.parquet --country --out new.parquet
      Parquet is read by DuckDB, and neither `duckdb` nor its Python module is installed; install
      one, such as with `pip install duckdb`
    cairn near Vienna --in no-such-file.csv
      `no-such-file.csv` cannot be read: No such file or directory
    cairn near Vienna --in .
      `.` cannot be read: Is a directory
    cairn photos empty.album
      there is no photo in `empty.album`
    """#

  /// Reading or writing failed.
  static let inputOutput = #"""
    cairn distance Vienna Graz >/dev/full
      the output cannot be written: No space left on device
    cairn map --world --out /dev/full
      `/dev/full` cannot be written: No space left on device
    cairn convert places.csv no-such-folder/places.gpx
      `no-such-folder/places.gpx` cannot be written: No such file or directory
    """#

  /// The command succeeded, with a note.
  static let success = #"""
    cairn near Vienna --in places.csv
      places.csv: latitude: column 2 lat; longitude: column 3 lon; name: column 1 name
    cairn stats american.csv
      `american.csv`: 1 time left out: `05/03/2026` in `time` cannot be read; write
      2026-11-22T09:30:00 (its day may be either number)
    printf 'time,lat,lon\n2026-05-03 9:00,48,16\n2026-05-03 8:00,48,16\n' | cairn track split -
      the input: 1 time is earlier than the previous one; the first is 2026-05-03T08:00:00
    cairn join places.csv point-and-area.geojsonl --within 1km
      `point-and-area.geojsonl`: 1 feature that is not a point, left out
    cairn near Vienna --in one-bad-row.csv
      one-bad-row.csv: 1 of 2 rows has no valid coordinate, left out
    cairn near Vienna --in windows-1252.csv
      windows-1252.csv: not UTF-8; read as Windows-1252
    cairn country --append places.csv
      latitude is column 2 (lat), longitude column 3 (lon)
    cairn country --append no-header.csv
      the table has no header; latitude is column 1, longitude column 2
    cairn country --append one-bad-row.csv
      1 of 2 rows has no valid coordinate
    cairn country --append long-row.csv
      1 row has more fields than the header; its results come last (line 2)
    cairn country --append windows-1252.csv
      the table is not UTF-8; read as Windows-1252, and written as UTF-8
    cairn append places.csv --nearest-of point-and-area.geojsonl
      point-and-area.geojsonl: 1 of 2 is a line or an area, not a place
    printf 'lat,lon,place\n48,16,A\n' >named.csv; cairn append places.csv --nearest-of named.csv
      named.csv: the names are taken from the column `place`; choose another with --columns
      name=COLUMN
    printf 'lat,lon\n48,16\n' >nameless.csv; cairn append places.csv --nearest-of nameless.csv
      nameless.csv: the places have no names, so `nearest` is empty; choose a column of names with
      --columns name=COLUMN
    cairn dedupe places.csv --within 200km
      2 of 3 places removed: within 200 km of a place that is kept
    cairn join places.csv places.csv --within 1km
      3 of 3 rows without a match, left out; --unmatched keeps them
    cairn track simplify walk.gpx
      2 of 2 points remain
    cairn track split walk.gpx --by country
      1 feature without a line, left out
    cairn track split collection.wkt --by country
      1 feature with other parts than lines, left out
    cairn photos beach.jpg
      1 of 1 photos without a position, left out
    cairn photos no-hemisphere.tif
      1 of 1 photos with a position that cannot be used
    cairn stats no-hemisphere.tif
      no-hemisphere.tif: no position: the hemisphere is missing (GPSLatitudeRef)
    cairn photos beach.jpg places.csv
      1 of 2 files cannot be read, left out
    cairn near Vienna --in long-row.csv
      long-row.csv: 1 row has more fields than the header (line 2); a field that holds the delimiter
      needs quotes
    cairn index build empty.wkt empty.cairn
      empty.wkt: 1 of 1 lines and areas is not indexed: it has no interior or an invalid
      position
    cairn convert one-bad-row.csv --to geojson
      1 of 2 features cannot be read, left out
    cairn convert area.geojson --to gpx
      1 of 1 features cannot be written as GPX, left out
    cairn convert american.csv --to gpx
      `american.csv`: 1 time is kept as text: `05/03/2026` in `time` cannot be read; write
      2026-11-22T09:30:00
    cairn convert - --to csv < new-property.geojsonl
      properties that the header lacks, left out: `b`
    cairn within --polygon wide-areas.geojsonl --in places.csv
      `wide-areas.geojsonl`: edges of its areas are followed within 16 m, not 10 m: there are very
      many wide areas
    cairn convert latitude.geojson --to csv
      1 property with the name of a place's column is renamed: `Latitude` to `Latitude_property`
    cairn convert overlay.kml --to geojson
      `overlay.kml`: left out: 1 overlay
    printf 'name,lat,lon,n\nVienna,48.2,16.4,7\nGraz,47.1,15.4,?\n' | cairn map --in - --size-by n
      the input: 1 of 2 places has no number of 0 or more in `n`; drawn with the smallest dot
    printf 'name,lat,lon,n\nVienna,48.2,16.4,7\nGraz,47.1,15.4,?\n' | cairn map --in - --color-by n
      the input: 1 of 2 places has no number in `n`; drawn gray
    cairn map --kind city --country LI --size 10x4
      no room for 1 of 1 names; a larger map, or a page (--format html), shows more
    cairn route Vienna Bratislava Budapest --days 2
      travel at 80 km/h, since the places are 10 km and more apart; --speed sets another
    cairn route places.csv --visit 1h --break 11:30-14:00/1h --format gpx --speed 5
      not in GPX: breaks (1), places that are left out (2)
    cairn route odd-hours.csv --days 2 --windows hours
      row 0, Vienna: the hours "9am-5" cannot be read at "9am-5" (character 1): it may mean two
      things; write times as 09:00-17:00, days as Sa,PH, dates as Mar 1-Oct 31; they count as
      unknown
    cairn route sun.csv --days 2 --windows hours --date 2026-06-21
      times of the sun are unknown: clocks of the stops differ or are not known
    cairn route holidays.csv --days 2 --windows hours
      the hours of 1 stop refer to holidays, which are not known without --date: no day counts as
      a holiday
    cairn route seasons.csv --days 2 --windows hours
      row 0, Vienna: its hours depend on the date; they count as unknown without --date
    cairn places cafes.osm --open-at 2026-03-30T12:00
      1 place without opening hours that can be read, left out
    cairn places cafes.osm --category library --open-at 2060-03-30T12:00
      1 place with hours that depend on holidays that are not known
    cairn places cafes.osm
      1 place without a location in the extract, left out
    cairn roads build cafes.osm --out cafes.roads
      no usable road; the extract needs ways of roads and their nodes
    cairn roads near town.osm 9.5,47.1 --in places.csv
      3 places without a route, left out
    cairn roads match town.osm walk.gpx
      1 feature without a line, left out
    cairn map --base lake.osm --size 40x10
      1 area is incomplete in `lake.osm` and not drawn
    cairn roads match town.osm walk.gpx --format csv
      1 time that cannot be read, left out
    """#
}
