import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({ id: `S1.17.${id}`, document: 'supplement', section: '1.17', rule });

/** In-process use and start functions: supplement 1.17. */
export const rows: readonly RequirementRow[] = [
  row(
    'direct',
    'A direct server has ready, listTools, callTool, listResources, listResourceTemplates, readResource, listPrompts, getPrompt, connect, dispose.',
  ),
  row('direct-validation', 'In process the same checks hold as over a transport.'),
  row('direct-call', 'callTool takes authContext { sessionId, user, extra } and metadata { userAgent, clientIp, customHeaders }.'),
  row('invalid-resource', "A plain object passed as resource throws `Invalid resource '<name>'. Expected a class or a resource function.`"),
  row('cache-key', 'The same cacheKey returns the same instance; clearCreateCache forgets.'),
  row('flat', 'create takes a flat config: server options plus appName; options of parts that are not there are refused.'),
  row(
    'openai',
    'OpenAI: functions with parameters closed in depth and strict: true; joined text, parsed when it is a JSON object or string.',
  ),
  row('claude', 'Claude: { name, description, input_schema }; content array.'),
  row('langchain', 'LangChain: { name, description, schema }; missing description becomes `Execute <name>`; results as OpenAI.'),
  row('vercel', 'Vercel AI: map name -> { description, parameters }; structured value, or { text[], images[] }.'),
  row('client', 'Other clients: MCP items and MCP results; the client knows its session, itself, the server and its capabilities.'),
  row(
    'flavour',
    'The beginning of clientInfo.name chooses the flavour: openai, claude, langchain, vercel and ai-sdk; any other name gets MCP shapes.',
  ),
  row(
    'session',
    'connect, its flavours and server.connect take a session id in place of options; without one a session gets an id of its own.',
  ),
  row('client-notifications', 'subscribeResource, onResourceUpdated, onNotification and setLogLevel.'),
  row('client-elicitation', 'onElicitation and submitElicitationResult.'),
  row('bootstrap', 'bootstrap(optionsOrClass) builds and listens.'),
  row(
    'create-handler',
    'createHandler(options) resolves to the handler (req, res); a secret or a store that keeps the server from starting rejects it.',
  ),
  row('create-fetch-handler', 'createFetchHandler(options) returns (Request, env?, ctx?) => Response; builds on first request.'),
  row('unix-socket', 'runUnixSocket({ socketPath, ...options }) serves on a socket and returns { close }.'),
  row('run-stdio', 'runStdio(optionsOrClass) serves stdio; console output goes to stderr and a log file.'),
  row('statics', 'The start functions are statics of ServiceInstance.'),
  {
    id: 'A3a.1.start-call',
    document: 'architecture',
    section: '3a.1',
    rule: 'A start function in a compiled project is called with the class of the server, on a target with a process; any other use, and any function that makes another server or a client, is a diagnostic at its place.',
  },
  row('serve-false', 'serve: false decorates without starting a listener.'),
];
