internal import CairnGeodesy
internal import CairnShapes

/// The documented costs of CairnShapes.
let shapeCases: [GrowthCase] = []
