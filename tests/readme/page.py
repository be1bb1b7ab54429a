"""Does a page still hold what a tool prints?  usage: page.py PAGE TOOL ARGUMENT..."""
import subprocess
import sys
from pathlib import Path

page, command = Path(sys.argv[1]), sys.argv[2:]
printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
good = len(printed) > 100 and printed in page.read_text()
print(f"{page.name} holds the tables" if good else f"{page.name} differs from what {' '.join(command)} prints:\n{printed}")
sys.exit(0 if good else 1)
