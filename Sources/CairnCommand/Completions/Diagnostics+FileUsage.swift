extension Diagnostic {
  /// The command line was wrong: input files, tables, routes and maps.
  static let fileUsage = #"""
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
    cairn near Vienna --in places.cairn --in ./places.cairn
      --in `./places.cairn` is the same file as --in `places.cairn`; give it once
    cat places.cairn | cairn near Vienna --in /dev/stdin
      an index file cannot be read from a pipe, as `/dev/stdin` is; give its name
    cairn near Vienna --in places.cairn area.cairn
      each file needs its own --in, such as --in `area.cairn`
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
    cairn stats - -
      `-` is given more than once; give it once
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
      --mark is for a table, written as a table in the same format
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
    cairn doctor a.csv b.csv
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
      the days after --at go beyond 9999-12-31, the last supported date
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
      the name `places.png` means png; `cairn convert` writes csv, tsv, geojson, geojsonseq,
      jsonobjects, gpx, kml, wkt, polyline, polyline6 or geo
    cairn convert places.csv places.cairn
      the name `places.cairn` means cairn; `cairn convert` writes csv, tsv, geojson, geojsonseq,
      jsonobjects, gpx, kml, wkt, polyline, polyline6 or geo; `cairn index build` writes index files
    cairn convert places.csv places.png.gz
      the name `places.png.gz` means png; `cairn convert` writes csv, tsv, geojson, geojsonseq,
      jsonobjects, gpx, kml, wkt, polyline, polyline6 or geo
    cairn convert places.csv --to kml --to-delimiter tab
      --to-delimiter is for a table, not for KML
    cairn convert point.wkt --to kml --delimiter tab
      --delimiter is for a table, but `point.wkt` is WKT
    cairn convert places.csv --to csv --delimiter ab
      --delimiter is one ASCII character, or tab, comma, semicolon or pipe, not `ab`
    cairn convert places.csv --to csv --encoding klingon
      --encoding: this system knows no encoding `klingon`; `iconv -l` lists them
    cairn append places.csv --country --out places.kml
      the name `places.kml` means kml; `cairn append` writes csv and tsv, which `cairn convert`
      converts to other formats
    cairn join places.csv places.csv --nearest 1 --out places.tsv
      the name `places.tsv` means tabs, but the table has another delimiter, which is kept; write a
      .csv file and convert it with `cairn convert`
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
      --kind and --color-by cannot be combined; leave one of them out
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
      --size is a width and a height up to 16384, such as 1200x800, not `big`
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
}
