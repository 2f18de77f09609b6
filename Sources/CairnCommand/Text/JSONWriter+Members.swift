internal import CairnFormats

extension JSONWriter {
  /// Writes a member of an object: a name and an array, of which a closure writes each element.
  mutating func member<Element>(
    _ name: String, _ elements: some Sequence<Element>, onLines: Bool = false,
    element write: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray(onLines: onLines)
    for element in elements { write(&self, element) }
    endArray()
  }

  /// Writes a member of an object: a name and an array of objects, of which a closure writes the
  /// members.
  mutating func member<Element>(
    _ name: String, objects elements: some Sequence<Element>, onLines: Bool = false,
    members write: (inout JSONWriter, Element) -> Void
  ) {
    member(name, elements, onLines: onLines) { json, element in
      json.beginObject()
      write(&json, element)
      json.endObject()
    }
  }
}
