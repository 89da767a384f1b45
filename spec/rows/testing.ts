import type { RequirementRow } from '../requirement-row.ts';

const row = (number: number, section: string, rule: string): RequirementRow => ({ id: `T.${number}`, document: 'spec 3', section, rule });

/** `@service/testing`: rows T1 to T82 of the library; those without a test yet are named by `npm run test-library`. */
export const rows: readonly RequirementRow[] = [
  row(16, 'test.use', 'transport sse: GET /sse, then posts to the endpoint that the stream names.'),
  row(17, 'test.use', 'publicMode: no anonymous token is asked for and no Authorization is sent; a client given a token still sends it.'),
  row(18, 'test.use', 'env is read when the server starts, after beforeAll; JWT_SECRET there also signs the tokens of auth.'),
  row(
    24,
    'Result wrappers',
    'ToolResultWrapper: isSuccess, isError, error, raw, durationMs, json(), text(), hasTextContent(), hasImageContent(), hasResourceContent(), hasToolUI(); json() gives structuredContent for a tool-UI result and throws `No text content to parse as JSON` without text.',
  ),
  row(25, 'Result wrappers', 'ResourceContentWrapper: the common members, json(), text(), mimeType(), hasMimeType(type).'),
  row(26, 'Result wrappers', 'PromptResultWrapper: the common members, messages and description.'),
  row(
    27,
    'Result wrappers',
    'A tool error is a result: isError true, error undefined, raw._meta.code the code of the service. A plain value arrives as { value }.',
  ),
  row(
    28,
    'mcp client',
    'tools.list() follows nextCursor; throws on a failed request, on `tools/list returned the cursor <c> twice` and beyond 1000 pages.',
  ),
  row(29, 'mcp client', 'tools.call does not throw on failure; progressToken is sent as _meta.progressToken.'),
  row(30, 'mcp client', 'resources.list(), resources.listTemplates() and prompts.list() are paged like tools.'),
  row(31, 'mcp client', 'resources.read of an unknown URI fails with -32002.'),
  row(32, 'mcp client', 'prompts.get takes arguments whose values are texts.'),
  row(33, 'mcp client', 'raw.request gives the response as sent, raw.notify sends a notification, raw.sendRaw a body as it is.'),
  row(
    34,
    'mcp client',
    'onElicitation gets message and requestedSchema; no handler declines, a throwing one cancels; clearElicitationHandler takes it away.',
  ),
  row(35, 'mcp client', 'notifications.collect() has received, has(method) and waitFor(method, timeoutMs).'),
  row(
    36,
    'mcp client',
    'notifications.collectProgress() has all and waitForComplete(timeoutMs); from then on each call sends a progress token.',
  ),
  row(37, 'mcp client', 'notifications.send(method, params?).'),
  row(
    38,
    'mcp client',
    'protocolVersion, isConnected(), serverInfo, capabilities, hasCapability(name), instructions, sessionId, session, auth.',
  ),
  row(39, 'mcp client', 'authenticate(token) opens a new session as the user of the token; refused, it rejects and the old session stays.'),
  row(40, 'mcp client', 'disconnect(), reconnect(), setTimeout(ms): 30000 unless set; -32000 `Request timeout after <n>ms`.'),
  row(41, 'mcp client', 'logs: all(), filter(level), search(text), last(), clear().'),
  row(42, 'mcp client', 'trace.all(): request { method, params, id }, response, durationMs, timestamp.'),
  row(43, 'mcp client', 'transport_info.lastRequestHeaders holds Content-Type, Accept, User-Agent, Authorization and mcp-session-id.'),
  row(
    44,
    'mcp client',
    'Without publicMode the client asks /oauth/token for an anonymous token. Where the server wants another, it warns `MCP client could not connect anonymously`, and each request fails with -32600 `Session not initialized`.',
  ),
  row(45, 'mcp client', 'A builder that is asked for 2026-07-28 throws.'),
  row(
    46,
    'Mocks',
    'mcp.mock.add: method, params (recursive, arrays of the same length, or a predicate), response (or a function of the request; id replaced), times, delay; a handle with callCount(), calls(), remove().',
  ),
  row(47, 'Mocks', 'mcp.mock.tool, toolError, resource, resourceError (-32002 with data.uri), toolsList, resourcesList, clear(), all().'),
  row(
    48,
    'Mocks',
    'mcp.intercept.request, response, delay, failMethod (`Intercepted: <method>`), clear(), clearAll(); adders return a remover.',
  ),
  row(
    49,
    'Mocks',
    'Request interceptors pass through, modify, mock or fail; response interceptors pass through or modify; their contexts hold request, meta, response and durationMs.',
  ),
  row(
    50,
    'Mocks',
    'Mocks first, then request interceptors, then the server, then response interceptors, which see mocked answers too; notifications go straight to the server.',
  ),
  row(51, 'Mocks', 'Ready-made interceptors: logger, delay, failWhen, modifyMethod, responseLogger, modifyResponse.'),
  row(52, 'Mocks', 'mockResponse: success, error, toolResult, toolsList, resourcesList, resourceRead, and errors with their codes.'),
  row(
    53,
    'Mock servers',
    'MockAPIServer serves its description at /openapi.json and /openapi.yaml, limits bodies in bytes and time, and has start(), stop(), info, addRoute(), clearRoutes().',
  ),
  row(
    54,
    'Mock servers',
    'A route has exactly one of response and handler; the query does not count, :name is one segment, the first that fits wins, 404 { error: not_found, message } otherwise.',
  ),
  row(
    55,
    'Mock servers',
    'httpMock.interceptor(): get, post, put, delete, any, mock; allowPassthrough, pending, isDone, assertDone (`Unused HTTP mocks:`), clear, restore.',
  ),
  row(
    56,
    'Mock servers',
    'httpMock replaces the fetch of the process: newest interceptor first, `No HTTP mock found for <METHOD> <url>`; disable, enable, isEnabled, clearAll.',
  ),
  row(
    57,
    'Mock servers',
    'An object is a response only when all its keys are of one and its status is an integer from 200 to 599; a handle has callCount(), calls(), waitForCalls(count, 5000), remove().',
  ),
  row(
    58,
    'Mock servers',
    'httpResponse: json, text, html, error, notFound, unauthorized, forbidden, serverError, networkError (`fetch failed: <message>`), delayed.',
  ),
  row(
    59,
    'Tokens',
    'auth: createToken, createExpiredToken (an hour ago), createInvalidToken, users, getIssuer(), getAudience(), getJwks(); an RSA key of its own without JWT_SECRET, with it as the server signs.',
  ),
  row(60, 'server handle', 'server.info: baseUrl, port, and the pid of the process that listens.'),
  row(
    62,
    'server handle',
    'The builder: withToken, withHeaders, withPublicMode, withClientInfo, withProtocolVersion, withTimeout, withQueryParams, withCapabilities, withPlatform, withDebug, build, buildAndConnect.',
  ),
  row(63, 'server handle', 'restart() keeps the port; all clients get new sessions.'),
  row(
    64,
    'server handle',
    'getLogs() and clearLogs(); entries of stderr begin with `[ERROR] `; empty for a server that was not started here, for which restart() only waits.',
  ),
  row(
    65,
    'Matchers',
    'The fifteen matchers of the protocol; toBeError compares a number with the JSON-RPC code, a text with raw._meta.code.',
  ),
  row(67, 'Matchers', 'Each matcher has .not and a message with what was expected and what was received.'),
];
