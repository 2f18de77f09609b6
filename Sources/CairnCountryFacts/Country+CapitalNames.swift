extension Country {
  /// Alternative names for which people search a country's capital: former names, and other seats
  /// of government.
  ///
  /// Only ``search(_:limit:)`` uses them.
  internal static let otherCapitalNames: [String: [String]] = [
    "BI": ["Bujumbura"],
    "BJ": ["Cotonou"],
    "BO": ["La Paz"],
    "CI": ["Abidjan"],
    "EH": ["Laayoune"],
    "GL": ["Godthåb"],
    "GQ": ["Malabo"],
    "KI": ["South Tarawa", "Bairiki"],
    "KZ": ["Nur-Sultan", "Akmola", "Aqmola", "Tselinograd"],
    "LK": ["Sri Jayawardenepura Kotte", "Kotte"],
    "MD": ["Kishinev"],
    "MM": ["Naypyidaw", "Naypyitaw"],
    "MN": ["Ulan Bator"],
    "MS": ["Brades"],
    "MY": ["Putrajaya"],
    "NL": ["The Hague"],
    "PS": ["Ramallah"],
    "PW": ["Melekeok"],
    "SZ": ["Lobamba"],
    "TZ": ["Dar es Salaam"],
    "UA": ["Kiev"],
    "US": ["Washington DC", "Washington, D.C."],
    "ZA": ["Cape Town", "Bloemfontein"],
  ]
}
