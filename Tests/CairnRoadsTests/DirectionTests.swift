import CairnGeodesy
import CairnRoads
import Testing

/// Directions in words.
@Suite struct DirectionTests {
  static func step(
    _ kind: RoadStep.Kind, _ name: String, exit: Int? = nil, _ surface: RoadStep.Surface = .road,
    _ distance: Double = 1234
  ) -> RoadStep {
    RoadStep(kind: kind, name: name, exit: exit, surface: surface, distance: distance)
  }

  static func texts(_ steps: [RoadStep], _ locale: String) throws -> [String] {
    let route = RoadRoute(milliseconds: 0, distance: 0, path: [], steps: steps, snaps: [])
    let words = try #require(RoadWords(locale: locale))
    return route.directions(in: words).map(\.text)
  }

  /// A route with each kind of step.
  static let tour: [RoadStep] = [
    step(.depart, "Rua A"), step(.straight, "Rua B"), step(.slightRight, "C"),
    step(.right, "D"), step(.sharpRight, "E"), step(.uTurn, "F"), step(.sharpLeft, "G"),
    step(.left, "H"), step(.slightLeft, "I"), step(.roundabout, "J", exit: 2),
    step(.straight, "K"), step(.ferry, "L", .ferry), step(.shuttleTrain, "M", .shuttleTrain),
    step(.arrive, "M"), step(.depart, "N"), step(.arrive, "N"),
  ]

