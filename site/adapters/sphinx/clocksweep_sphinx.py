"""Live experiments of the Clocksweep lab in pages made by Sphinx.

    .. clocksweep:: shared-buffers-challenge
       :set: 512MB.shared_buffers = 1GB
       :theme: auto
       :alt: Throughput of two runs over 120 seconds

       What the reader is looking at: this text stands below the picture.

In HTML it is the lab's custom element round a picture, which is a link and all that
a reader without scripts needs. Everywhere else it is the text and the link.

Put this file where conf.py finds it, and into conf.py:

    extensions = ["clocksweep_sphinx"]
    clocksweep_url = "https://lab.example/"
"""

import re
from html import escape
from urllib.parse import quote, unquote

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

ELSEWHERE = "This experiment in the Clocksweep lab"


class clocksweep(nodes.General, nodes.Element):
    """An experiment; its children are the text below the picture."""


def experiment_name(argument):
    name = directives.unchanged_required(argument).strip()
    if not re.fullmatch(r"[a-z0-9-]+", name):
        raise ValueError(f'"{name}" is not the name of an experiment: small letters, digits and hyphens')
    return name


def settings(argument):
    """Settings as "name = value", with ; or line ends between them."""
    pairs = []
    for part in filter(None, (part.strip() for part in re.split(r"[;\n]", argument or ""))):
        name, equals, value = (text.strip() for text in part.partition("="))
        if not name or not equals or not value:
            raise ValueError(f'"{part}" is not a setting: name = value, with ; or line ends between several')
        pairs.append((name, value))
    return pairs


def theme(argument):
    return directives.choice(argument, ("auto", "light", "dark"))


class ClocksweepDirective(SphinxDirective):
    required_arguments = 1
    has_content = True
    option_spec = {"set": settings, "theme": theme, "alt": directives.unchanged_required}

    def run(self):
        try:
            name = experiment_name(self.arguments[0])
        except ValueError as error:
            raise self.error(f"clocksweep: {error}")
        node = clocksweep(
            "", experiment=name, set=self.options.get("set", []), theme=self.options.get("theme", "auto"),
            alt=self.options.get("alt", ELSEWHERE))
        self.set_source_info(node)
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def fragment(pairs):
    """The settings as in a link of the lab."""
    return "&".join(f"{quote(name, safe='')}={quote(unquote(value), safe='')}" for name, value in pairs)


def link(url, node):
    pairs = fragment(node["set"])
    return f"{url}x/{node['experiment']}/" + (f"#v=1&{pairs}" if pairs else "")


def visit_html(self, node):
    url = self.builder.config.clocksweep_url
    self.body.append(
        f'<clocksweep-lab experiment="{node["experiment"]}" set="{escape(fragment(node["set"]))}" theme="{node["theme"]}">'
        f'<p><a href="{escape(link(url, node))}"><img src="{escape(url)}x/{node["experiment"]}/picture.svg"'
        f' alt="{escape(node["alt"])}" width="640" loading="lazy"></a></p>\n')


def depart_html(self, node):
    self.body.append("</clocksweep-lab>\n")


class Elsewhere(SphinxPostTransform):
    """What is no web page gets the text and the link."""

    default_priority = 9

    def run(self, **kwargs):
        builder = self.app.builder
        if builder.format == "html" and builder.name != "epub":
            return
        for node in list(self.document.findall(clocksweep)):
            url = link(self.config.clocksweep_url, node)
            paragraph = nodes.paragraph("", "", nodes.reference("", ELSEWHERE, refuri=url, internal=False))
            node.replace_self([*node.children, paragraph])


def add_script(app, pagename, templatename, context, doctree):
    """The script of the custom element, on the pages that have one."""
    if doctree is not None and any(doctree.findall(clocksweep)):
        app.add_js_file(app.config.clocksweep_url + "embed.js", loading_method="async")


def check(app, config):
    if not re.match(r"https?://.*/$", config.clocksweep_url):
        raise ExtensionError(
            f'clocksweep_url = "{config.clocksweep_url}" is not the address of a lab: https://host/ with a slash at the end')


def setup(app):
    app.add_config_value("clocksweep_url", "", "env")
    app.add_node(clocksweep, html=(visit_html, depart_html))
    app.add_directive("clocksweep", ClocksweepDirective)
    app.add_post_transform(Elsewhere)
    app.connect("config-inited", check)
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
