"""Cuts the two font families to the letters that the app uses, and writes them to src/ui/fonts.

Only needed when a family is updated or a letter is missing; the results are checked in.
  pip install fonttools brotli && python scripts/subset-fonts.py      (in web/, after npm ci)
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

PACKAGES = Path("node_modules")
OUT = Path("src/ui/fonts")
BARLOW = PACKAGES / "@fontsource/barlow-condensed/files"
FIGTREE = PACKAGES / "@fontsource-variable/figtree/files"

HEADINGS = "U+0020-007E,U+00A0,U+00B7,U+00E9,U+00D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026"
READ = "U+0020-007E,U+00A0-00FF,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+20AC,U+2122,U+2212"
RUPEE = "U+20B9"


def cut(font: TTFont, letters: str, name: str) -> None:
    """Writes the font `name` with only these letters, with kerning and tabular figures, without hints."""
    options = subset.Options()
    options.layout_features = ["kern", "tnum", "lnum", "ccmp", "mark"]
    options.hinting = False
    options.flavor = "woff2"
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(letters))
    subsetter.subset(font)
    subset.save_font(font, str(OUT / name), options)


def figtree(script: str) -> TTFont:
    """Figtree's letters of one script as a variable font, with weights from regular (400) to extra bold (800)."""
    font = TTFont(FIGTREE / f"figtree-{script}-wght-normal.woff2")
    return instancer.instantiateVariableFont(font, {"wght": (400, 800)})


cut(TTFont(BARLOW / "barlow-condensed-latin-700-normal.woff2"), HEADINGS, "barlow-condensed-700.woff2")
cut(TTFont(BARLOW / "barlow-condensed-latin-700-italic.woff2"), HEADINGS, "barlow-condensed-700-italic.woff2")
cut(figtree("latin"), READ, "figtree.woff2")
cut(figtree("latin-ext"), RUPEE, "figtree-rupee.woff2")
