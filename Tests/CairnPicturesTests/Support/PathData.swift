@testable import CairnPictures

/// Reads the data of SVG paths of the commands M, m, l, h and z.
enum PathData {
  struct Problem: Error { let text: String }

  static func lines(_ data: String) throws -> [[PlanePoint]] {
    var lines: [[PlanePoint]] = []
    var position = PlanePoint(x: 0, y: 0)
    var start = position
    var command: Character = " "
    var numbers: [Double] = []
    var number = ""

    func endNumber() throws {
      guard !number.isEmpty else { return }
      guard let value = Double(number) else { throw Problem(text: number) }
      number = ""
      numbers.append(value)
      if command == "h" {
        position.x += numbers.removeFirst()
        lines[lines.count - 1].append(position)
      }
      guard numbers.count == 2 else { return }
      let step = PlanePoint(x: numbers[0], y: numbers[1])
      numbers = []
      position =
        command == "M" ? step : PlanePoint(x: position.x + step.x, y: position.y + step.y)
      if command == "M" || command == "m" {
        lines.append([])
        start = position
        command = "l"
      }
      lines[lines.count - 1].append(position)
    }

    for character in data {
      switch character {
      case "M", "m", "l", "h", "z":
        try endNumber()
        guard numbers.isEmpty else { throw Problem(text: "odd numbers before \(character)") }
        command = character
        if character == "z" { position = start }
      case " ": try endNumber()
      case "-":
        try endNumber()
        number = "-"
      case ".":
        if number.contains(".") { try endNumber() }
        number += "."
      case "0"..."9": number.append(character)
      default: throw Problem(text: "letter \(character)")
      }
    }
    try endNumber()
    return lines
  }
}
