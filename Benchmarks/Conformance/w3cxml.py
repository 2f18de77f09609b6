"""The documents of the W3C's XML suite, each converted to a GPX file that contains its root element.

A document keeps its encoding and the text before and after its root, including the document type;
only the root is put into the `<extensions>` of a waypoint. Python's expat decides whether the error
of an ill-formed document is inside or outside the root.
"""

import json
import re
import xml.parsers.expat

OPENING = ('<g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="1" lon="2">'
           "<g:extensions>")
CLOSING = "</g:extensions></g:wpt></g:gpx>"
PREDEFINED = {"lt", "gt", "amp", "apos", "quot"}
BLANKS = " \t\r\n"
OTHER_ENCODINGS = {"shift_jis", "euc-jp", "iso-2022-jp"}


class Document:
    """A test, split into the text before the root, the root, which may be None, and the rest."""

    def __init__(self, path):
        self.data = path.read_bytes()
        self.encoding = "latin-1"
        if self.data[:2] in (b"\xff\xfe", b"<\0"):
            self.encoding = "utf-16-le"
        elif self.data[:2] in (b"\xfe\xff", b"\0<"):
            self.encoding = "utf-16-be"
        try:
            text = self.data.decode(self.encoding, "surrogatepass")
        except UnicodeDecodeError:
            text = ""
        self.before, self.has_type, self.root, self.behind = cut(text)
        # Otherwise an error after the root would be hidden inside the GPX file.
        if self.root and fault(self.data) and not fault(self.wrapped()):
            end = root_end(self.root)
            self.root, self.behind = self.root[:end], self.root[end:] + self.behind
        declared = re.match(r"(?:\xef\xbb\xbf|\ufeff)?<\?xml\b[^>]*?\bencoding\s*=\s*['\"]([^'\"]+)",
                            text)
        self.declared = declared[1].lower() if declared else None

    def wrapped(self, before=None, behind=None):
        """The GPX file, optionally with other text around the root."""
        before = self.before if before is None else before
        behind = self.behind if behind is None else behind
        text = before + OPENING + self.root + CLOSING + behind
        return text.encode(self.encoding, "surrogatepass")

    def alone(self):
        """Only the root, with a declaration of its encoding."""
        if self.encoding != "latin-1":
            return self.wrapped("\ufeff", "")
        name = self.declared or "utf-8"
        return self.wrapped(f'<?xml version="1.0" encoding="{name}"?>', "")

    def references(self):
        """The entities other than the predefined ones to which the root refers."""
        text = re.sub(r"<!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?.*?\?>", "", self.root, flags=re.S)
        return set(re.findall(r"&([^\s#;&<]+);", text)) - PREDEFINED


def cut(text):
    """The text before the root, whether it has a document type, the root, and the rest."""
    at, has_type = len(re.match(r"(?:\xef\xbb\xbf|\ufeff)?", text)[0]), False
    while True:
        start = re.compile(r"\s*(?:<!--.*?-->|<\?.*?\?>)", re.S).match(text, at)
        if start:
            at = start.end()
        elif text.startswith("<!DOCTYPE", at + blanks(text, at)):
            at, has_type = type_end(text, at), True
        else:
            break
    at += blanks(text, at)
    if not re.match(r"<[^!?\s]", text[at:at + 2]):
        return text, has_type, None, ""
    end = len(text)
    while True:
        end = len(text[:end].rstrip(BLANKS))
        mark = "<!--" if text.endswith("-->", at, end) else "<?"
        start = text.rfind(mark, at, end)
        if text[at:end].endswith(("-->", "?>")) and start > at:
            end = start
        else:
            return text[:at], has_type, text[at:end], text[end:]


def root_end(root):
    """The end of the first element, which must not contain another one of the same name."""
    start = re.match(r"<([^\s/>]+)[^>]*>", root)
    if not start or start[0].endswith("/>"):
        return start.end() if start else len(root)
    end = re.search(rf"</{re.escape(start[1])}\s*>", root)
    return end.end() if end else len(root)


def blanks(text, at):
    return len(text[at:]) - len(text[at:].lstrip(BLANKS))


