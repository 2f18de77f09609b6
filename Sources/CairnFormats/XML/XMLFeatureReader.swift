internal import CairnMemory

/// What the element names of one XML format mean to its reader.
internal protocol XMLVocabulary: Sendable {
  /// The meaning of a local name; ``unknown`` for any name that the format does not define.
  init(_ localName: String)

  /// A name that the format does not define, or one of another vocabulary.
  static var unknown: Self { get }
  /// Whether the element is the root of the format.
  var isRoot: Bool { get }
  /// The name of the root, as errors quote it.
  static var rootName: String { get }

  /// Whether elements of a namespace belong to the format.
  static func includes(_ namespace: XMLNamespace) -> Bool
}

/// The role that an open element plays for a reader; each format adds roles of its own.
internal protocol XMLRole: Equatable, Sendable {
  /// The root of the document.
  static var root: Self { get }
  /// An element whose text is read.
  static var leaf: Self { get }
  /// An element that is collected as a whole, see ``XMLTree``.
  static var tree: Self { get }
  /// An element that is skipped, with all that it holds.
  static var ignored: Self { get }
}

/// The state that every reader of an XML format keeps: the tokens, the roles of the open elements,
/// and the leaf or the tree in progress.
internal struct XMLWalk<Element: XMLVocabulary, Role: XMLRole>: Sendable {
  internal var xml = XMLReader()
  /// The roles of the open elements, the innermost last.
  internal var roles: [Role] = []
  /// What the leaf is that was opened last, and its local name.
  internal private(set) var leaf = Element.unknown
  internal private(set) var leafName = ""
  internal private(set) var leafNamespace = XMLNamespace.none
  /// The text of that leaf so far, its references resolved.
  internal var text: [UInt8] = []
  /// The foreign element in progress.
  fileprivate var tree = XMLTree()
  /// The meanings of the names in ``XMLReader/names``, by their numbers.
  private var meanings: [Element] = []

  /// What the element of the last start means.
  internal mutating func meaning() -> Element {
    guard Element.includes(xml.element.namespace) else { return .unknown }
    let number = xml.element.name
    guard number < XMLNames.limit else { return Element(xml.localName) }
    while meanings.count <= number { meanings.append(Element(xml.names.local(meanings.count))) }
    return meanings[number]
  }

  /// Starts to read the text of an element.
  internal mutating func openLeaf(_ element: Element) {
    roles.append(.leaf)
    leaf = element
    leafName = xml.localName
    leafNamespace = xml.element.namespace
    text.removeAll(keepingCapacity: true)
    xml.skipsText = false
  }

  /// Takes the text that the reader has just met for the leaf or the tree in progress.
  fileprivate mutating func takeText(of role: Role) throws(FormatError) {
    if role == .tree { try tree.text(&xml) } else { try xml.appendText(to: &text) }
  }

  fileprivate mutating func startTree() throws(FormatError) { try tree.start(&xml) }

  fileprivate mutating func endTree() throws(FormatError) -> XMLTree.Result? {
    try tree.end(&xml)
  }

  /// The text of the leaf.
  ///
  /// - Throws: an error behind which reading can go on, for bytes that are not UTF-8.
  internal mutating func leafText() throws(FormatError) -> String {
    guard let value = String(valid: text) else {
      throw xml.error(.brokenText, at: xml.eventStart)
    }
    return value
  }
}

/// The part of a reader that is the same for every XML format: it keeps the stack of open elements,
/// reads the text of leaves, collects foreign elements as trees, and decides which errors to throw.
///
/// A format says what the start and the end of each of its elements mean.
internal protocol XMLFeatureReader: FeatureReader {
  associatedtype Element: XMLVocabulary
  associatedtype Role: XMLRole

  var walk: XMLWalk<Element, Role> { get set }

  /// Takes the start of an element within another, and adds its role to the walk.
  mutating func start(_ element: Element, in parent: Role) throws(FormatError)
  /// Takes the end of an element that is neither a leaf nor a tree; returns the feature that it
  /// completes, if it does.
  mutating func end(_ role: Role) throws(FormatError) -> GeoFeature?
  /// Takes the leaf that has ended; the roles are those around it.
  mutating func endLeaf() throws(FormatError)
  /// Takes a tree that has ended; the roles are those around it.
  mutating func endTree(_ tree: XMLTree.Result) throws(FormatError)
  /// Marks what is being read as invalid after an error.
  ///
  /// - Returns: whether this is its first error, which is the one to throw.
  mutating func markInvalid() -> Bool
}

extension XMLFeatureReader {
  /// The next feature, or nil when the input so far holds no further whole one.
  internal mutating func nextFeature() throws(FormatError) -> GeoFeature? {
    while let event = try walk.xml.next() {
      switch event {
      case .start: try start()
      case .text: try takeText()
      case .end: if let feature = try end() { return feature }
      }
    }
    return nil
  }

  /// Does what may throw; the first error of a feature (or of a part that can be left out alone)
  /// is thrown, further ones are not.
  internal mutating func keepingGoing(
    _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError) {
    do throws(FormatError) {
      try body(&self)
    } catch {
      if markInvalid() { throw error }
    }
  }

  /// Starts to collect the element of the last start.
  internal mutating func openTree() throws(FormatError) {
    walk.roles.append(.tree)
    walk.xml.skipsText = false
    try keepingGoing { reader throws(FormatError) in
      try reader.walk.startTree()
    }
  }

  private mutating func start() throws(FormatError) {
    let element = walk.meaning()
    guard let parent = walk.roles.last else {
      guard element.isRoot else {
        throw walk.xml.giveUp(
          .expected("<\(Element.rootName)>", found: "<\(walk.xml.localName)>"),
          at: walk.xml.eventStart)
      }
      walk.roles.append(.root)
      return
    }
    if parent == .tree { return try openTree() }
    try start(element, in: parent)
  }

  private mutating func takeText() throws(FormatError) {
    guard let role = walk.roles.last, role == .leaf || role == .tree else { return }
    try keepingGoing { reader throws(FormatError) in try reader.walk.takeText(of: role) }
  }

  private mutating func end() throws(FormatError) -> GeoFeature? {
    guard let role = walk.roles.popLast() else { return nil }
    if role == .leaf {
      walk.xml.skipsText = true
      try keepingGoing { reader throws(FormatError) in try reader.endLeaf() }
    } else if role == .tree {
      if walk.tree.depth == 1 { walk.xml.skipsText = true }
      try keepingGoing { reader throws(FormatError) in
        guard let tree = try reader.walk.endTree() else { return }
        try reader.endTree(tree)
      }
    } else {
      return try end(role)
    }
    return nil
  }
}
