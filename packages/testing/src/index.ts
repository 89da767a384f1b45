/*
 * End-to-end tests of MCP servers: `test` starts the server that `test.use` names, gives each test a client, and ends both.
 * Importing this adds the matchers to the runner's `expect`.
 */
import { findExpect, type Expect } from './matchers/expect.ts';
import { createTest, type Test } from './runner/create-test.ts';

/**
 * Declares a test. It starts the server that `test.use` names, and gives the body a client and other fixtures.
 * @example
 * import { expect, test } from '@service/testing';
 *
 * test.use({ server: './src/main.ts' });
 *
 * test('adds', async ({ mcp }) => {
 *   expect(await mcp.tools.list()).toContainTool('add');
 *   expect(await mcp.tools.call('add', { a: 2, b: 3 })).toBeSuccessful();
 * });
 */
export const test: Test = createTest();

/**
 * A test whose body is measured and held to limits.
 * @example
 * perfTest('adds', { maxDurationMs: 500, baseline: 'e2e/perf-baseline.json' }, async ({ mcp }, perf) => {
 *   for (let a = 0; a < 100; a += 1) await mcp.tools.call('add', { a, b: 1 });
 *   await perf.checkLeak(() => mcp.tools.list(), { iterations: 50 });
 * });
 */
export const perfTest: Test['perf'] = test.perf;

/** `expect` of the runner, with matchers for MCP such as `toBeSuccessful`. */
export const expect: Expect = findExpect();

export { type LeakOptions, type LeakReport, Perf, type PerfLimits, type PerfSample } from './perf/perf.ts';
export { TestCluster } from './servers/test-cluster.ts';
export type { ClusterOptions } from './servers/test-cluster.ts';
export { ThrowawayRedis } from './servers/throwaway-redis.ts';
export { type RawHttpAnswer, RawHttpClient } from './client/http-exchange.ts';
export { Cassette } from './mocks/http/cassette.ts';
export type { CassetteOptions } from './mocks/http/cassette.ts';
export { createTest } from './runner/create-test.ts';
export type { AsymmetricMatcher } from './asymmetric.ts';
export type { Describe, Test } from './runner/create-test.ts';
export type { Fixtures } from './runner/run-test.ts';
export type { TestRunner } from './runner/runner.ts';
export { assertions, matchers } from './matchers/index.ts';
export type { McpAssertions, McpMatchers } from './matchers/index.ts';
export type { Expect, Expectation } from './matchers/expect.ts';
export { McpClient } from './client/mcp-client.ts';
export { McpClientBuilder } from './client/client-builder.ts';
export { OpenedUI } from './ui/opened-ui.ts';
export type {
  ViewMessage as UIMessage,
  ViewViolation as UIViolation,
  WidgetPlatformName as UIPlatformName,
} from '@service/sdk/widget-host';
export type { UIOptions } from './ui/ui-host.ts';
export { acceptDefaults } from './client/elicitation.ts';
export type { ElicitationAnswer, ElicitationHandler, ElicitationRequest } from './client/elicitation.ts';
export type { JsonRpcError, JsonRpcRequest, JsonRpcResponse } from './client/messages.ts';
export { PromptResultWrapper, ResourceContentWrapper, ToolResultWrapper } from './client/results.ts';
export { ServerHandle } from './servers/server-handle.ts';
export type { ClientOptions } from './servers/server-handle.ts';
export type { UseOptions } from './servers/server-options.ts';
export { TestServer } from './servers/test-server.ts';
export type { ServerInfo } from './servers/test-server.ts';
export {
  AuthHeaders,
  createTestUser,
  TestTokenFactory,
  type TestUser,
  testUsers as TestUsers,
  type TokenFactoryOptions,
  type TokenOptions,
} from './auth/token-factory.ts';
export { interceptors } from './mocks/interceptors.ts';
export type { RequestInterceptor, ResponseInterceptor } from './mocks/interceptors.ts';
export { mockResponse } from './mocks/mock-response.ts';
export type { MockDefinition, MockHandle } from './mocks/client-mocks.ts';
export { AssertionError, ConnectionError, McpProtocolError, ServerStartError, TestClientError, TimeoutError } from './errors.ts';
export { MockAPIServer } from './mocks/mock-api-server.ts';
export type { MockApiInfo, MockApiOptions, MockReply, MockRequest, MockRoute } from './mocks/mock-api-server.ts';
export { httpMock } from './mocks/http/http-mock.ts';
export { httpResponse } from './mocks/http/http-response.ts';
export type { HttpMockResponse } from './mocks/http/http-response.ts';
export type { HttpInterceptor, HttpMockDefinition, HttpMockHandle } from './mocks/http/http-interceptor.ts';
export { MockOAuthServer } from './auth/oauth/mock-oauth-server.ts';
export type { MockOAuthInfo } from './auth/oauth/mock-oauth-server.ts';
export type { MockOAuthOptions, OAuthTestUser } from './auth/oauth/oauth-grants.ts';
export { MockCimdServer } from './auth/mock-cimd-server.ts';
export type { CimdClient } from './auth/mock-cimd-server.ts';
