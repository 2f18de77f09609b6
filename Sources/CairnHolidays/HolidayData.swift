/// The embedded public holidays as text in the binary.
///
/// Numbers are written in base 92, in the printable characters of ASCII without the quote and the
/// backslash, highest digit first. A row is the number of a line or of an entry, from 0.
///
/// | table | contents |
/// |---|---|
/// | ``tables`` | lines: the first day of a table since 2000-01-01 (3 digits), then differences (2 each) |
/// | ``series`` | lines: rules separated by spaces; ``HolidayRule`` documents them |
/// | ``names`` | lines, in order: the number of characters shared with the line before (1), the rest |
/// | ``labels`` | lines: what precedes and what follows a name, with a tab between |
/// | ``labeledNames`` | the row of a label (1) and of the name it is put on (2); rows follow those of ``names`` |
/// | ``namePairs`` | the rows of the local (2) and the English name (2) |
/// | ``calendars`` | lines of a country: code, language, first and last year since 2000 (1 each), entries |
/// | | lines of its regions: nothing, code, rows of the country's entries that are removed (2 each), entries |
///
/// An entry is the row of a pair of names (2) and of a series (2).
///
/// Derived by `Data/build_holidays.py` from the Python package holidays (MIT); `NOTICE` has the
/// attribution.
internal enum HolidayData {}
