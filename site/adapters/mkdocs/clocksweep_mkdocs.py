"""Live experiments of the Clocksweep lab in pages made by MkDocs, or by anything else
that uses Python-Markdown. A fenced block names the experiment:

    ```clocksweep
    experiment: shared-buffers-challenge
    set: 512MB.shared_buffers = 1GB
    theme: auto
    alt: Throughput of two runs over 120 seconds
    caption: What the reader is looking at.
    ```

It becomes the lab's custom element round a picture, which is a link and all that a
reader without scripts needs. There may be several lines that begin with "set:".

MkDocs from 1.4 on loads this file as a hook. Put it beside mkdocs.yml, and into that:

    hooks: [clocksweep_mkdocs.py]
    extra:
      clocksweep: https://lab.example/

Python-Markdown alone takes it as an extension:

    python3 -m markdown -x clocksweep_mkdocs -c options.json page.md

with {"clocksweep_mkdocs": {"url": "https://lab.example/"}} in options.json.
"""

import re
from html import escape
from urllib.parse import quote, unquote

from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

ELSEWHERE = "This experiment in the Clocksweep lab"
FENCE = re.compile(r"^(?P<fence>```+|~~~+)[ ]*clocksweep[ ]*\n(?P<body>.*?)^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
ELSEWHERE_FENCE = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL)
NAMES = ("experiment", "set", "theme", "alt", "caption")


def options(body):
    """The lines of a block. Several of "set" count together."""
    found = {"set": []}
    for line in filter(None, (line.strip() for line in body.splitlines())):
        name, colon, value = (text.strip() for text in line.partition(":"))
        if not colon or name not in NAMES:
            raise ValueError(f'clocksweep: "{line}" is not understood: a line is one of {", ".join(NAMES)} with a colon and its value')
        if name == "set":
            found["set"] += settings(value)
        else:
            found[name] = value
    if not re.fullmatch(r"[a-z0-9-]+", found.get("experiment", "")):
        raise ValueError(
            f'clocksweep: experiment "{found.get("experiment", "")}" is not the name of one: small letters, digits and hyphens')
    if found.setdefault("theme", "auto") not in ("auto", "light", "dark"):
        raise ValueError(f'clocksweep: theme "{found["theme"]}" is not legal: auto, light or dark')
    return found


def settings(text):
    pairs = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not name or not equals or not value:
            raise ValueError(f'clocksweep: "{part}" is not a setting: name = value, with ; between several')
        pairs.append(f"{quote(name, safe='')}={quote(unquote(value), safe='')}")
    return pairs


def markup(url, o):
    pairs = "&".join(o["set"])
    page = f"{url}x/{o['experiment']}/"
    link = page + (f"#v=1&{pairs}" if pairs else "")
    caption = f"<p>{escape(o['caption'])}</p>\n" if o.get("caption") else ""
    return (
        f'<clocksweep-lab experiment="{o["experiment"]}" set="{escape(pairs)}" theme="{o["theme"]}">\n'
        f'<p><a href="{escape(link)}"><img src="{escape(page)}picture.svg" alt="{escape(o.get("alt") or ELSEWHERE)}"'
        f' width="640" loading="lazy"></a></p>\n{caption}</clocksweep-lab>')


class Blocks(Preprocessor):
    """Replaces the blocks before anything else looks at fences."""

    def __init__(self, md, url):
        super().__init__(md)
        self.url = url
        self.scripted = False

    def run(self, lines):
        return ELSEWHERE_FENCE.sub(self.block, "\n".join(lines)).split("\n")

    def block(self, any_fence):
        match = FENCE.fullmatch(any_fence.group())
        if not match:
            return any_fence.group()  # another block, which may show one of these as an example
        html = markup(self.url, options(match["body"]))
        if not self.scripted:
            html += f'\n<script async src="{escape(self.url)}embed.js"></script>'
            self.scripted = True
        return f"\n\n{self.md.htmlStash.store(html)}\n\n"


class ClocksweepExtension(Extension):
    def __init__(self, **kwargs):
        self.config = {"url": ["", "address of the lab, with a slash at the end"]}
        super().__init__(**kwargs)
        url = self.getConfig("url")
        if not re.match(r"https?://.*/$", url):
            raise ValueError(f'clocksweep: "{url}" is not the address of a lab: https://host/ with a slash at the end')

    def extendMarkdown(self, md):
        self.blocks = Blocks(md, self.getConfig("url"))
        md.preprocessors.register(self.blocks, "clocksweep", 28)  # fenced_code has 25, normalize_whitespace 30
        md.registerExtension(self)
        md.block_level_elements.append("clocksweep-lab")  # stands in no paragraph

    def reset(self):
        self.blocks.scripted = False  # the next page


def makeExtension(**kwargs):
    return ClocksweepExtension(**kwargs)


def on_config(config):
    """The hook of MkDocs."""
    config["markdown_extensions"].append(ClocksweepExtension(url=config["extra"].get("clocksweep", "")))
    return config
