// The umbrella module re-exports the most common modules and nothing else. Everything that is
// linked into a program stays in it (the linker keeps every public function), so files and pictures
// are opt-in.
@_exported public import CairnCountries
@_exported public import CairnCountrySearch
@_exported public import CairnGeodesy
@_exported public import CairnHours
@_exported public import CairnIndex
@_exported public import CairnRoutes
