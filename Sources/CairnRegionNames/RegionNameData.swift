/// Names of regions in other languages as text in the binary.
///
/// | table | columns |
/// |---|---|
/// | ``names`` | the row of a region in `RegionData.regions`, then for each name the digits of its languages, a space and the name, `=` for that of the region |
/// | ``languages`` | the tags of the languages, in the order of their digits |
///
/// Derived by `Data/build_region_names.py` from CLDR; `NOTICE` has the license.
internal enum RegionNameData {
  internal static var tables: [StaticString] { [names, languages] }
}
