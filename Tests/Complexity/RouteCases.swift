internal import CairnGeodesy
internal import CairnRoutes

/// The documented costs of CairnRoutes.
let routeCases: [GrowthCase] = []
