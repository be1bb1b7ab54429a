"""A table as C++ compilers read it fastest: the bytes of its words in a literal (<ff/platform/table.hpp> says how)."""
import struct

PER_LINE = 4


def bits(x):
    """The 32 bits of a number that is a float."""
    (word,) = struct.unpack("<I", struct.pack("<f", float(x)))
    assert struct.unpack("<f", struct.pack("<I", word))[0] == x, x
    return word


def escaped(words):
    """The words as they stand in the literal: the bytes of each, the least significant first."""
    return "".join(f"\\x{byte:02x}" for word in words for byte in word.to_bytes(4, "little"))


def stored(*words):
    """Neighbouring words of a table as they stand in the literal: bits, or floats in hexadecimal."""
    return escaped([word if isinstance(word, int) else bits(float.fromhex(word)) for word in words])


def table(name, row_type, rows, parts=1):
    """The table of that name, of rows of words; of several parts the rows follow each other."""
    words = [word for row in rows for word in row]
    lines = [f'"{escaped(words[i:i + PER_LINE])}"' for i in range(0, len(words), PER_LINE)]
    count, of_parts = len(rows) // parts, f", {parts}" if parts > 1 else ""
    assert count * parts == len(rows) and len(words) == len(rows) * len(rows[0])
    return "\n".join([f"struct {name};", "template <class Nothing>",
                      f"inline constexpr table_text<{row_type}, {count}{of_parts}> table_of<{name}, Nothing> = {{",
                      *lines, "};"])
