/// The countries of the world and their boundaries.
public struct CountryAtlas: Sendable {}
