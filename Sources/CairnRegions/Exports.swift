// Who asks for a region asks for its country too.
@_exported public import CairnCountryFacts
