import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** In-process use and start functions. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S1.17.direct':
    'A direct server has ready, listTools, callTool, listResources, listResourceTemplates, readResource, listPrompts, getPrompt, connect, dispose.',
  'S1.17.direct-validation': 'In process the same checks hold as over a transport.',
  'S1.17.direct-call': 'callTool takes authContext { sessionId, user, extra } and metadata { userAgent, clientIp, customHeaders }.',
  'S1.17.token':
    'authToken of connect, for each request, and authContext.token of a call are checked by the guards that requests over HTTP pass; a user beside a token is refused.',
  'S1.17.invalid-resource':
    "A plain object passed as resource throws `Invalid resource '<name>'. Expected a class or a resource function.`",
  'S1.17.cache-key': 'The same cacheKey returns the same instance; clearCreateCache forgets.',
  'S1.17.flat': 'create takes a flat config: server options plus appName; options of parts that are not there are refused.',
  'S1.17.openai':
    'OpenAI: functions with parameters closed in depth and strict: true; joined text, parsed when it is a JSON object or string.',
  'S1.17.claude': 'Claude: { name, description, input_schema }; content array.',
  'S1.17.langchain': 'LangChain: { name, description, schema }; missing description becomes `Execute <name>`; results as OpenAI.',
  'S1.17.vercel': 'Vercel AI: map name -> { description, parameters }; structured value, or { text[], images[] }.',
  'S1.17.client': 'Other clients: MCP items and MCP results; the client knows its session, itself, the server and its capabilities.',
  'S1.17.flavour':
    'The beginning of clientInfo.name chooses the flavour: openai, claude, langchain, vercel and ai-sdk; any other name gets MCP shapes.',
  'S1.17.session':
    'connect, its flavours and server.connect take a session id in place of options; without one a session gets an id of its own.',
  'S1.17.client-notifications': 'subscribeResource, onResourceUpdated, onNotification and setLogLevel.',
  'S1.17.client-elicitation': 'onElicitation and submitElicitationResult.',
  'S1.17.bootstrap': 'bootstrap(optionsOrClass) builds and listens.',
  'S1.17.create-handler':
    'createHandler(options) resolves to the handler (req, res); a secret or a store that keeps the server from starting rejects it.',
  'S1.17.create-fetch-handler': 'createFetchHandler(options) returns (Request, env?, ctx?) => Response; builds on first request.',
  'S1.17.unix-socket': 'runUnixSocket({ socketPath, ...options }) serves on a socket and returns { close }.',
  'S1.17.run-stdio': 'runStdio(optionsOrClass) serves stdio; console output goes to stderr and a log file.',
  'S1.17.statics': 'The start functions are statics of ServiceInstance.',
  'A3a.1.start-call':
    'A start function in a compiled project is called with the class of the server, on a target with a process; any other use, and any function that makes another server or a client, is a diagnostic at its place.',
  'S1.17.serve-false': 'serve: false decorates without starting a listener.',
});
