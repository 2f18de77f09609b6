/// The sentences of a language.
///
/// `{road}` is replaced by the name of a road, or by the words for an unnamed path or stairs, and
/// `{place}` likewise, in the case for a location if a language has one; `{exit}` by the number of
/// an exit, and `{stop}` by the number of a position between start and destination.
struct RoadPhrases: Sendable {
  /// A sentence with a road, and without one.
  struct Pair: Sendable {
    var named: String
    var unnamed: String

    init(_ named: String, _ unnamed: String) {
      self.named = named
      self.unnamed = unnamed
    }
  }

  var sentences: [RoadStep.Kind: Pair]
  /// A roundabout with the number of the exit, and with the road to which it leads.
  var roundaboutExit: Pair
  var arrive: String
  var arriveAtStop: String
  /// An unnamed path with its article, as a direction and as a location.
  var path: (road: String, place: String)
  /// Unnamed stairs with their article, as a direction and as a location.
  var stairs: (road: String, place: String)
  /// The number of an exit.
  var ordinal: @Sendable (Int) -> String

  static func of(_ language: RoadWords.Language) -> RoadPhrases {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    }
  }

  /// Returns the sentence of a step that is not an arrival.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - next: the step after it, which contains the road after a roundabout.
  /// - Returns: the sentence, without a full stop.
  func text(_ step: RoadStep, next: RoadStep?) -> String {
    if step.kind == .roundabout, let exit = step.exit {
      let road = next.flatMap { $0.kind == .arrive ? nil : self.road($0)?.road }
      let sentence = road == nil ? roundaboutExit.unnamed : roundaboutExit.named
      return Self.filled(sentence, ["{exit}": ordinal(exit), "{road}": road ?? ""])
    }
    guard let pair = sentences[step.kind] else { return step.name }
    guard let road = road(step) else { return pair.unnamed }
    return Self.filled(pair.named, ["{road}": road.road, "{place}": road.place])
  }

  /// The name of a step, or the words for an unnamed path or stairs; nil if it has neither.
  private func road(_ step: RoadStep) -> (road: String, place: String)? {
    if !step.name.isEmpty { return (step.name, step.name) }
    switch step.surface {
    case .path: return path
    case .stairs: return stairs
    case .road, .ferry, .shuttleTrain: return nil
    }
  }

  /// Replaces placeholders once, so that names which contain a placeholder are kept.
  private static func filled(_ sentence: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = Substring(sentence)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += values[String(rest[open...close])] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

extension RoadPhrases {
  static let english = RoadPhrases(
    sentences: [
      .depart: Pair("Start on {place}", "Start"),
      .straight: Pair("Continue on {place}", "Continue straight ahead"),
      .slightRight: Pair("Bear right onto {road}", "Bear right"),
      .right: Pair("Turn right onto {road}", "Turn right"),
      .sharpRight: Pair("Turn sharp right onto {road}", "Turn sharp right"),
      .uTurn: Pair("Turn around on {place}", "Turn around"),
      .sharpLeft: Pair("Turn sharp left onto {road}", "Turn sharp left"),
      .left: Pair("Turn left onto {road}", "Turn left"),
      .slightLeft: Pair("Bear left onto {road}", "Bear left"),
      .roundabout: Pair("Enter the roundabout {road}", "Enter the roundabout"),
      .ferry: Pair("Take the ferry {road}", "Take the ferry"),
      .shuttleTrain: Pair("Take the car train {road}", "Take the car train"),
    ],
    roundaboutExit: Pair(
      "At the roundabout, take the {exit} exit onto {road}",
      "At the roundabout, take the {exit} exit"),
    arrive: "You have arrived at your destination", arriveAtStop: "You have reached stop {stop}",
    path: ("the path", "the path"), stairs: ("the stairs", "the stairs"),
    ordinal: { number in
      let isTeen = (11...13).contains(number % 100)
      switch isTeen ? 0 : number % 10 {
      case 1: return "\(number)st"
      case 2: return "\(number)nd"
      case 3: return "\(number)rd"
      default: return "\(number)th"
      }
    })

  static let german = RoadPhrases(
    sentences: [
      .depart: Pair("Auf {place} starten", "Starten"),
      .straight: Pair("Weiter auf {place}", "Geradeaus weiter"),
      .slightRight: Pair("Halb rechts auf {road}", "Halb rechts halten"),
      .right: Pair("Rechts abbiegen auf {road}", "Rechts abbiegen"),
      .sharpRight: Pair("Scharf rechts abbiegen auf {road}", "Scharf rechts abbiegen"),
      .uTurn: Pair("Auf {place} wenden", "Wenden"),
      .sharpLeft: Pair("Scharf links abbiegen auf {road}", "Scharf links abbiegen"),
      .left: Pair("Links abbiegen auf {road}", "Links abbiegen"),
      .slightLeft: Pair("Halb links auf {road}", "Halb links halten"),
      .roundabout: Pair("In den Kreisverkehr {road} fahren", "In den Kreisverkehr fahren"),
      .ferry: Pair("Die Fähre {road} nehmen", "Die Fähre nehmen"),
      .shuttleTrain: Pair("Den Autozug {road} nehmen", "Den Autozug nehmen"),
    ],
    roundaboutExit: Pair(
      "Im Kreisverkehr die {exit} Ausfahrt nehmen auf {road}",
      "Im Kreisverkehr die {exit} Ausfahrt nehmen"),
    arrive: "Sie haben Ihr Ziel erreicht",
    arriveAtStop: "Sie haben das Zwischenziel {stop} erreicht",
    path: ("den Weg", "dem Weg"), stairs: ("die Treppe", "der Treppe"), ordinal: { "\($0)." })

  static let french = RoadPhrases(
    sentences: [
      .depart: Pair("Partez sur {road}", "Partez"),
      .straight: Pair("Continuez sur {road}", "Continuez tout droit"),
      .slightRight: Pair("Tournez légèrement à droite sur {road}", "Tournez légèrement à droite"),
      .right: Pair("Tournez à droite sur {road}", "Tournez à droite"),
      .sharpRight: Pair("Tournez fortement à droite sur {road}", "Tournez fortement à droite"),
      .uTurn: Pair("Faites demi-tour sur {road}", "Faites demi-tour"),
      .sharpLeft: Pair("Tournez fortement à gauche sur {road}", "Tournez fortement à gauche"),
      .left: Pair("Tournez à gauche sur {road}", "Tournez à gauche"),
      .slightLeft: Pair("Tournez légèrement à gauche sur {road}", "Tournez légèrement à gauche"),
      .roundabout: Pair("Entrez dans le rond-point {road}", "Entrez dans le rond-point"),
      .ferry: Pair("Prenez le ferry {road}", "Prenez le ferry"),
      .shuttleTrain: Pair("Prenez le train-auto {road}", "Prenez le train-auto"),
    ],
    roundaboutExit: Pair(
      "Au rond-point, prenez la {exit} sortie sur {road}",
      "Au rond-point, prenez la {exit} sortie"),
    arrive: "Vous êtes arrivé à destination", arriveAtStop: "Vous êtes arrivé à l’étape {stop}",
    path: ("le chemin", "le chemin"), stairs: ("l’escalier", "l’escalier"),
    ordinal: { $0 == 1 ? "1re" : "\($0)e" })

  static let spanish = RoadPhrases(
    sentences: [
      .depart: Pair("Salga por {road}", "Salga"),
      .straight: Pair("Continúe por {road}", "Continúe recto"),
      .slightRight: Pair(
        "Gire ligeramente a la derecha por {road}", "Gire ligeramente a la derecha"),
      .right: Pair("Gire a la derecha por {road}", "Gire a la derecha"),
      .sharpRight: Pair(
        "Gire bruscamente a la derecha por {road}", "Gire bruscamente a la derecha"),
      .uTurn: Pair("Dé la vuelta en {road}", "Dé la vuelta"),
      .sharpLeft: Pair(
        "Gire bruscamente a la izquierda por {road}", "Gire bruscamente a la izquierda"),
      .left: Pair("Gire a la izquierda por {road}", "Gire a la izquierda"),
      .slightLeft: Pair(
        "Gire ligeramente a la izquierda por {road}", "Gire ligeramente a la izquierda"),
      .roundabout: Pair("Entre en la rotonda {road}", "Entre en la rotonda"),
      .ferry: Pair("Tome el ferry {road}", "Tome el ferry"),
      .shuttleTrain: Pair("Tome el tren lanzadera {road}", "Tome el tren lanzadera"),
    ],
    roundaboutExit: Pair(
      "En la rotonda, tome la {exit} salida por {road}", "En la rotonda, tome la {exit} salida"),
    arrive: "Ha llegado a su destino", arriveAtStop: "Ha llegado a la parada {stop}",
    path: ("el camino", "el camino"), stairs: ("la escalera", "la escalera"),
    ordinal: { "\($0).ª" })
}
