internal import CairnMemory

/// The element names of an XML format, as its reader distinguishes them.
internal protocol XMLVocabulary: Sendable {
  /// Creates the meaning of a local name; ``unknown`` for names that the format does not define.
  init(_ localName: String)

  /// A name that the format does not define, or one of another namespace.
  static var unknown: Self { get }
  /// Whether the element is the root of the format.
  var isRoot: Bool { get }
  /// The name of the root element, for error messages.
  static var rootName: String { get }

  /// Whether elements of a namespace belong to the format.
  static func includes(_ namespace: XMLNamespace) -> Bool
}

/// The role of an open element for a reader; each format adds its own roles.
internal protocol XMLRole: Equatable, Sendable {
  /// The root of the document.
  static var root: Self { get }
  /// An element whose text is read.
  static var leaf: Self { get }
  /// An element that is collected completely, see ``XMLTree``.
  static var tree: Self { get }
  /// An element that is skipped with its content.
  static var ignored: Self { get }
}

/// The state shared by all readers of XML formats: the tokenizer, the roles of the open elements,
/// and the leaf or tree in progress.
internal struct XMLReaderState<Element: XMLVocabulary, Role: XMLRole>: Sendable {
  internal var xml = XMLReader()
  /// The roles of the open elements, innermost last.
  internal var roles: [Role] = []
  /// The meaning and local name of the leaf opened last.
  internal private(set) var leaf = Element.unknown
  internal private(set) var leafName = ""
  internal private(set) var leafNamespace = XMLNamespace.none
  /// The text of that leaf so far, with references resolved.
  internal var text: [UInt8] = []
  /// The foreign element in progress.
  fileprivate var tree = XMLTree()
  /// The meanings of the names in ``XMLReader/names``, indexed by their numbers.
  private var meanings: [Element] = []

  /// The meaning of the element of the last start tag.
  internal mutating func meaning() -> Element {
    guard Element.includes(xml.element.namespace) else { return .unknown }
    let number = xml.element.name
    guard number < XMLNames.limit else { return Element(xml.localName) }
    while meanings.count <= number { meanings.append(Element(xml.names.local(meanings.count))) }
    return meanings[number]
  }

  /// Starts reading the text of an element.
  internal mutating func openLeaf(_ element: Element) {
    roles.append(.leaf)
    leaf = element
    leafName = xml.localName
    leafNamespace = xml.element.namespace
    text.removeAll(keepingCapacity: true)
    xml.skipsText = false
  }

  /// Adds the current text to the leaf or tree in progress.
  fileprivate mutating func takeText(of role: Role) throws(FormatError) {
    if role == .tree { try tree.text(&xml) } else { try xml.appendText(to: &text) }
  }

  fileprivate mutating func startTree() throws(FormatError) { try tree.start(&xml) }

  fileprivate mutating func endTree() throws(FormatError) -> XMLTree.Result? {
    try tree.end(&xml)
  }

  /// The text of the leaf.
  ///
  /// - Throws: a recoverable error if the bytes are not valid UTF-8.
  internal mutating func leafText() throws(FormatError) -> String {
    guard let value = String(valid: text) else {
      throw xml.error(.brokenText, at: xml.eventStart)
    }
    return value
  }
}

/// The part of a reader that is common to all XML formats: it keeps the stack of open elements,
/// reads the text of leaves, collects foreign elements as trees, and decides which errors to throw.
///
/// A format defines how the start and end of each of its elements are handled.
internal protocol XMLFeatureReader: FeatureReader {
  associatedtype Element: XMLVocabulary
  associatedtype Role: XMLRole

  var walk: XMLReaderState<Element, Role> { get set }

  /// Handles the start of an element within another, and pushes its role.
  mutating func start(_ element: Element, in parent: Role) throws(FormatError)
  /// Handles the end of an element that is neither a leaf nor a tree; returns the feature that it
  /// completes, if any.
  mutating func end(_ role: Role) throws(FormatError) -> GeoFeature?
  /// Handles the end of a leaf; its own role is already removed.
  mutating func endLeaf() throws(FormatError)
  /// Handles the end of a tree; its own role is already removed.
  mutating func endTree(_ tree: XMLTree.Result) throws(FormatError)
  /// Marks the feature or part in progress as invalid after an error.
  ///
  /// - Returns: whether this is its first error, which is thrown.
  mutating func markInvalid() -> Bool
}

extension XMLFeatureReader {
  /// Returns the next feature, or nil if the input so far contains no further complete one.
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

  /// Runs a closure that may throw.
  ///
  /// Only the first error of a feature (or of a part that can be skipped by itself) is thrown;
  /// later ones are ignored.
  internal mutating func recovering(
    _ body: (inout Self) throws(FormatError) -> Void
  ) throws(FormatError) {
    do throws(FormatError) {
      try body(&self)
    } catch {
      if markInvalid() { throw error }
    }
  }

  /// Starts collecting the element of the last start tag.
  internal mutating func openTree() throws(FormatError) {
    walk.roles.append(.tree)
    walk.xml.skipsText = false
    try recovering { reader throws(FormatError) in
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
    try recovering { reader throws(FormatError) in try reader.walk.takeText(of: role) }
  }

  private mutating func end() throws(FormatError) -> GeoFeature? {
    guard let role = walk.roles.popLast() else { return nil }
    if role == .leaf {
      walk.xml.skipsText = true
      try recovering { reader throws(FormatError) in try reader.endLeaf() }
    } else if role == .tree {
      if walk.tree.depth == 1 { walk.xml.skipsText = true }
      try recovering { reader throws(FormatError) in
        guard let tree = try reader.walk.endTree() else { return }
        try reader.endTree(tree)
      }
    } else {
      return try end(role)
    }
    return nil
  }
}
