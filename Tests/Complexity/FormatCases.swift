internal import CairnFormats
internal import CairnGeodesy

/// The documented costs of CairnFormats.
let formatCases: [GrowthCase] = []
