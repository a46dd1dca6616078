# SPDX-License-Identifier: MIT
"""Headers as Doxygen wants them.

Plain comments become Doxygen's. A function or type alias without a comment of its own gets the one at
the head of its run of declarations (runs end at blank lines), except for the few names in STANDARD.
What gets none is left for Doxygen to complain about.
"""

import re

COMMENT = re.compile(r"^(\s*)// ?(.*)$")
C_COMMENT = re.compile(r"^(\s*)/\* (.*)$")
SECTION = re.compile(r"^-{3} .* -+( \*/)?$")
TRAILING = re.compile(r"^(.*?[^\s].*?)\s+(?://|/\*) (.*)$")
LITERAL = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'")
SEVERAL = re.compile(r"^((?:float|double)) (\w+(?:, \w+)+);$")
# What every class means by these names. All others need their own words where they are declared.
STANDARD = {
    "begin()": "Returns an iterator to the first element.",
    "end()": "Returns an iterator behind the last element.",
    "data()": "Returns the address of the first element.",
    "operator==": "Returns whether all members are equal.",
    "allocator()": "Returns the allocator of its memory.",
    "Scalar": "The type of coordinates: float or double.",
    "kDimension": "The number of axes.",
    "(copy)": "Copies the object.",
    "(move)": "Moves the object; the one moved from is empty.",
    "(deleted)": "Deleted: this operation does not exist.",
    "(destructor)": "Frees all that the object owns.",
}
FORWARD = re.compile(r"(^|>)\s*(class|struct) \w+;$")
NOT_A_NAME = {"requires", "decltype", "noexcept", "alignas", "explicit", "if", "sizeof"}


def without_arguments(text):
    """The text without the <...> of templates."""
    plain = None
    while plain != text:
        plain, text = text, re.sub(r"<[^<>;=]*(=[^<>;]*)?>", "", text)
    return text


def is_scope(statement):
    """Whether the brace after this opens a namespace or a type, in which things are declared."""
    head = re.sub(r"template\s*<.*?>\s*(requires[^{]*)?(?=(struct|class|union))", "", statement)
    return bool(re.match(r"\s*(?:(inline )?(namespace|class|struct|union|enum|typedef struct)\b|extern \"\")",
                         head)) and "(" not in without_arguments(re.sub(r"alignas\([^)]*\)", "", head))


def declared_name(statement):
    """The name that a statement declares, and whether it is a function; None if it is none."""
    text = re.sub(r"\[\[.*?\]\]", "", statement).strip()
    if re.match(r"(static_assert|using \w+::|using typename|friend class|#|public|private)", text):
        return None
    if found := re.search(r"\bconcept (\w+)|\busing (\w+) =|\benum (?:class )?(\w+)", text):
        return next(name for name in found.groups() if name), False
    if found := re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", text):
        return found[1], False
    text = re.sub(r"^template\s*<", "<", text)
    if found := re.search(r"\boperator\s*(\(\)|[^\s(]+|\s\w[^(]*)\s*\(", text):
        return ("operator" if found[1][0] in "([=!<>+-*/&|~" else "operator ") + found[1].strip(), True
    for found in re.finditer(r"(~?\w+)\s*\(", text):
        if found[1] not in NOT_A_NAME and "=" not in without_arguments(text[: found.start()]):
            return found[1], True
    text = re.sub(r"=.*|\{.*", "", without_arguments(text)).strip()
    if found := re.search(r"(\w+)\s*(\[.*\]|,.*)?;?$", text):
        return found[1], False
    return None


