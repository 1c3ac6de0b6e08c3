# Live experiments of the Clocksweep lab in documents made by Asciidoctor:
#
#   .What the reader is looking at.
#   clocksweep::shared-buffers-challenge[set="512MB.shared_buffers = 1GB", theme=auto, alt="Throughput of two runs"]
#
# In HTML it is the lab's custom element round a picture, which is a link and all that
# a reader without scripts needs; in DocBook, PDF and others the picture and the link.
#
#   asciidoctor -r ./clocksweep_asciidoctor.rb -a clocksweep-url=https://lab.example/ page.adoc

require 'asciidoctor'
require 'asciidoctor/extensions'
require 'erb'
require 'uri'

class ClocksweepBlockMacro < Asciidoctor::Extensions::BlockMacroProcessor
  use_dsl
  named :clocksweep

  ELSEWHERE = 'This experiment in the Clocksweep lab'
  THEMES = %w(auto light dark)

  def process parent, experiment, attrs
    lab = parent.document.attr 'clocksweep-url', ''
    theme = attrs['theme'] || 'auto'
    raise ArgumentError, %(clocksweep: clocksweep-url "#{lab}" is not the address of a lab: https://host/ with a slash at the end) unless lab.match? %r(\Ahttps?://.*/\z)
    raise ArgumentError, %(clocksweep: "#{experiment}" is not the name of an experiment: small letters, digits and hyphens) unless experiment.match?(/\A[a-z0-9-]+\z/)
    raise ArgumentError, %(clocksweep: theme=#{theme} is not legal: auto, light or dark) unless THEMES.include? theme

    set = pairs attrs['set'] || ''
    page = %(#{lab}x/#{experiment}/)
    link = set.empty? ? page : %(#{page}#v=1&#{set})
    alt = attrs['alt'] || ELSEWHERE
    if parent.document.basebackend? 'html'
      create_pass_block parent, (html parent, lab, page, link, alt, attrs['title'], experiment: experiment, set: set, theme: theme), {}
    else
      elsewhere parent, page, link, alt, attrs['title']
    end
  end

  private

  def pairs text
    text.split(/[;\n]/).map(&:strip).reject(&:empty?).map do |part|
      name, value = part.split('=', 2).map(&:strip)
      raise ArgumentError, %(clocksweep: "#{part}" is not a setting: name = value, with ; between several) if value.nil? || name.empty? || value.empty?

      %(#{ERB::Util.url_encode name}=#{ERB::Util.url_encode URI::DEFAULT_PARSER.unescape value})
    end.join '&'
  end

  # elsewhere is the picture, and the link as text: not every converter makes a picture a link.
  def elsewhere parent, page, link, alt, title
    both = create_open_block parent, nil, {}
    both << (create_image_block both, { 'target' => %(#{page}picture.svg), 'alt' => alt, 'title' => title })
    both << (create_paragraph both, %(link:++#{link}++[#{ELSEWHERE}]), {}, subs: :default)
    both
  end

  def html parent, lab, page, link, alt, title, element
    attributes = element.map {|name, value| %(#{name}="#{escape value}") }.join ' '
    script = ''
    unless parent.document.attr? 'clocksweep-script'
      parent.document.set_attr 'clocksweep-script'
      script = %(\n<script async src="#{escape lab}embed.js"></script>)
    end
    caption = title ? %(\n<p>#{parent.apply_subs title}</p>) : ''
    %(<clocksweep-lab #{attributes}>
<p><a href="#{escape link}"><img src="#{escape page}picture.svg" alt="#{escape alt}" width="640" loading="lazy"></a></p>#{caption}
</clocksweep-lab>#{script})
  end

  def escape text
    ERB::Util.html_escape text
  end
end

Asciidoctor::Extensions.register { block_macro ClocksweepBlockMacro }