def type_end(text, at):
    """The end of the document type that begins here; quotes, comments and brackets are skipped."""
    inner = re.compile(r"<!--.*?-->|<\?.*?\?>|\"[^\"]*\"|'[^']*'|\[|\]|>|[^\"'\[\]><]+|<", re.S)
    depth = 0
    while at < len(text):
        match = inner.match(text, at)
        if not match:
            return len(text)
        depth += {"[": 1, "]": -1}.get(match[0], 0)
        at = match.end()
        if match[0] == ">" and depth <= 0:
            return at
    return at


def documents(folder):
    """The tests of the catalogs listed in the suite's catalog."""
    catalog = (folder / "xmlconf.xml").read_text()
    for name in re.findall(r'<!ENTITY\s+\S+\s+SYSTEM\s+"([^"]+\.xml)"', catalog):
        path = folder / name
        for test in re.findall(r"<TEST\b([^>]*)>", path.read_text(errors="replace")):
            attributes = dict(re.findall(r'(\w+)\s*=\s*["\']([^"\']*)["\']', test))
            yield path.parent / attributes["URI"], attributes


def fault(data):
    """The error of expat for a document; None if it reads it."""
    try:
        parser = xml.parsers.expat.ParserCreate()
        parser.UseForeignDTD(False)
        parser.Parse(data, True)
    except (xml.parsers.expat.ExpatError, ValueError, LookupError) as error:
        return str(error)
    return None


def value(data):
    """The value of the root inside a GPX file, built from expat's events by Cairn's documented rules;
    None if expat does not read the file."""
    nodes = [{"members": {}, "text": "", "holds": False}]

    def add(members, name, item):
        if name not in members:
            members[name] = item
        elif isinstance(members[name], list):
            members[name].append(item)
        else:
            members[name] = [members[name], item]

    def start(name, attributes):
        nodes[-1]["holds"] = True
        pairs = zip(attributes[::2], attributes[1::2])
        nodes.append({"members": {"@" + key: text for key, text in pairs}, "text": "",
                      "holds": False})

    def end(name):
        node = nodes.pop()
        text = node["text"].strip(BLANKS)
        if node["holds"] or node["members"]:
            if text:
                node["members"]["#text"] = text
            add(nodes[-1]["members"], name, node["members"])
        else:
            add(nodes[-1]["members"], name, text)

    def characters(text):
        nodes[-1]["text"] += text

    parser = xml.parsers.expat.ParserCreate()
    parser.ordered_attributes = parser.specified_attributes = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(data, True)
    except (xml.parsers.expat.ExpatError, ValueError, LookupError):
        return None
    return nodes[0]["members"]["g:gpx"]["g:wpt"]["g:extensions"]


ROWS = ("well-formed: read, the same values as in expat",
       "well-formed, with names of the fifth edition, which expat does not support: read",
       "well-formed, with their own entities: rejected by name",
       "in unsupported encodings: rejected by name",
       "ill-formed in the root: rejected",
       "ill-formed before or after the root: rejected",
       "ill-formed, without a root: rejected",
       "ill-formed in a document type or an external part of it, which is skipped",
       "ill-formed only with respect to namespaces")


def check(document, kind, recommendation, convert):
    """The row of a document, whether the result is as expected, and otherwise a description."""
    if document.root is None:
        _, _, is_read = convert(document.data, "gpx", "ndjson")
        return ROWS[6], not is_read, "is read"
    out, said, is_read = convert(document.wrapped(), "gpx", "ndjson")
    said = said.strip()
    if kind != "not-wf":
        if document.declared in OTHER_ENCODINGS:
            return ROWS[3], "expected UTF-8, UTF-16 or Latin-1" in said, said or "is read"
        if document.references():
            return ROWS[2], not is_read and "one of the entities of XML" in said, said or "is read"
        wanted = value(document.wrapped())
        if wanted is None:
            return ROWS[1], is_read, said
        got = json.loads(out)["properties"].get("extensions") if is_read else said
        return ROWS[0], got == wanted, f"{got} is not {wanted}"
    if fault(document.alone()):
        what = ROWS[4]
    elif fault(document.wrapped()) and not document.has_type:
        what = ROWS[5]
    else:
        what = ROWS[8] if "NS" in recommendation else ROWS[7] if document.has_type else ROWS[5]
    return what, not is_read, "is read"
