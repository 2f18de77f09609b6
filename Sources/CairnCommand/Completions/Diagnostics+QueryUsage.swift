extension Diagnostic {
  /// The command line was wrong, except for input files, routes and maps.
  static let queryUsage = #"""
    cairn
      a command is needed, such as `cairn near Sydney`; see `cairn --help`
    cairn nera Sydney
      there is no command `nera`; did you mean `near`?
    cairn index
      a command is needed: build, info or query; see `cairn index --help`
    cairn help --man near
      --man prints the manual page of all commands, so it takes no command
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
      2 regions are called `Littoral`: Littoral, CM; Littoral, BJ; add the country after a comma,
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
    cairn places cafes.osm --category cafe --out cafes.cairn.gz
      an index file is not compressed; leave out .gz
    cairn places cafes.osm --within 500m
      --within goes with --near PLACE
    cairn places cafes.osm --open-now --open-at 2026-03-29T12:00
      --open-now and --open-at are two times; give one of them
    cairn places cafes.osm --open-at noon
      --open-at is a date and a time such as 2026-03-29T12:00, not `noon`
    cairn places cafes.osm --holidays 2026-12-25
      --holidays goes with --open-now or --open-at TIME
    cairn places cafes.osm --format json --out new.csv
      --format and --out both set the format; the extension of FILE is enough
    cairn places cafes.osm --count --out new.csv
      --count and --out are two outputs; give one
    cairn places cafes.osm --out cafes
      the format is not clear from the name `cafes`; `cairn places` writes csv, tsv, geojson,
      geojsonseq, jsonobjects, gpx, kml, wkt, polyline, polyline6, geo or cairn
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
    cairn within 48,11,48.3,17
      four numbers are a box: `cairn within --box 48,11,48.3,17`
    cairn within --radius 5km
      a place is needed, such as `cairn within Sydney --radius 100km`
    cairn within --box 1,2,3,4 --radius 5km
      --box and --radius are two areas; give one of them
    cairn within --along "Bern; Thun"
      --along and --width go together: --along "Bern; Thun" --width 10km
    cairn within --box 1,2,3
      --box is south,west,north,east in degrees, such as 47,5.8,55.1,15.1, not `1,2,3`
    cairn within --box 50,5,40,15
      the south of --box, 50, is greater than its north, 40
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
    """#
}
