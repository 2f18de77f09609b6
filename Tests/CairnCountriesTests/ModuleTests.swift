import CairnCountries
import Testing
