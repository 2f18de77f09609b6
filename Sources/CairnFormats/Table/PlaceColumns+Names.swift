extension PlaceColumns.Role {
  /// The usual names of such a column, most specific first, in the form of `PlaceColumns.plain`.
  internal var knownNames: [String] {
    switch self {
    case .latitude:
      [
        "latitude", "lat", "latitudedeg", "pointlatitude", "decimallatitude", "latdeg", "latdd",
        "latitudedd", "geolat", "geolatitude", "breitengrad", "geografischebreite", "latitud",
        "latitudine", "breddegrad", "leveysaste", "szerokośćgeograficzna", "широта", "緯度", "纬度",
        "위도", "ycoord", "ycoordinate", "y",
      ]
    case .longitude:
      [
        "longitude", "lon", "lng", "long", "longitudedeg", "pointlongitude", "decimallongitude",
        "londeg", "longdeg", "lngdeg", "londd", "longdd", "longitudedd", "geolon", "geolng",
        "geolong", "geolongitude", "längengrad", "laengengrad", "geografischelänge", "longitud",
        "longitudine", "lengdegrad", "længdegrad", "pituusaste", "długośćgeograficzna", "долгота",
        "経度", "经度", "經度", "경도", "xcoord", "xcoordinate", "x",
      ]
    case .coordinate:
      [
        "latlon", "latlng", "latlong", "latitudelongitude", "lonlat", "lnglat", "longlat",
        "longitudelatitude", "coordinates", "coordinate", "coords", "coord", "geopoint",
        "geolocation", "geopoint2d", "gps", "point", "location", "loc", "position",
        "geo",
      ]
    case .geometry:
      [
        "wkt", "geometry", "geom", "thegeom", "geomwkt", "wktgeom", "wktgeometry", "geometrywkt",
        "shape", "wkb", "ewkb", "ewkt", "wkbgeometry", "geometrywkb", "geomwkb", "wkbgeom",
      ]
    case .name:
      ["name", "title", "placename", "fullname", "displayname", "city", "label", "asciiname"]
    case .country:
      [
        "country", "countrycode", "cc", "isocountry", "iso", "iso2", "isoa2", "countryiso",
        "countrycode2", "countryname", "addrcountry",
      ]
    case .kind: ["kind", "category", "type", "class", "featurecode", "featureclass"]
    case .population: ["population", "pop", "populationcount", "popest", "inhabitants"]
    case .elevation: ["elevation", "ele", "altitude", "alt", "elevationm", "altitudem"]
    }
  }
}
