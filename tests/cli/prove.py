"""What ff-prove answers to bad input: a message that says what was expected, exit status 2, and no file."""
import json
import os
import sys
import tempfile

from checks import Checker

if not os.path.exists(sys.argv[1]):
    print("ff-prove is not built; ./ff prove builds it")
    sys.exit(77)
c = Checker(sys.argv[1])
expect = c.expect
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "a.json")
    expect(["--help"], 0, "--json FILE", "--span", "--explain", "exp", "lgamma")
    for bad in "nosuch", "--nosuch", "", "exp2,log":
        expect(["--json", file, "exp", bad], 2, f"'{bad}'", "expected --json FILE", "or one of exp exp2", absent=[file])
    expect(["--json"], 2, "--json: expected a file")
    expect(["--json", os.path.join(folder, "no/file"), "exp"], 2, "--json", "expected a file in a writable folder")
    expect(["--span", "1"], 2, "--span: expected two numbers")
    expect(["--span", "1", "x", "exp"], 2, "--span x: expected a number")
    expect(["--span", "1", "inf", "exp"], 2, "--span inf: expected a number")
    expect(["--span", "2", "1", "exp"], 2, "--span: expected its first number below its last")
    expect(["--explain", "exp"], 2, "--explain: expected NAME FIRST LAST LOW")
    expect(["--explain", "nosuch", "1", "2", "0"], 2, "nosuch", "expected one of exp")
    expect(["--explain", "exp", "1", "2", "low"], 2, "LOW low: expected a number")
    expect(["--json", file, "--span", "0.5", "0.50001", "exp"], 0, "exp", "1.500")
    c.judge([row["function"] for row in json.load(open(file))["functions"]] == ["exp"], "one row")
c.end()
