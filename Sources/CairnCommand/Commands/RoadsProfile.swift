internal import CairnFormats
internal import CairnRoads

/// Reads a ``RoadProfile`` from JSON.
struct RoadProfileReader {
  let path: String

  func profile(_ value: PropertyValue) throws(Failure) -> RoadProfile {
    guard case .object(let members) = value else { throw fault("a profile is a JSON object") }
    var profile = RoadProfile.foot
    if let base = members["base"] ?? members["mode"] {
      guard let name = base.text,
        let found = RoadProfile.standard.first(where: { $0.name == name })
      else { throw fault("`base` is foot, bicycle or car") }
      profile = found
    }
    for member in members.members where member.name != "base" {
      try set(member.name, member.value, of: &profile)
    }
    return profile
  }

  private func set(
    _ name: String, _ value: PropertyValue, of profile: inout RoadProfile
  ) throws(Failure) {
    switch name {
    case "name":
      guard let text = value.text, !text.isEmpty, text.utf8.count < 256 else {
        throw fault("`name` is a short text")
      }
      profile.name = text
    case "mode":
      guard let mode = value.text.flatMap(TravelMode.init(rawValue:)) else {
        throw fault("`mode` is foot, bicycle or car")
      }
      profile.mode = mode
    case "speeds":
      guard case .object(let speeds) = value else { throw fault("`speeds` is a JSON object") }
      for speed in speeds.members {
        profile.speeds[speed.name] = try self.speed(speed.value, "speeds")
      }
    case "dimensions":
      guard case .object(let dimensions) = value else {
        throw fault("`dimensions` is a JSON object")
      }
      for dimension in dimensions.members {
        guard let number = dimension.value.number, number >= 0, number <= 1000 else {
          throw fault("`dimensions` has sizes from 0 to 1000 meters or tons")
        }
        profile.dimensions[dimension.name] = number
      }
    case "permittedSpeed": profile.permittedSpeed = try speed(value, name)
    case "ferrySpeed": profile.ferrySpeed = try speed(value, name)
    case "accessKeys": profile.accessKeys = try texts(value, name)
    case "allowedValues": profile.allowedValues = try texts(value, name)
    case "forbiddenValues": profile.forbiddenValues = try texts(value, name)
    case "privateValues": profile.privateValues = try texts(value, name)
    case "onewayKeys": profile.onewayKeys = try texts(value, name)
    case "blockingBarriers": profile.blockingBarriers = try texts(value, name)
    case "restrictionModes": profile.restrictionModes = try texts(value, name)
    case "turnsRoundAnywhere": profile.turnsRoundAnywhere = try truth(value, name)
    case "usesMaxspeed": profile.usesMaxspeed = try truth(value, name)
    default: throw fault("`\(name)` is not a member of a profile")
    }
  }

  private func speed(_ value: PropertyValue, _ name: String) throws(Failure) -> Double {
    guard let number = value.number, number >= 0, number <= 1000 else {
      throw fault("`\(name)` has speeds from 0 to 1000 km/h")
    }
    return number
  }

  private func texts(_ value: PropertyValue, _ name: String) throws(Failure) -> [String] {
    guard case .array(let elements) = value else { throw fault("`\(name)` is a list of texts") }
    let texts = elements.compactMap(\.text)
    guard texts.count == elements.count else { throw fault("`\(name)` is a list of texts") }
    return texts
  }

  private func truth(_ value: PropertyValue, _ name: String) throws(Failure) -> Bool {
    guard case .bool(let truth) = value else { throw fault("`\(name)` is true or false") }
    return truth
  }

  private func fault(_ message: String) -> Failure {
    Failure(code: .data, message: "\(Spelling.quoted(path)): \(message)")
  }
}
