extension Diagnostic {
  /// The command line was wrong.
  static let usage = #"""
    cairn
      a command is needed, such as `cairn near Sydney`; see `cairn --help`
    cairn nera Sydney
      there is no command `nera`; did you mean `near`?
    cairn index
      a command is needed: build, info or query; see `cairn index --help`
    cairn near Sydney --limt 3
      there is no option `--limt`; did you mean `--limit`?
    cairn near Sydney --limit 3 --limit 4
      --limit is given more than once; give it once
    cairn near Sydney --limit
      --limit needs a value: --limit COUNT
    cairn country Rome --append=yes
      --append takes no value; write just --append
    cairn near Sydney --count 5
      --count takes no value, and `5` follows it; --limit 5 limits the number of places
    cairn distance Paris Rome --unit parsecs
      --unit is m, km, mi, nmi, ft or yd, not `parsecs`
    cairn near Sydney --limit 0
      --limit is a whole number from 1 to 100000, not `0`
    cairn near Sydney --radius wide
      --radius is a length such as 100km, not `wide`
    cairn near Sydney --radius 12parsecs
      --radius is a length in m, km, mi, nmi, ft or yd, such as 12km, not `12parsecs`
    cairn near Sydney --radius -5km
      --radius is a length of 0 or more, such as 100km, not `-5km`
    cairn completions bash now
      unexpected argument `now`; write just `cairn completions bash`
    cairn near
      a place is needed, such as `cairn near Sydney` or `cairn near -33.86,151.2`
    cairn near ""
      a place needs a name
    cairn near Sydny
      no place is called "Sydny"; did you mean Sydney?
    cairn where Littoral
      2 regions are called `Littoral`: Littoral, BJ; Littoral, CM; add the country after a comma,
      or give a coordinate
    cairn where places.csv
      no place is called `places.csv`; it is a file: write --in FILE (near, within, map) or
      --append FILE (where, country)
    cairn near "Sydney, Chile"
      there is no "Sydney, Chile"; there is Sydney, New South Wales, AU or Sydney, Nova Scotia,
      CA
    cairn near 91,16.4
      `91,16.4` is not a coordinate: latitude 91.0 at character 1: expected a latitude in
      -90...90; longitude and latitude swapped?
    cairn near "48,2 16,4"
      `48,2 16,4` is not a coordinate: 48,2 16,4 at character 1: expected decimal points, since a
      comma may separate (48.0, 2.2666666666666666) or be a decimal mark (48.2, 16.4)
    cairn near "9G8F+6X"
      `9G8F+6X` is a short Plus code: add the place it is near, such as `9G8F+6X Paris`
    cairn near "9G8F+6X 9G8F+6X"
      the short Plus code 9G8F+6X is followed by another one: give one code and a place near it
    cairn near 33UXP050044499
      `33UXP050044499` is not a grid reference: 050044499 at character 6: expected equally many
      digits of easting and northing
    cairn holidays
      a country, a region or a place is needed, such as `cairn holidays AT`
    cairn holidays AT --from tomorrow
      --from is a date such as 2026-12-01, not `tomorrow`
    cairn holidays AT 2026 --next 3
      a year does not go with --next or --from; leave out the year
    cairn holidays AT 2028-2026
      the years of 2028-2026 are in the wrong order; write 2026-2028
    cairn holidays Fiji 1999
      the holidays of Fiji are known from 2016 to 2050, not in 1999
    cairn holidays AT-99
      "99" is not a region; the regions of AT are 1, 2, 3, 4, 5, 6, 7, 8, 9
    cairn roads
      a command is needed: build, route, near, matrix, reach, snap or match; see `cairn roads --help`
    cairn roads build
      an extract or a file of roads is needed, such as `cairn roads build city.osm.pbf`
    cairn roads build city.osm.pbf
      --out is needed, such as --out city.roads
    cairn roads build town.osm --out town.osm
      --out is the input itself, which would be lost; give another name
    cairn roads route city.roads 9.5,47.1
      positions are needed, such as `cairn roads route city.roads -8.62,41.15 -8.6,41.16`
    cairn roads route city.roads Vaduz Triesen
      a position is LON,LAT, such as -8.62,41.15, not `Vaduz`
    cairn roads route city.roads 47.1,95 9.5,47.1
      a position is LON,LAT with a longitude in -180...180 and a latitude in -90...90, not `47.1,95`
    cairn roads route city.roads 9.5,47.1 9.6,47.1 --format ndjson
      --format ndjson reads positions from standard input; give none here
    cairn roads route - --format ndjson
      --format ndjson reads requests from standard input; give the file by its name
    cairn roads snap town.roads 9.5,47.1 --profile foot.json
      `town.roads` already has its profiles; give --profile with an extract
    cairn roads snap town.roads 9.5,47.1 --at 2026-11-27T08:00
      `town.roads` already has its rules; give --at with an extract, or when the file is built
    cairn roads route city.osm.pbf 9.5,47.1 9.6,47.1 --at noon
      --at is a date and a time such as 2026-03-29T12:00, not `noon`
    cairn roads route city.roads 9.5,47.1 9.6,47.1 --language de
      --language needs --format text
    cairn roads route city.roads 9.5,47.1 9.6,47.1 --format text --language pt
      --language is en, de, fr or es, such as en-GB, not `pt`
    cairn roads route city.roads 9.5,47.1 9.6,47.1 9.7,47.1 --alternatives 2
      --alternatives is for two positions without --heading
    cairn roads reach city.roads 9.5,47.1 9.6,47.1
      one position is needed, not 2
    cairn roads reach city.roads 9.5,47.1 --minutes ten
      --minutes is a number from 0 to 10000, not `ten`
    cairn roads reach city.roads 9.5,47.1 --minutes 5,10
      several times in --minutes need --polygon
    cairn roads reach city.roads 9.5,47.1 --polygon --format csv
      --polygon needs --format json, geojson or ndjson
    cairn roads near city.roads
      a file and a position are needed, such as
      `cairn roads near city.roads -8.62,41.15 --in places.csv`
    cairn roads near city.roads 9.5,47.1
      --in is needed, such as --in places.csv
    cairn roads snap town.osm 9.5,47.1 --by boat
      --by is foot, bicycle or car, not `boat`
    cairn roads match city.roads
      a track is needed, such as `cairn roads match city.roads track.gpx`
    cairn roads match city.roads track.gpx --format ndjson
      --format ndjson reads tracks from standard input; give none here
    cairn roads match - -
      only one of the two files can be standard input
    cairn roads match town.osm track.gpx --accuracy 0
      --accuracy is a number from 0.1 to 1000, not `0`
    cairn search
      a name is needed, such as `cairn search springfield`
    cairn country
      a place is needed, such as `cairn country 35.68,139.69`, or --append for a table
    cairn where
      a place is needed, such as `cairn where 48.2,16.37`, or --append for a table
    cairn places
      one extract is needed, such as `cairn places porto.osm.pbf`
    cairn places cafes.osm --category musuem
      there is no category `musuem`; did you mean `museum`?
    cairn places cafes.osm --category spaceport
      there is no category `spaceport`; see `cairn places --help`, or give --tag KEY=VALUE
    cairn places cafes.osm --tag amenity=
      --tag is a list such as amenity=cafe,shop=*, not `amenity=`
    cairn places cafes.osm --within 500m
      --within goes with --near PLACE
    cairn places cafes.osm --open-now --open-at 2026-03-29T12:00
      --open-now and --open-at are two times; give one of them
    cairn places cafes.osm --open-at noon
      --open-at is a date and a time such as 2026-03-29T12:00, not `noon`
    cairn places cafes.osm --holidays 2026-12-25
      --holidays goes with --open-now or --open-at TIME
    cairn places cafes.osm --format json --out new.csv
      --format and --out both set the format; the ending of FILE is enough
    cairn places cafes.osm --count --out new.csv
      --count and --out are two outputs; give one
    cairn places cafes.osm --out cafes
      the format is not clear from the name `cafes`; `cairn places` writes csv, tsv, geonames,
      geojson, geojsonseq, jsonobjects, gpx, kml, wkt, polyline, polyline6, geo or cairn
    cairn near Sydney --kind airprot
      --kind is city, district, airport, aerodrome, town, island, landmark, region or country, not
      `airprot`; did you mean `airport`?
    cairn near Sydney --country Austrla
      there is no country `Austrla`; did you mean Austria or Australia?
    cairn near Sydney --country-by land
      --country-by goes with --country
    cairn near Sydney --append
      --nearest-of FILE and --append go together
    cairn near --append places.csv --nearest-of places.csv --kind city
      --kind filters listed places; leave it out with --append
    cairn within
      an area is needed: --box, --country, --polygon, --along with --width, or a place with
      --radius
    cairn within Sydney
      `Sydney` needs --radius, such as `cairn within Sydney --radius 100km`
    cairn within --radius 5km
      a place is needed, such as `cairn within Sydney --radius 100km`
    cairn within --box 1,2,3,4 --radius 5km
      --box and --radius are two areas; give one of them
    cairn within --along "Bern; Thun"
      --along and --width go together: --along "Bern; Thun" --width 10km
    cairn within --box 1,2,3
      --box is south,west,north,east in degrees, such as 47,5.8,55.1,15.1, not `1,2,3`
    cairn within --box 50,5,40,15
      --box has its south, 50, above its north, 40
    cairn within --box 50,5,95,15
      --box has latitudes in -90...90 and longitudes in -360...360, not `50,5,95,15`
    cairn within --polygon area.cairn
      --polygon: `area.cairn` is an index file; give the file it was built from
    cairn distance Sydney
      two places are needed, such as `cairn distance Sydney "New York"`, not 1
    cairn destination --bearing 45 --distance 1km
      a place is needed, such as `cairn destination Sydney --bearing 45 ...`
    cairn destination Sydney --distance 1km
      --bearing is needed, such as --bearing 45
    cairn destination Sydney --bearing 45
      --distance is needed, such as --distance 100km
    cairn destination Sydney --bearing up --distance 1km
      --bearing is an angle in degrees such as 45, not `up`
    cairn near Sydney --from csv
      --from goes with --in FILE
    cairn near Sydney --in places.csv --columns lat
      --columns is a list such as latitude=3,name=title, not `lat`
    cairn near Sydney --in places.csv --columns bredth=2
      --columns: there is no `bredth`; there are latitude, longitude, coordinate, geometry,
      name, country, kind, population or elevation
    cairn near Vienna --in - <places.cairn
      an index file cannot be read from the standard input; give its name
    cairn near Vienna --in places.cairn --in places.cairn
      --in `places.cairn` is given more than once; give it once
    cairn near Vienna --in places.cairn --columns name=lat
      --columns does not go with an index file: its columns were chosen by `cairn index build`
    cairn near Vienna --in area.geojson --columns latitude=lat
      --columns latitude=lat: GeoJSON has its own coordinates; leave it out
    cairn convert places.csv --to csv >>places.csv
      `places.csv` is also the output, which the shell empties before it can be read; write to
      another file and rename it
    cairn append --country <places.csv >>places.csv
      the file of the standard input is also the output, which the shell empties before it can be
      read; write to another file and rename it
    cairn append --nearest-of -
      the standard input cannot be the table and the places of --nearest-of; name a file
    cairn dedup
      there is no command `dedup`; did you mean `cairn dedupe`?
    cairn Vienna
      there is no command `Vienna`; it is a place: `cairn where Vienna` or `cairn near Vienna`
    cairn places.csv
      there is no command `places.csv`; it is a file: `cairn doctor places.csv` reports what it
      contains
    cairn stats places.csv --utc-offset far
      --utc-offset is a number of hours such as 1 or -3.5
    cairn dedupe places.csv
      --within is needed, such as --within 50m
    cairn dedupe a.csv b.csv --within 50m
      one file is expected; a name with a space needs quotes
    cairn dedupe places.csv --within 50m --keep best
      --keep best needs --by COLUMN
    cairn dedupe places.csv --within 50m --keep first --by name
      --by COLUMN keeps the best place; leave out --keep first
    cairn dedupe places.csv --within 50m --least
      --least goes with --by
    cairn dedupe places.csv --within 50m --keep merged --mark
      --mark removes nothing; leave out --keep merged
    cairn dedupe area.geojson --within 50m --mark
      --mark is for a table with columns of degrees, written as a table
    cairn dedupe places.csv --within 50m --same lat
      --same: `lat` holds the position; name another column
    cairn join places.csv places.csv
      --within LENGTH, --nearest COUNT or both are needed
    cairn join places.csv --within 1km
      two files are needed, such as `cairn join places.csv cafes.csv --within 1km`, not 1
    cairn join - - --within 1km
      only one of the two files can be standard input
    cairn track split walk.gpx --by day --gap 1h
      --gap goes with --by gap
    cairn track split walk.gpx --by country --utc-offset 2
      --utc-offset goes with --by day
    cairn photos
      a photo is needed, such as `cairn photos beach.jpg`
    cairn doctor
      one file is needed, such as `cairn doctor places.csv`
    cairn append places.csv --country --out new.parquet
      --out `new.parquet` needs a Parquet file as the table, too
    cairn append places.parquet --country
      a Parquet file needs --out FILE.parquet or --out FILE.csv
    cairn append places.parquet --country --tsv --out new.parquet
      --no-header, --delimiter and --tsv are for text; leave them out with Parquet
    cairn append area.geojson --country --tsv
      --tsv is for tables; leave it out with a file of JSON, whose places have coordinates
    cairn append places.csv
      say what to append: --country, --regions FILE, --time-zone, --geohash COUNT, --mgrs COUNT,
      --utm COUNT, --pluscode COUNT, --nearest-of FILE or --distance
    cairn append places.csv --country --radius 5km
      --radius goes with --nearest-of
    cairn append places.csv --distance
      the other place's columns are needed: --to-lat and --to-lon, or --to-latlon
    cairn append places.csv --pluscode 3
      --pluscode takes 2, 4, 6, 8 or 10 to 15 characters, not 3
    cairn append a.csv b.csv --country
      one table, or the standard input, is expected, not 2 tables
    cairn where 48.2,16.4 --columns city
      --columns goes with --append
    cairn where --append places.csv --columns town
      --columns takes city, city_m, district, region, region_code, country, country_name, time_zone
      and border_m, not `town`
    cairn where Vienna --language xx
      --language is ar, bn, de, el, en, es, fa, fr, he, hi, hu, id, it, ja, ko, nl, pl, pt, ru, sv,
      tr, uk, ur, vi, zh or zh-Hant, not `xx`
    cairn country 48.2,16.4 --name title
      --name goes with --regions FILE
    cairn country 48.2,16.4 --regions area.geojson --within 5km
      --within applies to countries; leave it out with --regions
    cairn country --regions area.geojson
      a place is needed, or --append for a table
    cairn country --append places.csv --lat lat
      --lat and --lon go together
    cairn country --append places.csv --latlon lat --lat lon
      --latlon names one column for both; leave out --lat and --lon
    cairn country --append places.csv --lat 9 --lon 3
      there is no column 9; columns are numbered from 1 to 3
    cairn country --append places.csv --no-header --lat lat --lon lon
      without a header columns have numbers, not names such as `lat`
    cairn country --append places.csv --no-header --fields 2 --lat 3 --lon 4
      with --fields 2 there is no column 4
    cairn country --append places.csv --tsv --delimiter comma
      --tsv means tabs; leave --delimiter out
    cairn country --append places.csv --delimiter ab
      --delimiter is one ASCII character, or tab, comma, semicolon or pipe, not `ab`
    cairn countries austria
      unexpected argument; to search, write --search `austria`
    cairn regions austria
      unexpected argument; to choose a country, write --country `austria`
    cairn geohash
      use encode, decode, neighbors or cover, or --append for a table
    cairn geohash u2ed
      there is no command `u2ed`; did you mean `cairn geohash decode u2ed`?
    cairn geohash decode u2e!
      `u2e!` is not a geohash: character 4 is not a letter of a geohash: those are 0 to 9 and b to z
      without i, l and o
    cairn geohash cover Vienna --radius 5km
      --precision is needed, such as --precision 5, or --cells for a few cells
    cairn geohash cover Vienna --precision 4
      --radius is needed, such as --radius 25km
    cairn geohash cover --box 1,2,3,4 --country AT
      one region is needed: --box, --country, --polygon, --along, or a place with --radius
    cairn geohash cover --along "Bern; Thun" --precision 4
      --width is needed, such as --width 10km
    cairn geohash cover Vienna --radius 500km --precision 9
      the cover needs more than 10000 cells; take a smaller --precision or a larger --limit
    cairn geohash cover Vienna --radius 5km --explode
      --explode needs --radius and --precision: --radius 25km --precision 4
    cairn hours
      opening hours are needed, such as `cairn hours 'Mo-Fr 08:00-18:00'`
    cairn hours "Mo-Fr 09:00-17:00"
      --at is needed, such as --at 2026-03-29T12:00; or --place for the time there
    cairn hours "Mo-Fr 09:00-17:00" --at noon
      --at is a date and a time such as 2026-03-29T12:00, not `noon`
    cairn hours "Mo-Fr 09:00-17:00" --at 9999-12-30
      --at and --days end after 9999-12-31, the last date that is supported
    cairn hours "Mo-Fr 09:00-17:00" --at 2026-03-29 --utc-offset far
      --utc-offset is a number of hours such as 1 or -3.5
    cairn hours "Mo-Fr 09:00-17:00" --at 2026-03-29 --holidays xmas
      --holidays has dates such as 2026-12-25, not `xmas`
    cairn hours "Mo-Fr 09:00-17:00" --at 2026-03-29 --country Austria
      --country is a code such as AT or DE-BY, not `Austria`
    cairn hours "Mo-Fr 09:00-17:00" --at 2026-03-29 --country AT --holidays 2026-12-25
      --country and --holidays are two calendars; give one of them
    cairn convert places.csv
      an output format is needed, such as --to geojson
    cairn convert a.csv b.csv c.csv
      one file to read and one to write are expected; a name with a space needs quotes
    cairn convert a.csv b.gpx --out c.gpx
      `b.gpx` and --out both name the output; give one of them
    cairn convert places.csv places.out
      the format is not clear from the name `places.out`; give --to FORMAT
    cairn convert places.csv places.gpx --to kml
      the name `places.gpx` means gpx, but --to is kml; they must agree
    cairn convert places.csv places.png
      the name `places.png` means png; `cairn convert` writes csv, tsv, geonames, geojson,
      geojsonseq, jsonobjects, gpx, kml, wkt, polyline, polyline6 or geo
    cairn convert places.csv places.png.gz
      the name `places.png.gz` means png; `cairn convert` writes csv, tsv, geonames, geojson,
      geojsonseq, jsonobjects, gpx, kml, wkt, polyline, polyline6 or geo
    cairn convert places.csv --to kml --to-delimiter tab
      --to-delimiter is for a table, not for KML
    cairn convert point.wkt --to kml --delimiter tab
      --delimiter is for a table, but `point.wkt` is WKT
    cairn convert places.csv --to csv --delimiter ab
      --delimiter is one ASCII character, or tab, comma, semicolon or pipe, not `ab`
    cairn convert places.csv --to csv --encoding klingon
      --encoding: this system knows no encoding `klingon`; `iconv -l` lists them
    cairn index build places.csv
      a file and the index file to build are needed: `cairn index build places.csv places.cairn`
    cairn index build places.csv area.geojson
      `area.geojson` exists and is not an index file; remove it first, or name another file
    cairn index build places.cairn other.cairn
      `places.cairn` is an index file already
    cairn index info
      one index file is needed, such as `cairn index info places.cairn`
    cairn index query places.cairn
      an index file and a query are needed: `cairn index query places.cairn near Vienna`
    cairn index query places.cairn far Vienna
      the query is near, nearest or within, not `far`
    cairn route
      places are needed, such as `cairn route places.csv` or `cairn route Vienna Prague Rome`
    cairn route a.csv b.csv
      one table of places is needed, not 2 files, or only places that are typed; a name with a space
      needs quotes
    cairn route places.csv --open --round-trip
      --open and --round-trip are two kinds of trip; give one of them
    cairn route places.csv --start Vienna
      --start: 2 places are called `Vienna`; choose one by its row, such as --start 0
    cairn route places.csv --start Rome
      --start: no place of the table is called `Rome`; it has 3 rows, the first is row 0
    cairn route Vienna Prague --start Rome
      --start: no place that is typed is called `Rome`; type it with the others
    cairn route Vienna
      `Vienna` is one place; a route needs two or more, such as `cairn route Vienna Prague Rome`
    cairn route far-apart.csv --start Lima --end Tokyo --round-trip
      a round trip ends where it begins; leave out --end or --round-trip
    cairn route places.csv --effort quick --work 5
      --effort and --work both limit the search; give one of them
    cairn route places.csv --time-limit soon
      --time-limit is a time such as 1s, 500ms or 2min, not `soon`
    cairn route places.csv --days 2 --method exact
      --method is for routes without days and hours
    cairn route places.csv --days 2 --speed fast
      --speed is a number of kilometers per hour above 0, such as 5
    cairn route places.csv --days 2 --hours 9
      --hours is a time of day such as 09:00-18:00
    cairn route places.csv --break noon
      --break is a time or a range in which a break may begin, and its duration, such as
      11:30-14:00/1h, or up to 4 of these separated by commas, not `noon`
    cairn route places.csv --days 2 --weekday someday
      --weekday is a day such as mon or monday
    cairn route places.csv --days 2 --weekday mon --date 2026-03-29
      --date sets the day of the week; leave out --weekday
    cairn route places.csv --days 2 --date tomorrow
      --date is a date such as 2026-03-29
    cairn route places.csv --days 2 --windows openning
      --windows: the table has no column `openning`
    cairn route places.csv --format ics
      --format ics is a calendar; give the date of the first day, such as --date 2026-03-29
    cairn route places.csv --by foot
      --by is for routes along roads; give --roads FILE too
    cairn route places.csv --roads town.osm --on wgs84
      --on is for straight lines; leave it out with --roads
    cairn route places.csv --days 2 --roads town.osm --speed 4
      --speed is for straight lines; leave it out with --roads
    cairn route places.csv --roads town.osm --by boat
      --by is foot, bicycle or car, not `boat`
    cairn route --days 2
      places are needed, such as `cairn route places.csv --days 3`
    cairn map --open
      --open applies to a route; give --route too
    cairn map --world --box 1,2,3,4
      --world and --box both set the extent; give one of them
    cairn map --radius 5km
      --radius needs a place: --near PLACE
    cairn map --category kind
      --category names a column of a file; give --in FILE too
    cairn map --in places.csv --category kind --color-by stars
      --category and --color-by both set the color; give one of them
    cairn map --in places.csv --kind city --color-by stars
      --kind chooses by the words that decide the color; leave it out with --color-by
    cairn map --in towns.csv --limit 5
      --limit is for embedded places; leave it out with named places and with --in
    cairn map --route Vienna
      a route needs two places or more: name them, or give a file with --in FILE
    cairn map --out map.xyz
      the format is not clear from the name `map.xyz`; give --format text, svg, html, png or pdf
    cairn map --out map.png --scale 9
      --scale is a number from 0.1 to 8, not `9`
    cairn map --out map.svg --scale 2
      --scale applies to png; the other formats have no pixels
    cairn map --out map.png --size 8000x5000 --scale 8
      --size and --scale give a side of 64000 pixels; the most is 32,767
    cairn map --size big
      --size is a width and a height such as 1200x800, not `big`
    cairn map --base - --in -
      --base and --in cannot both be read from standard input; name a file for one
    cairn map --out map.pdf --paper b4
      --paper is a3, a4, a5, letter or legal, not `b4`
    cairn map --out map.pdf --paper a4 --size 800x600
      --paper and --size both set the size; give one of them
    cairn map --paper a4
      --paper applies to svg, png and pdf, not to text
    cairn map --out map.pdf --landscape
      --landscape applies to a sheet of paper; give --paper too
    cairn map --out map.svg --theme sepia
      --theme is automatic, light, dark or print, not `sepia`
    """#

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
      write 2026-11-22T09:30:00
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
      `damaged.cairn`: damaged index file: the checksum of page 1 (tree) does not match
    cairn near Vienna --in ends-early.cairn
      `ends-early.cairn`: index file of 9000 bytes; its header says 20480
    cairn near Vienna --in newer.cairn
      `newer.cairn`: index file of version 127; this library reads version 3
    cairn near Vienna --in places.cairn --in places.csv
      `places.csv` is not an index file; with several --in each must be one: `cairn index build`
      builds it
    cairn near Vienna --in places.cairn --in area.cairn
      `area.cairn` has lines and areas, so it cannot be searched with other files; give it alone
    cairn near Vienna --in places.cairn --in other-columns.cairn
      `other-columns.cairn` and `places.cairn` have different columns: `Latitude` and `name`;
      build both files with the same columns, in the same order
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
      `two-lines.geojson` has 2 lines; a path must be one line
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
      `two-corners.geojson`: "Area": region 0, ring 0: fewer than three different corners
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
      there are 20 stops; this takes at most 17
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
      2026-11-22T09:30:00
    cairn join places.csv point-and-area.geojsonl --within 1km
      `point-and-area.geojsonl`: 1 feature that is no point, left out
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
    cairn photos beach.jpg places.csv
      1 of 2 files cannot be read, left out
    cairn near Vienna --in long-row.csv
      long-row.csv: 1 row has more fields than the header (line 2); a field that holds the delimiter
      needs quotes
    cairn index build empty.wkt empty.cairn
      empty.wkt: 1 line or area of 1 is not indexed: without an interior, or with an invalid
      position
    cairn convert one-bad-row.csv --to geojson
      1 of 2 features cannot be read, left out
    cairn convert area.geojson --to gpx
      1 of 1 features cannot be written as GPX, left out
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
      the input: 1 of 2 places has no number of 0 or more in `n`; its dot is drawn smallest
    printf 'name,lat,lon,n\nVienna,48.2,16.4,7\nGraz,47.1,15.4,?\n' | cairn map --in - --color-by n
      the input: 1 of 2 places has no number in `n`; its dot is gray
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
