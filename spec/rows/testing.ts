import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `@service/testing`: rows T1 to T82 of the library; those without a test yet are named by `npm run measure -- test-library`. */
export const rows: readonly RequirementRow[] = rowsOf({
  'T.1':
    'test(name, fn) hands fn the fixtures mcp, server and auth; only those that it names are made; one that does not start fails the test with its reason.',
  'T.2': 'test.describe(name, body) nests, carries the test.use of its block, and has only and skip.',
  'T.3': 'test.each(table)(name, fn): fixtures first, then the values of the row; arrays are spread.',
  'T.4': 'describe.each passes rows to its body.',
  'T.5': 'test.only, test.skip(name, fn), test.skip(condition, reason?), test.todo(name).',
  'T.6':
    'beforeEach and afterEach with a parameter are given the fixtures and run as part of each test; without one they are the own hooks of the runner.',
  'T.7': 'beforeAll and afterAll are the own hooks of the runner; beforeAll runs before the server starts.',
  'T.8':
    'The server starts with the first test that needs it and ends with its file or block; mcp is new for each test; clients end with their test: `Not connected to MCP server. Call connect() first.`',
  'T.9': 'Tests of one file run in order and share a server, whose state carries over.',
  'T.10': 'When a test fails the last 50 entries of the log of the server are printed.',
  'T.11': 'server: an entry file that a TypeScript runner runs, or, with a space, a command of the shell; it must listen on PORT.',
  'T.12': 'baseUrl: a server that runs already; with server too, that one is started and clients connect to baseUrl.',
  'T.13': 'port: the first free one from 51000 by default, 0 means default; locked through files in the temporary folder.',
  'T.14': 'project: name for the allocation of ports.',
  'T.15': 'entryPath, / by default: where MCP is served; tokens are made for it.',
  'T.16': 'transport sse: GET /sse, then posts to the endpoint that the stream names.',
  'T.17': 'publicMode: no anonymous token is asked for and no Authorization is sent; a client given a token still sends it.',
  'T.18': 'env is read when the server starts, after beforeAll; JWT_SECRET there also signs the tokens of auth.',
  'T.19':
    'startupTimeout, 30000 by default: ready when GET /health answers any 2xx or 404; else `Failed to start test server.` with `Server did not become ready within 30000ms`.',
  'T.20':
    'logLevel reaches the server as SERVICE_LOG_LEVEL, which a logging.level in its code overrules; debug (also DEBUG_SERVER=1 and DEBUG=1) prints the command and what the server prints as `[SERVER] …`.',
  'T.21': 'auth { mode, type } reaches the server as SERVICE_TEST_AUTH_MODE and SERVICE_TEST_AUTH_TYPE; mode public keeps mcp anonymous.',
  'T.22':
    'In a describe block the last value of each option wins and entries of env are added; each configuration has its own server, which ends with its block; a block without a call uses the server around.',
  'T.23': 'Without both: `test.use() requires either server (entry file path) or baseUrl (for external server) option`.',
  'T.24':
    'ToolResultWrapper: isSuccess, isError, error, raw, durationMs, json(), text(), hasTextContent(), hasImageContent(), hasResourceContent(), hasToolUI(); json() gives structuredContent for a tool-UI result and throws `No text content to parse as JSON` without text.',
  'T.25': 'ResourceContentWrapper: the common members, json(), text(), mimeType(), hasMimeType(type).',
  'T.26': 'PromptResultWrapper: the common members, messages and description.',
  'T.27':
    'A tool error is a result: isError true, error undefined, raw._meta.code the code of the service. A plain value arrives as { value }.',
  'T.28':
    'tools.list() follows nextCursor; throws on a failed request, on `tools/list returned the cursor <c> twice` and beyond 1000 pages.',
  'T.29': 'tools.call does not throw on failure; progressToken is sent as _meta.progressToken.',
  'T.30': 'resources.list(), resources.listTemplates() and prompts.list() are paged like tools.',
  'T.31': 'resources.read of an unknown URI fails with -32002.',
  'T.32': 'prompts.get takes arguments whose values are texts.',
  'T.33': 'raw.request gives the response as sent, raw.notify sends a notification, raw.sendRaw a body as it is.',
  'T.34':
    'onElicitation gets message and requestedSchema; no handler declines, a throwing one cancels; clearElicitationHandler takes it away.',
  'T.35': 'notifications.collect() has received, has(method) and waitFor(method, timeoutMs).',
  'T.36': 'notifications.collectProgress() has all and waitForComplete(timeoutMs); from then on each call sends a progress token.',
  'T.37': 'notifications.send(method, params?).',
  'T.38': 'protocolVersion, isConnected(), serverInfo, capabilities, hasCapability(name), instructions, sessionId, session, auth.',
  'T.39': 'authenticate(token) opens a new session as the user of the token; refused, it rejects and the old session stays.',
  'T.40': 'disconnect(), reconnect(), setTimeout(ms): 30000 unless set; -32000 `Request timeout after <n>ms`.',
  'T.41': 'logs: all(), filter(level), search(text), last(), clear().',
  'T.42': 'trace.all(): request { method, params, id }, response, durationMs, timestamp.',
  'T.43': 'transport_info.lastRequestHeaders holds Content-Type, Accept, User-Agent, Authorization and mcp-session-id.',
  'T.44':
    'Without publicMode the client asks /oauth/token for an anonymous token. Where the server wants another, it warns once `MCP client could not connect anonymously`, and each request fails with -32600 `Session not initialized`.',
  'T.45': 'A builder that is asked for 2026-07-28 throws.',
  'T.46':
    'mcp.mock.add: method, params (recursive, arrays of the same length, or a predicate), response (or a function of the request; id replaced), times, delay; a handle with callCount(), calls(), remove().',
  'T.47': 'mcp.mock.tool, toolError, resource, resourceError (-32002 with data.uri), toolsList, resourcesList, clear(), all().',
  'T.48': 'mcp.intercept.request, response, delay, failMethod (`Intercepted: <method>`), clear(), clearAll(); adders return a remover.',
  'T.49':
    'Request interceptors pass through, modify, mock or fail; response interceptors pass through or modify; their contexts hold request, meta, response and durationMs.',
  'T.50':
    'Mocks first, then request interceptors, then the server, then response interceptors, which see mocked answers too; notifications go straight to the server.',
  'T.51': 'Ready-made interceptors: logger, delay, failWhen, modifyMethod, responseLogger, modifyResponse.',
  'T.52': 'mockResponse: success, error, toolResult, toolsList, resourcesList, resourceRead, and errors with their codes.',
  'T.53':
    'MockAPIServer serves its description at /openapi.json and /openapi.yaml, limits bodies in bytes and time, and has start(), stop(), info, addRoute(), clearRoutes().',
  'T.54':
    'A route has exactly one of response and handler; the query does not count, :name is one segment, the first that fits wins, 404 { error: not_found, message } otherwise.',
  'T.55':
    'httpMock.interceptor(): get, post, put, delete, any, mock; allowPassthrough, pending, isDone, assertDone (`Unused HTTP mocks:`), clear, restore.',
  'T.56':
    'httpMock replaces the fetch of the process: newest interceptor first, `No HTTP mock found for <METHOD> <url>`; disable, enable, isEnabled, clearAll.',
  'T.57':
    'An object is a response only when all its keys are of one and its status is an integer from 200 to 599; a handle has callCount(), calls(), waitForCalls(count, 5000), remove().',
  'T.58':
    'httpResponse: json, text, html, error, notFound, unauthorized, forbidden, serverError, networkError (`fetch failed: <message>`), delayed.',
  'T.59':
    'auth: createToken, createExpiredToken (an hour ago), createInvalidToken, users, getIssuer(), getAudience(), getJwks(); an RSA key of its own without JWT_SECRET, with it as the server signs.',
  'T.60': 'server.info: baseUrl, port, and the pid of the process that listens.',
  'T.61':
    'createClient({ token, clientInfo, entryPath, transport }) rejects with `Failed to initialize MCP connection to <url>` when it is refused.',
  'T.62':
    'The builder: withToken, withHeaders, withPublicMode, withClientInfo, withProtocolVersion, withTimeout, withQueryParams, withCapabilities, withPlatform, withDebug, build, buildAndConnect.',
  'T.63': 'restart() keeps the port; all clients get new sessions.',
  'T.64':
    'getLogs() and clearLogs(); entries of stderr begin with `[ERROR] `; empty for a server that was not started here, for which restart() only waits.',
  'T.65': 'The fifteen matchers of the protocol; toBeError compares a number with the JSON-RPC code, a text with raw._meta.code.',
  'T.67': 'Each matcher has .not and a message with what was expected and what was received.',
  'T.68':
    'service test [patterns] with -i, -w, -v, -t, -c and --no-env; one JSON document with --json, exit code 5 for a failed test, and Ctrl-C ends every server.',
  'T.69':
    'It runs src/**/*.spec.ts, __tests__/**/*.spec.ts and e2e/**/*.e2e.spec.ts with a generated configuration, which a configuration of the project replaces.',
  'T.70': '.env and .env.local are read unless --no-env; below them env.shared, then env.test of the config.',
  'T.71': 'jose, @noble/hashes, @noble/ciphers and test.esmPackages are transpiled; no flag of Node is needed.',
  'T.71.swcrc': 'Specs are compiled the same whatever a .swcrc of the project says.',
  'T.72': 'Without the runner: the test command needs @swc/jest, which comes with the testing package.',
  'T.73': 'Config test { timeoutMs, runInBand, testMatch, coverage, esmPackages }; flags win.',
  'T.74': 'Projects of `service new`, and the examples, have e2e/server.e2e.spec.ts and the scripts test and test:e2e.',
  'T.75':
    'MockOAuthServer: port, issuer, autoApprove, testUser, clientId, clientSecret, validRedirectUris with wildcards, lifetimes; keys, both metadata documents, authorize with its form, token, user info; setAutoApprove, setTestUser, addValidRedirectUri.',
  'T.76': 'MockCimdServer serves the documents of given clients.',
  'T.77': 'TestTokenFactory, TestUsers, createTestUser and AuthHeaders.',
  'T.78': 'TestServer: start (three ports are tried when one is taken), stop, restart, info, logs.',
  'T.79':
    'perfTest: maxDurationMs, maxHeapDelta, maxCpuTime, maxRssDelta; leak detection with iterations, warmupIterations, threshold and forceGc; a baseline file, of which 10 % more is printed and 25 % more fails the test; a report.',
  'T.80': 'TestCluster: start(n), startNode, stopNode, getNode and teardown, with project, env and startupTimeout for all nodes.',
  'T.81': 'TestClientError is what ConnectionError, TimeoutError, McpProtocolError, ServerStartError and AssertionError are.',
  'T.66':
    'Fifteen matchers of widgets: toHaveRenderedHtml, toContainHtmlElement, toContainBoundValue, toBeXssSafe, toHaveWidgetMetadata, toHaveCssClass, toNotContainRawContent, toHaveProperHtmlStructure, toHavePlatformMeta, toHaveMetaKey, toHaveMetaValue, toNotHaveMetaKey, toHaveOnlyNamespacedMeta, toHavePlatformMimeType and toHavePlatformHtml, each with .not and a message.',
  'T.82.ui':
    'mcp.openUI(tool, args, { platform, theme, width }) shows a result in its widget, in Chromium and a strict host: frame, messages, violations, screenshot; mocks of the client answer the widget, and what a platform lacks is refused.',
  'T.82': 'A throwaway Redis, clients named like those of platforms, a client without a session, and the matchers as plain assertions.',
});
