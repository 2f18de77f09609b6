// The four questions by one import, and nothing else: all that is linked into a program stays in it
// (the linker keeps every public function), so that files and pictures are imported by those who
// need them.
@_exported public import CairnCountries
@_exported public import CairnCountrySearch
@_exported public import CairnGeodesy
@_exported public import CairnHours
@_exported public import CairnIndex
@_exported public import CairnRoutes
