/// The embedded country data: bytes as text, read by `CairnCountries`.
package enum CountryData {}
