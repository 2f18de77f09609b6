// Conversions between this library's values and those of Core Location and MapKit. Where these
// frameworks are missing the module is empty. No type of Apple's gets a conformance here.
