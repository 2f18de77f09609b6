/// The name and the description of a file among its members.
internal struct FileTitle {
  internal private(set) var name: String?
  internal private(set) var description: String?

  /// Removes the title from the members of a file.
  ///
  /// The name is the member `name`, the description `description` or `desc`; GPX 1.1 has them in
  /// the member `metadata`.
  ///
  /// - Parameter members: the members of the file.
  /// - Returns: the title and the other members.
  internal static func taking(from members: Properties) -> (title: FileTitle, others: Properties) {
    var title = FileTitle()
    var others = members
    title.take(from: &others)
    guard case .object(var metadata)? = others["metadata"] else { return (title, others) }
    title.take(from: &metadata)
    others["metadata"] = metadata.isEmpty ? nil : .object(metadata)
    return (title, others)
  }

  private mutating func take(from members: inout Properties) {
    if name == nil, let text = members["name"]?.text {
      name = text
      members["name"] = nil
    }
    for word in ["description", "desc"] where description == nil {
      guard let text = members[word]?.text else { continue }
      description = text
      members[word] = nil
    }
  }
}
