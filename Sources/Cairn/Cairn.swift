@_exported public import CairnFormats
@_exported public import CairnGeodesy
@_exported public import CairnIndex
