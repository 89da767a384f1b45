/** Fixed texts that tests and users rely on, in one place. */
export const texts = {
  noServer: 'test.use() requires either server (entry file path) or baseUrl (for external server) option',
  startFailed: 'Failed to start test server.',
  notReady: (ms: number): string => `Server did not become ready within ${ms}ms`,
  notConnected: 'Not connected to MCP server. Call connect() first.',
  noSession: 'Session not initialized',
  notAnonymous: 'MCP client could not connect anonymously',
  connectFailed: (url: string): string => `Failed to initialize MCP connection to ${url}`,
  sseFailed: (url: string, status: string): string => `SSE connection to ${url} failed: ${status}`,
  logTimeout: (wanted: string, ms: number): string => `Timeout waiting for the log line ${wanted} after ${ms}ms`,
  requestTimeout: (ms: number): string => `Request timeout after ${ms}ms`,
  repeatedCursor: (method: string, cursor: string): string => `${method} returned the cursor ${cursor} twice`,
  tooManyPages: (method: string, pages: number): string => `${method} returned more than ${pages} pages`,
  noTextContent: 'No text content to parse as JSON',
  intercepted: (method: string): string => `Intercepted: ${method}`,
  mockRoute: (method: string, path: string): string => `Mock route ${method} ${path} must define either 'handler' or 'response'.`,
  noHttpMock: (method: string, url: string): string => `No HTTP mock found for ${method} ${url}`,
  unusedHttpMocks: 'Unused HTTP mocks:',
  callsTimeout: (wanted: number, got: number, ms: number): string => `Timeout waiting for ${wanted} calls, got ${got} after ${ms}ms`,
  fetchFailed: (message: string): string => `fetch failed: ${message}`,
} as const;

/** Revision of the client that `mcp` is. */
export const legacyRevision = '2025-06-18';
/** Revision of the client that `modern` is. */
export const modernRevision = '2026-07-28';

export const limits = {
  startupTimeoutMs: 30_000,
  requestTimeoutMs: 30_000,
  testTimeoutMs: 60_000,
  firstPort: 51_000,
  pages: 1000,
  waitForCallsMs: 5000,
  waitForNotificationMs: 5000,
  waitForLogMs: 5000,
  /** How long a process may take to end once its connections fail. */
  endingMs: 5000,
  shownLogEntries: 50,
  /** How long a server that is started again waits for its port. */
  restartMs: 5000,
  restartPauseMs: 100,
  mockBodyBytes: 1_048_576,
  mockBodyTimeoutMs: 10_000,
} as const;
