@_exported public import CairnCountries
@_exported public import CairnFormats
@_exported public import CairnGeodesy
@_exported public import CairnIndex
@_exported public import CairnPictures
@_exported public import CairnRoutes