  @Test func everyKindHasASentenceInEnglish() throws {
    #expect(
      try Self.texts(Self.tour, "en") == [
        "Start on Rua A", "Continue on Rua B", "Bear right onto C", "Turn right onto D",
        "Turn sharp right onto E", "Turn around on F", "Turn sharp left onto G",
        "Turn left onto H", "Bear left onto I", "At the roundabout, take the 2nd exit onto K",
        "Continue on K", "Take the ferry L", "Take the car train M", "You have reached stop 1",
        "Start on N", "You have arrived at your destination",
      ])
  }

  @Test func everyKindHasASentenceInGerman() throws {
    #expect(
      try Self.texts(Self.tour, "de-AT") == [
        "Auf Rua A starten", "Weiter auf Rua B", "Halb rechts auf C", "Rechts abbiegen auf D",
        "Scharf rechts abbiegen auf E", "Auf F wenden", "Scharf links abbiegen auf G",
        "Links abbiegen auf H", "Halb links auf I",
        "Im Kreisverkehr die 2. Ausfahrt nehmen auf K", "Weiter auf K", "Die Fähre L nehmen",
        "Den Autozug M nehmen", "Sie haben das Zwischenziel 1 erreicht", "Auf N starten",
        "Sie haben Ihr Ziel erreicht",
      ])
  }

  @Test func everyKindHasASentenceInFrench() throws {
    #expect(
      try Self.texts(Self.tour, "fr") == [
        "Partez sur Rua A", "Continuez sur Rua B", "Tournez légèrement à droite sur C",
        "Tournez à droite sur D", "Tournez fortement à droite sur E", "Faites demi-tour sur F",
        "Tournez fortement à gauche sur G", "Tournez à gauche sur H",
        "Tournez légèrement à gauche sur I", "Au rond-point, prenez la 2e sortie sur K",
        "Continuez sur K", "Prenez le ferry L", "Prenez le train-auto M",
        "Vous êtes arrivé à l’étape 1", "Partez sur N", "Vous êtes arrivé à destination",
      ])
  }

  @Test func everyKindHasASentenceInSpanish() throws {
    #expect(
      try Self.texts(Self.tour, "es_MX.UTF-8") == [
        "Salga por Rua A", "Continúe por Rua B", "Gire ligeramente a la derecha por C",
        "Gire a la derecha por D", "Gire bruscamente a la derecha por E", "Dé la vuelta en F",
        "Gire bruscamente a la izquierda por G", "Gire a la izquierda por H",
        "Gire ligeramente a la izquierda por I", "En la rotonda, tome la 2.ª salida por K",
        "Continúe por K", "Tome el ferry L", "Tome el tren lanzadera M",
        "Ha llegado a la parada 1", "Salga por N", "Ha llegado a su destino",
      ])
  }

  @Test func unnamedRoadsPathsAndStairsHaveSentences() throws {
    let steps = [
      Self.step(.depart, "", .path), Self.step(.left, "", .stairs), Self.step(.right, "", .path),
      Self.step(.straight, ""), Self.step(.uTurn, "", .stairs),
      Self.step(.roundabout, "", exit: 1), Self.step(.straight, ""), Self.step(.roundabout, ""),
      Self.step(.arrive, ""),
    ]
    #expect(
      try Self.texts(steps, "en") == [
        "Start on the path", "Turn left onto the stairs", "Turn right onto the path",
        "Continue straight ahead", "Turn around on the stairs",
        "At the roundabout, take the 1st exit", "Continue straight ahead",
        "Enter the roundabout", "You have arrived at your destination",
      ])
    #expect(
      try Self.texts(steps, "de").prefix(5) == [
        "Auf dem Weg starten", "Links abbiegen auf die Treppe", "Rechts abbiegen auf den Weg",
        "Geradeaus weiter", "Auf der Treppe wenden",
      ])
    #expect(try Self.texts(steps, "fr")[5] == "Au rond-point, prenez la 1re sortie")
    #expect(try Self.texts(steps, "es")[1] == "Gire a la izquierda por la escalera")
  }

  @Test(arguments: ["en", "de", "fr", "es"])
  func allKindsHaveSentencesWithoutPlaceholders(_ locale: String) throws {
    for kind in RoadStep.Kind.allCases {
      for name in ["", "X"] {
        for surface in RoadStep.Surface.allCases {
          for exit in [nil, 3] {
            let text = try Self.texts(
              [Self.step(kind, name, exit: exit, surface), Self.step(.arrive, name)], locale)[0]
            #expect(!text.isEmpty && !text.contains("{") && !text.contains("  "), "\(text)")
            #expect(text.first?.isUppercase == true && text.last?.isWhitespace == false)
          }
        }
      }
    }
  }

  @Test(arguments: [
    "Straße “Ä”; 1 & <2>", "{road}", "{exit} {place}", "שדרות רוטשילד", "नेहरू मार्ग", "a\"b\\c", "{",
  ])
  func namesAreKeptAsTheyAre(_ name: String) throws {
    let steps = [
      Self.step(.left, name), Self.step(.roundabout, "", exit: 4), Self.step(.straight, name),
    ]
    #expect(
      try Self.texts(steps, "en") == [
        "Turn left onto \(name)", "At the roundabout, take the 4th exit onto \(name)",
        "Continue on \(name)",
      ])
  }

  @Test(arguments: [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
    (21, "21st"), (111, "111th"),
  ])
  func exitsAreEnglishOrdinals(_ exit: Int, _ text: String) throws {
    let steps = [Self.step(.roundabout, "", exit: exit)]
    #expect(try Self.texts(steps, "en") == ["At the roundabout, take the \(text) exit"])
  }

  @Test(arguments: [
    ("en", "1.2 km"), ("en-US", "0.8 mi"), ("EN_us", "0.8 mi"), ("en-GB", "0.8 mi"),
    ("en_GB.UTF-8", "0.8 mi"), ("de", "1,2 km"), ("fr-CA", "1,2 km"), ("es-US", "0,8 mi"),
    ("de-Latn-CH", "1,2 km"),
  ])
  func lengthsFollowTheLocale(_ locale: String, _ length: String) throws {
    let words = try #require(RoadWords(locale: locale))
    #expect(words.length(1234) == length)
    let route = RoadRoute(
      milliseconds: 0, distance: 0, path: [],
      steps: [Self.step(.depart, "A"), Self.step(.arrive, "A")], snaps: [])
    #expect(route.directions(in: words).map(\.length) == [length, ""])
  }

  @Test func shortLengthsAreInYardsOrFeet() throws {
    #expect(RoadWords(locale: "en-GB")?.length(150) == "150 yd")
    #expect(RoadWords(locale: "en-US")?.length(152.4) == "500 ft")
  }

  @Test(arguments: ["", "pt", "english", "e", "-US", "zz-US"])
  func otherLanguagesAreNotAvailable(_ locale: String) {
    #expect(RoadWords(locale: locale) == nil)
  }
}
