/// Names of regions in other languages as text in the binary.
///
/// | table | columns |
/// |---|---|
/// | ``names`` | the row of a region in `RegionData.regions`, then for each name the digits of its languages, a space and the name, `=` for that of the region |
/// | ``languages`` | the tags of the languages, in the order of their digits |
///
/// ``order`` and ``people`` are not such tables: they contain numbers in base 92, the byte at which
/// each name begins, twice and plus 1 if it is in `RegionData.regions`, sorted by the key of the
/// name from there on, and the people in the cities of each region. `Data/region_name_order.py`
/// derives them.
///
/// The tables are derived by `Data/build_region_names.py` from CLDR; `NOTICE` has the license.
internal enum RegionNameData {
  internal static var tables: [StaticString] { [names, languages] }
}