class Filter:
    """Reads a header line by line and keeps what Doxygen needs, a line for each line."""

    def __init__(self, guide=None):
        self.guide = guide  # the id of the page to which classes link
        self.out = []
        self.scopes = []  # (kind, name): kind is "open", "enum" or "body"
        self.statement = ""
        self.start = 0  # the line where the statement begins
        self.parens = 0
        self.own = None  # the comment right above
        self.run = None  # that at the head of the run of declarations
        self.declared = False
        self.hidden = 0  # how deep the scope is that is below protected:
        self.hanging = -1  # where a comment behind code begins, for those that go on below
        self.in_comment = False
        self.dropping = False

    def line(self, raw):
        bare = raw.strip()
        if self.in_comment or C_COMMENT.match(raw):
            return self.c_comment(raw)
        if not bare:
            self.own = self.run = None
        elif found := COMMENT.match(raw):
            return self.comment(raw, found)
        elif bare.startswith("#") or self.inside_macro(raw):
            self.own = None
        elif re.match(r"(public|private|protected):$", bare):
            return self.access(raw, bare)
        else:
            return self.code(raw)
        self.hanging = -1
        self.out.append(raw)

    def inside_macro(self, raw):
        return bool(self.out) and self.out[-1].endswith("\\") and not self.statement.strip()

    def kind(self):
        return self.scopes[-1][0] if self.scopes else "open"

    def comment(self, raw, found):
        if not self.out:
            self.out.append("/// @file")  # the line of the licence; what follows describes the file
            return
        if self.kind() == "body" or self.parens or (self.statement.strip() and self.kind() == "open"):
            self.out.append(raw)
        elif SECTION.match(found[2]):
            self.own = self.run = None
            self.out.append(raw)
        elif self.hanging == len(found[1]):
            self.out.append(f"{found[1]}///< {found[2]}")
        else:
            self.own = found[2] if self.own is None else f"{self.own} {found[2]}"
            code = " " if found[2].startswith("   ") else ""  # Markdown's code has four spaces
            self.out.append(f"{found[1]}/// {code}{found[2]}")

    def c_comment(self, raw):
        if not self.out:
            self.out.append("/** @file")
            return
        begins = not self.in_comment
        text = re.sub(r"^\s*(/\*|\*)? ?|\s*\*/\s*$", "", raw)
        self.in_comment = "*/" not in raw
        if self.out == ["/** @file"] and begins:
            self.out.append(raw.replace("/*", " *", 1))
        elif begins and SECTION.match(text.strip()) or begins and text.startswith("--- "):
            self.own = self.run = None
            self.out.append(raw)
        else:
            if begins:
                self.own = ""
            self.own = f"{self.own} {text}".strip() if self.own is not None else None
            self.out.append(raw.replace("/* ", "/** ", 1) if begins and self.kind() != "body" else raw)

    def access(self, raw, bare):
        self.own = self.run = None
        end = "/** @endcond */" if self.hidden else ""
        self.hidden = len(self.scopes) if bare == "protected:" else 0
        self.out.append(f"{end}{raw}{' /** @cond */' if self.hidden else ''}")

    def code(self, raw):
        self.hanging = -1
        code, said = raw, None
        if "://" not in raw and (found := TRAILING.match(LITERAL.sub('""', raw))):
            cut = raw.rfind("/* " if "/* " in raw else "// ")
            code, said = raw[:cut].rstrip(), raw[cut + 3 :].removesuffix("*/").strip()
            self.hanging = cut
        if not self.statement.strip() and self.kind() != "body":
            self.start, self.declared = len(self.out), said is not None
            if re.match(r"\s*extern template", code):
                self.dropping = True
        outer = self.kind()
        if said is not None and outer != "body" and not code.strip().startswith("}"):
            self.out.append(self.documented(code, said))
            self.declared = True
        else:
            self.out.append(raw if outer == "body" or not code.strip().startswith("}") else code)
        if self.dropping:
            self.out[-1] = ""
        self.walk(LITERAL.sub('""', code) + " ")

    @staticmethod
    def documented(code, said):
        """A line with the comment behind it, which applies to each of several variables."""
        if found := SEVERAL.match(code.strip()):
            indent = code[: len(code) - len(code.lstrip())]
            return indent + " ".join(f"/** {said} */ {found[1]} {one};" for one in found[2].split(", "))
        return f"{code}  ///< {said}"

    def walk(self, code):
        for c in code:
            if self.kind() == "body":
                self.body(c)
                continue
            self.statement += c
            self.parens += {"(": 1, ")": -1}.get(c, 0)
            if self.parens:
                continue
            if c == "{":
                self.open()
            elif c == "}":
                self.close_scope()
            elif c == ";" or (c == "," and self.kind() == "enum"):
                self.end()
        if self.kind() == "enum" and self.statement.strip() and not self.parens:
            self.end()  # the last enumerator has no comma

    def body(self, c):
        if c in "{}":
            self.scopes.append(("body", "")) if c == "{" else self.scopes.pop()
            if self.kind() != "body" and "(" in self.statement and not self.waits_for_semicolon():
                self.statement = ""
                self.own = None

    def waits_for_semicolon(self):
        text = without_arguments(re.sub(r"operator\S+", "", self.statement))
        return bool(re.search(r"\bconcept\b|^[^(]*[^<>=!]=[^=]", text))

    def open(self):
        text = self.statement[:-1]
        self.declare(text)
        if not is_scope(text):
            self.scopes.append(("body", ""))
            return
        kind = "enum" if re.search(r"\benum\b", text) else "open"
        if kind == "open" and self.own is not None and re.search(r"\b(class|struct|union)\b", text):
            self.link_guide()
        names = re.findall(r"(?:class|struct|union|enum)\s+(?:\[\[\w+\]\]\s*)?(\w+)", text)
        self.scopes.append((kind, names[-1] if names else ""))
        self.statement = ""
        self.own = self.run = None

    def link_guide(self):
        """Adds the link to the end of the comment above the statement."""
        above = self.out[self.start - 1]
        if self.guide and above.strip().startswith(("///", "/**", "*")):
            text, end = (above[: above.rindex("*/")], "*/") if "*/" in above else (above + " ", "")
            self.out[self.start - 1] = f"{text}@see @ref {self.guide}{' ' if end else ''}{end}"

    def close_scope(self):
        self.scopes.pop()
        if self.hidden > len(self.scopes):
            self.hidden = 0
            self.out[-1] = "/** @endcond */" + self.out[-1]
        self.statement = ""
        self.own = self.run = None

    def end(self):
        self.declare(self.statement)
        if self.own is not None and FORWARD.search(self.statement):
            self.link_guide()
        self.statement = ""
        self.own = None
        self.dropping = False

    def declare(self, text):
        if self.declared and self.own is None or self.dropping or len(text.strip()) < 2:
            return
        self.declared = True
        if self.own is not None:
            self.run = self.own
            return
        found = declared_name(text)
        if not found or self.kind() == "enum":
            return
        meaning = self.meaning(*found, text)
        if meaning:
            line = self.out[self.start]
            indent = line[: len(line) - len(line.lstrip())]
            self.out[self.start] = f"{indent}/** {meaning} */ {line.strip()}"

    def meaning(self, name, is_function, text):
        scope = self.scopes[-1][1] if self.scopes else ""
        if name == f"~{scope}":
            return STANDARD["(destructor)"]
        if name == "operator=" or name == scope and re.search(rf"\(\s*(const )?{scope}\s*&", text):
            kind = "deleted" if re.search(r"= delete\b", text) else "move" if "&&" in text else "copy"
            return STANDARD[f"({kind})"]
        word = f"{name}()" if is_function and not name.startswith("operator") else name
        shared = is_function or re.search(r"\busing \w+ =", text)
        return STANDARD.get(word) or (self.run if shared else None)


def for_doxygen(text, guide=None):
    """The text of a header with Doxygen's comments, line for line; its classes link the guide."""
    reader = Filter(guide)
    for raw in text.splitlines():
        reader.line(raw)
    return "\n".join(reader.out) + "\n"
