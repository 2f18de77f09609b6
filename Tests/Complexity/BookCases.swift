internal import CairnBook
internal import CairnGeodesy

/// The documented costs of CairnBook.
let bookCases: [GrowthCase] = []
