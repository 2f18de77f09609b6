// Re-exported because lookups return `Country`.
@_exported public import CairnCountryFacts
