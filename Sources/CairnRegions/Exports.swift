// Re-exported because regions have a `Country`.
@_exported public import CairnCountryFacts
