internal import CairnGeodesy
internal import CairnHours

/// The documented costs of CairnHours.
let hoursCases: [GrowthCase] = []
