// Who asks which country a place is in asks what is known of it.
@_exported public import CairnCountryFacts
