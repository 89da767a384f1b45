import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `@service/react`: components and hooks over servers in the page and elsewhere. */
export const rows: readonly RequirementRow[] = rowsOf({
  'react.tool-form':
    '`ToolForm` has a field for every property of the schema, id `field-<name>`: required ones marked and `required`, the description as placeholder, `enum` a select, `number` a number input, `integer` one with step 1, everything else a text',
  'react.submit':
    'Numbers are sent as numbers, a boolean is true when its text is `true`, an empty optional field is left out; a required choice starts on its default or its first option, an optional one on its default or empty; other defaults are not filled in',
  'react.own-field':
    '`renderField` gets `{ name, type, required, description?, enumValues?, value, onChange(value) }` and draws the field in place of ours',
  'react.prompt-form':
    '`PromptForm` has a textarea `prompt-<name>` for every argument, and sends every one as a text, empty when blank; `Get Prompt`',
  'react.resource':
    '`ResourceViewer` shows `Loading...`, `Error: <message>`, `No content`, or the URI and text of each part, JSON indented anew; test ids resource-loading, -error, -empty, -viewer; no provider',
  'react.output':
    '`OutputDisplay` shows `Loading...`, `Error: <message>`, an empty div, or a pre with the text or indented JSON; loading over error over data; test ids output-loading, -error, -empty, -display',
  'react.component':
    '`mcpComponent` is a tool while it is mounted: a call that fits shows the arguments, merged under the props given, and answers `{ success: true, rendered }`; one that does not is `{ error: validation_error, issues }` with isError and keeps the display; `fallback` until the first call; `toolName`',
  'react.table': 'With `null` and `columns` the tool takes `{ rows }` and shows a table, with `render` of a column for its cells',
  'react.lazy': '`mcpLazy` imports a component when it is first shown',
  'react.throws':
    "A component, field or renderer that throws, its cleanup too, ends at the boundary of the page; a listener that throws is reported as the page's own error and changes nothing; a schema that is none, and a hook below no provider, say what to do",
  'react.tree':
    '`DynamicRenderer` looks for the exact URI, then `component://`, `element://`, `page://`, else the fallback or a div; handlers, refs and HTML of a tree are not taken, and its depth is limited',
  'react.registry': '`ComponentRegistry`: register, registerAll, get, resolve, has, list and clear',
  'react.dom':
    '`readDomById` and `readDomBySelector` give JSON `{ outerHTML, textContent, tagName }` with the URIs `dom://byId/<id>` and `dom://selector/<selector>`, or a text that says why not',
  'react.router':
    '`useRouterBridge` gives a model `navigate`, `go_back` and `route://current`; without it the fixed text; addresses of other sites are refused; React Router 6, 7 and 8',
  'react.other-router': 'Any other router is moved by an adapter given to `connectRouter`',
  'react.agent': '`AgentContent` and `AgentSearch` register tools that answer `{ success: true }`',
  'react.provider': '`ServiceProvider` connects to a server and `useService` tells its status, error and lists',
  'react.elsewhere': 'The same components use a server over HTTP; what the page adds is then for the page alone',
  'react.status': 'A server that cannot be reached is the status `error` with its message; `connect` tries again',
  'react.rendered': 'Components are rendered by a server and taken over in the browser without a warning',
  'react.lists': 'Lists are kept fresh: what the server adds or removes is seen',
  'react.read': '`useReadResource` reads when the server is connected, again by `refetch`, or later without a URI',
  'react.call': '`useCallTool` gives the call, its state and a reset; a call that fails resolves null and tells the error',
  'react.prompt': '`useGetPrompt` gives the prompt and its state',
  'react.dynamic-tool':
    '`useDynamicTool` is a tool while mounted; the function that was rendered last answers, and nothing is left afterwards',
  'react.two-of-one-name': 'Of two tools of one name the one that came last answers',
  'react.dynamic-resource': '`useDynamicResource` is a resource while mounted',
  'react.tree-resource':
    '`useComponentTree` reads components that are marked by `data-component`, down to `maxDepth`, with the other marks on request',
  'react.store':
    '`createStore`: the state is `state://<name>`, a selector `state://<name>/<selector>`, an action the tool `<name>_<action>`; `useStoreResource` follows changes',
  'react.libraries': '`reduxStore` and `valtioStore` make stores of both libraries',
  'react.api':
    '`useApiClient` makes a tool of each operation; arguments of the path cannot leave it; a status of 400 and above is an error result',
  'react.vendors': '`useTools` and `createToolCallHandler` speak the shapes of OpenAI, Claude, LangChain, the Vercel AI SDK and MCP',
  'react.gallery':
    'One page shows every component and a small app that a model drives; esbuild and vite build it without a warning, and it fits a narrow and a wide window, light and dark',
  'react.hostile':
    'Markup, script addresses, prototype keys and schemas that hold themselves are texts or refusals, whichever prop, argument, tree or path brings them; the page stays',
  'react.renamed': 'A tool that is renamed while it is called answers that call',
  'react.ended': 'A call after the component is gone is answered, and one after the end of the server says so',
  'react.accessible':
    'Every component has the role, name and state that readers of screens need; forms are filled in by the keyboard alone',
  'react.bytes':
    'A component that a model drives, with its provider and a server in the page, is at most 50 kB (gzip) beside React and zod',
});
