// Re-exported because the names are those of its regions.
@_exported public import CairnRegions
