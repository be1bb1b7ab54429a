"""What ff-compress answers to good and bad input: ranks and their errors, files that come back, and messages."""
import json
import math
import os
import struct
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), "../cli"))
from checks import Checker, check_result_files, check_streams

c = Checker(sys.argv[1])
expect, judge = c.expect, c.judge


def numbers(text):
    return [[float(word) for word in line.split(",")] for line in text.split()]


with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)

    def put(name, content):
        open(at(name), "wb").write(content if isinstance(content, bytes) else content.encode())
        return at(name)

    hilbert = [[1 / (i + j + 1) for j in range(8)] for i in range(12)]
    cpu = ["--device", "cpu"]
    matrix = put("h.csv", "# Hilbert's\n" + "".join(",".join(map(repr, row)) + "\n" for row in hilbert))
    small = [matrix, *cpu]
    check_streams(c, small)
    check_result_files(c, small, "--json", "--curve", [*cpu, "--sample"])

    # A matrix: the distance is the tail of the values, and the file gives back what --output writes.
    for numbers_are, bound in ("fixed16", 1e-4), ("float", 2e-7), ("ff", 1e-12):
        expect([*small, "--rank", "full", "--numbers", numbers_are, "--output", at("o.csv"), "--save", at("f"), "--json", at("j")],
               0, "a matrix of 12 x 8", "rank 8 of 8 is kept", f"bytes as {numbers_are}")
        kept = numbers(open(at("o.csv")).read())
        off = math.sqrt(sum((x - y) ** 2 for row, other in zip(kept, hilbert) for x, y in zip(row, other)))
        judge(off < bound and len(kept) == 12, f"full rank in {numbers_are}", off)
        expect(["--expand", at("f"), "-o", at("e.csv")], 0, "rank 8 of 12 x 8, a matrix")
        judge(open(at("e.csv")).read() == open(at("o.csv")).read(), "what was saved comes back")
        judge(os.path.getsize(at("f")) == json.load(open(at("j")))["bytes"], "bytes")
    record = json.load(open(at("j")))
    norm = math.sqrt(sum(x * x for row in hilbert for x in row))
    judge(abs(record["values"][0] - 1.7) < 0.2 and abs(math.hypot(*record["values"]) - norm) < 1e-12 * norm, "values", record)
    judge(all(abs(e - math.hypot(*record["values"][k + 1:]) / norm) < 1e-13 for k, e in enumerate(record["errors"])), "errors", record)
    judge(record["tool"] == "ff-compress" and record["command"].startswith("ff-compress") and record["converged"], "provenance", record)
    expect([*small, "--error", "0.01", "--json", at("j")], 0)
    record = json.load(open(at("j")))
    rank = record["rank"]
    judge(record["errors"][rank - 1] <= 0.01 < record["errors"][rank - 2], "the least rank within an error", record)
    judge(abs(record["error"] / record["errors"][rank - 1] - 1) < 1e-3, "the error as measured", record)
    expect([*small, "--bytes", "300", "--json", at("j")], 0)
    judge(json.load(open(at("j")))["bytes"] == 28 + 3 * (8 + 4 * 20), "what fits")
    expect([*small, "--output", at("o.npy")], 0)
    expect([at("o.npy"), *cpu, "--output", at("back.npy"), "--rank", "full", "--numbers", "ff"], 0, "a matrix of 12 x 8")
    expect([put("one", "5"), *cpu], 0, "a matrix of 1 x 1", "rank 1 of 1 is kept: relative error 0, ")
    expect([put("zero", "0 0\n0 0\n"), *cpu], 0, "rank 1 of 2 is kept: relative error 0, PSNR - dB")

    # A picture.
    expect([*cpu, "--sample", "--bytes", "50000", "-o", at("o.png"), "--compare", at("c.png"), "--save", at("f"), "--curve", at("c.svg"),
            "--json", at("j"), "--time"], 0, "256 x 256 pixels, red, green and blue side by side", " s\n", "bytes as fixed16")
    record = json.load(open(at("j")))
    judge(45000 < os.path.getsize(at("f")) == record["bytes"] <= 50000, "a file that fits", record)
    judge(25 < record["psnr"] < 40 and record["channels"] == 3 and record["columns"] == 768, "a likeness", record)
    judge(open(at("c.svg")).read().count("<path") > 10, "a curve")
    for name, width in ("o.png", 256), ("c.png", 768):
        head = open(at(name), "rb").read(24)
        judge(head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:24]) == (width, 256), f"{name} of {width} x 256")
    expect(["--expand", at("f"), "--output", at("e.PNG")], 0, "256 x 256, pixels in colour")
    judge(open(at("e.PNG"), "rb").read() == open(at("o.png"), "rb").read(), "the picture comes back")

    # What is refused, before any file is made.
    none = at("none.csv")

    def refuse(arguments, *texts):
        expect(arguments, 2, *texts, absent=[none, at("none.png")])

    refuse([], "expected INPUT or --sample")
    refuse([matrix, "--sample"], "expected INPUT or --sample")
    refuse([at("nosuch")], "INPUT", at("nosuch"), "expected a readable file")
    refuse([folder], "INPUT", folder, "expected a readable file")
    refuse([put("empty.csv", ""), "-o", none], "empty.csv:1: expected a row of numbers")
    refuse([put("ragged.csv", "1,2\n3\n"), "-o", none], "ragged.csv:2: expected 2 numbers")
    refuse([put("nan.csv", "1,2\n3,nan\n"), "-o", none], "nan.csv:2: expected a finite number, not 'nan'")
    refuse([put("bad.npy", "1,2\n")], "bad.npy: expected a .npy file")
    refuse([put("bad.png", "1,2\n")], "bad.png: expected a PNG file", "does not begin as a PNG file")
    refuse([put("cut.png", open(at("o.png"), "rb").read()[:2000])], "cut.png: expected a PNG file")
    refuse([at("f")], "expected --expand before such a file")
    for bad in "0", "9", "1.5", "-1", "nan", "all", "2^4", "1e99":
        refuse([matrix, f"--rank={bad}", "-o", none], f"--rank {bad}: expected full or a whole number from 1 to 8, for a matrix of 12 x 8")
    for bad in "-0.1", "1.1", "nan", "x":
        refuse([matrix, f"--error={bad}", "-o", none], "--error", "expected a number from 0 to 1")
    for bad in "0", "115", "nan", "x", "1e3x":
        refuse([matrix, f"--bytes={bad}", "-o", none], f"--bytes {bad}: expected a whole number from 116, the bytes of rank 1")
    for pair in ("--rank", "--error"), ("--rank", "--bytes"), ("--error", "--bytes"):
        refuse([matrix, pair[0], "1", pair[1], "1"], *pair)
    refuse([matrix, "-o", at("none.png")], "--output", "expected a name that ends in .npy, .csv or .txt, for a matrix")
    refuse(["--sample", "-o", none], "--output", "expected a name that ends in .png, for a picture")
    refuse(["--sample", "--compare", none], "--compare", "expected a name that ends in .png")
    refuse([matrix, "--compare", at("none.png")], "--compare: expected a picture as INPUT")
    for option in "-o", "--save", "--curve", "--json":
        refuse([matrix, option, at("no/such.csv")], "expected a file in a writable folder")
    refuse([matrix, "-o", none, "--save", none], "are one file")
    refuse([matrix, "--curve", at("none.png")], "--curve", "expected a name that ends in .svg")
    # An input is not replaced by a result.
    kept = open(matrix).read()
    refuse([matrix, "-o", matrix], "INPUT", "--output", "are one file; expected two")
    refuse([matrix, "--json", matrix], "INPUT", "--json", "are one file")
    judge(open(matrix).read() == kept, "the input is as it was")
    put("m.npy", open(at("o.npy"), "rb").read())
    expect([at("m.npy"), *cpu, "--save", at("m")], 0)
    os.rename(at("m"), at("m.csv"))
    refuse(["--expand", at("m.csv"), "-o", at("m.csv")], "--expand", "--output", "are one file")
    for option in "--rank", "--bytes", "--output", "--save", "--curve", "--json", "--compare", "--expand":
        refuse(["--sample", option, ""], option)
    refuse(["--sample", "--numbers", "double"], "--numbers")
    refuse(["--expand", at("f")], "--expand: expected --output with it")
    refuse(["--expand", at("f"), "--rank", "1", "-o", none], "--expand --rank")
    refuse(["--expand", at("f"), "-o", none], "--output", "expected a name that ends in .png, for a picture")
    refuse(["--expand", at("nosuch"), "-o", none], "--expand", "expected a readable file that --save wrote")
    refuse(["--expand", matrix, "-o", none], "expected factors that --save wrote")
    refuse(["--expand", put("cut", open(at("f"), "rb").read()[:-1]), "-o", at("none.png")], "cut: expected ", "bytes for rank")
    if not os.path.exists("/dev/nvidiactl"):
        refuse([matrix, "--device", "gpu", "-o", none], "expected a CUDA device")
        expect([matrix], 0, ": the CPU decomposes.\n")
    expect(["--help"], 0, "--rank", "--error", "--bytes", "--expand", "--sample")

c.end()
