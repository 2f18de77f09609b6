/// Names of cities in other languages as text in the binary.
///
/// | table | columns |
/// |---|---|
/// | ``names`` | the row of a city in `PlaceData.cities`, then for each name the digits of its languages, a space and the name |
/// | ``order`` | numbers of four digits in base 92: the bytes at which names start, sorted by their search keys |
/// | ``languages`` | the tags of the languages, in the order of their digits |
///
/// Derived by `Data/build_places.py` from GeoNames (CC BY 4.0); `NOTICE` has the attribution.
internal enum NameData {}
