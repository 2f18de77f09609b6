// Former public names, kept for one minor version. See Documentation/Renamed.md.

extension ZipArchive {
  /// The former name of `mainKMLReader()`.
  @available(*, deprecated, renamed: "mainKMLReader()")
  public func readerOfMainKML() throws(InflateError) -> MemberReader { try mainKMLReader() }
}

extension Decompressor {
  /// The former name of `detectionLength`.
  @available(*, deprecated, renamed: "detectionLength")
  public static var tellingLength: Int { detectionLength }
}
