import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Widgets of tools: `ui` of `@Tool`, and the extension `io.modelcontextprotocol/ui`. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf(
    {
      'MCPApps.tool':
        'A tool with a widget has _meta.ui { resourceUri, visibility } and the flat key ui/resourceUri in the list of tools; a tool for widgets alone has the visibility only.',
      'MCPApps.resource':
        'A widget is a resource of the type text/html;profile=mcp-app: listed, and read as one document; csp, permissions, domain and prefersBorder stand in _meta.ui of both.',
      'MCPApps.extension': 'The extension is advertised by servers with widgets alone.',
      'MCPApps.text': 'The result of a call is the same with and without the extension.',
      'MCPApps.handshake':
        'A view initializes, says so, and takes input, partial input, results and cancellation in whatever order and number they come.',
      'MCPApps.teardown': 'A view answers ui/resource-teardown and ping.',
      'MCPApps.official':
        'The AppBridge of @modelcontextprotocol/ext-apps hosts a widget from handshake to teardown, and takes its requests.',
      'MCPApps.strict': 'Under the policy of the norm in an opaque origin a widget breaks none of its rules.',
    },
    'MCP Apps 2026-01-26',
  ),
  ...rowsOf({
    'toolui.template':
      'A template is HTML, Markdown, or a file: a component of React, a function that returns HTML, HTML or Markdown; its path is relative to the file that declares it.',
    'toolui.inline': 'A function or component of the module of the server is refused with what to do.',
    'toolui.missing': 'A file of a template that is not there is an error of `service check` and of a build, at its line.',
    'toolui.server-code': 'A widget that reaches a file that declares entries, or the SDK of servers, is not built.',
    'toolui.document': 'A widget is one document with all scripts and styles in it, without eval and without an address of a CDN.',
    'toolui.hash': 'The URI of a widget has the hash of its document, and every other hash answers the newest one.',
    'toolui.aliases': 'The keys of the dialect openai/ follow from the same declaration.',
    'toolui.policy':
      'Literal addresses in the code of a widget are in its policy, beside those of ui.csp; others, and what is no origin, are warnings with their place.',
    'toolui.escaping': 'Strings of a result are text; HTML that a function returns runs no script.',
    'toolui.callers':
      'data-tool-call calls a tool only on an element that the author has written: in html`…` of a template, or in the HTML of a page; in HTML of a result, and where a script has made the element, a click is a warning in the log of the host.',
    'toolui.foreign':
      'HTML of a result runs nothing, covers nothing outside its own place, animates no address, sends no form, and neither names nor hides an element of the widget.',
    'toolui.links':
      'Every link of a widget (of HTML, SVG and MathML; by click, keyboard and middle button; of any target, made by the author, a library or a result) is opened by the host, no form leaves the frame, and what an author handles is left to the author.',
    'toolui.failure': 'Where a template throws, the text of the result is shown, and the call is as it was.',
    'toolui.calls': 'A widget calls tools of its server where the host lets it, and hears of refusals.',
    'toolui.theme': 'A widget follows the colours of the host, and their changes.',
    'toolui.size': 'A widget tells its height once per change, and never because the frame has grown.',
    'toolui.state': 'State is kept for one call, in memory where storing is refused.',
    'toolui.example':
      'A chart, a table with pages and a form that calls a tool are shown, used and seen whole in a strict host and in the official one, light and dark, narrow and wide, without a violation.',
    'toolui.misbehaving':
      'A template with 5 MB of HTML, one that never ends, a result that does not fit and a view that is loaded again in the middle of a call leave the text and a host that goes on.',
    'toolui.bridge-aliases':
      'window.ServiceBridge has adapterId, getTheme, getDisplayMode, getToolInput, getToolOutput, getStructuredContent, getHostContext, onContextChange, onToolResult and onToolResponseMetadata, which speak of the same view.',
    'toolui.bridge-members':
      'window.ServiceBridge also has initialize, initialized, capabilities, hasCapability, requestClose, registerTool and unregisterTool, and bridge:ready is fired on the window once the handshake is over.',
    'toolui.view-tools':
      'With ui.widgetCapabilities.toolListChanged a widget says that it has tools, and the host lists them, calls them and hears of their changes; without it registerTool throws with what to declare.',
    'toolui.openai':
      'With ui.openai a widget speaks window.openai where the host does not answer ui/initialize, and MCP Apps where it does.',
    'uireact.content':
      'Content of @service/ui/react shows HTML, Markdown, CSV, images, media, charts and elements by itself, and graphs, maps, formulas, diagrams and PDF by the library that the project has installed; without it the text and the name of the library.',
    'uireact.safe': 'What a result holds runs nothing in a renderer, and its links are opened by the host.',
    'uireact.mdx':
      'MDX is shown by safe-mdx of the project, without eval: it has the elements of texts, links, https and data images and the components that its author gives; a text that is no MDX is shown as it is.',
    'uireact.hooks':
      'Hooks of @service/ui/react give the bridge and its state, input, output, structured content, theme, display mode and capabilities, and call tools, send messages and open links.',
    'uireact.components':
      'Alert, Avatar, Badge, Button, Card, List, Loader, Modal, Select, Table and TextField take the colours of the host.',
    'toolui.large': 'A widget of more than 1 MB is a warning at its template, with its size and its largest part.',
    'toolui.library': 'A renderer whose library is not installed is a warning where its author imports it.',
    'toolui.inspector': 'The official inspector opens a widget of the example in a browser, and the widget calls its tool there.',
    'toolui.safe-area': 'A widget keeps to the safe area of the host.',
    'toolui.bytes':
      'A widget without React has at most 10 kB, with React at most 90 kB, gzipped, and the bridge at most 2 kB; a server without ui has nothing of it.',
    'toolui.uncompiled': 'Without a build, tools with widgets work, and a warning says what makes their widgets.',
    'toolui.one-page': 'Options that break a document with everything in it are refused by name.',
    'toolui.guarded': 'Whoever does not see a tool does not see its widget.',
    'toolui.off': 'extApps false, or enabled false, serves no widgets.',
  }),
];
