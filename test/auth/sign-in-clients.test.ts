/* Clients that nobody here wrote sign in at the built bundle. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../../scripts/serving/free-port.ts';
import { judgeModule, judgePath, newestNode } from '../../scripts/serving/judges.ts';
import { MemoryProvider, openSigningClient, signInAt, signingMakes } from '../support/oauth-clients.ts';
import { redirectUri } from '../support/oauth-driver.ts';
import { SignInProject } from '../support/sign-in-project.ts';

const project = new SignInProject();
test.before(() => project.build());
test.after(() => project.close());

for (const make of signingMakes)
  test(`[I6.clients.official] ${make.name}: discovery, registration, sign-in, call and refresh`, async () => {
    const server = await project.boot();
    const provider = new MemoryProvider(redirectUri);
    const first = await openSigningClient(make, server.boot.url, provider);
    try {
      await first.client.connect(first.transport);
      assert.unreachable('no sign-in was asked for');
    } catch (failure) {
      assert.match(String(failure), 'Unauthorized');
    }
    assert.ok(provider.sentTo !== undefined);
    assert.is(provider.sentTo.searchParams.get('resource'), `${server.oauth.origin}/mcp`);
    const back = await signInAt(server.oauth, provider.sentTo);
    assert.is(back.searchParams.get('state'), 'judge-state');
    await first.transport.finishAuth(make.answerOf(back));
    const { client, transport } = await openSigningClient(make, server.boot.url, provider);
    await client.connect(transport);
    const called = await client.callTool({ name: 'whoami', arguments: {} });
    assert.match(called.content[0]?.text ?? '', 'ada@example.com');
    await client.close();
    // An access token that is no longer good: the client comes back with the refresh token by itself.
    const before = provider.saved.tokens ?? {};
    provider.saved.tokens = { ...before, access_token: `${String(before['access_token'])}x` };
    const again = await openSigningClient(make, server.boot.url, provider);
    await again.client.connect(again.transport);
    assert.match((await again.client.callTool({ name: 'whoami', arguments: {} })).content[0]?.text ?? '', 'ada@example.com');
    assert.is.not(provider.saved.tokens['refresh_token'], before['refresh_token']);
    await again.client.close();
    await server.stop();
  });

interface OpenIdClient {
  readonly allowInsecureRequests: unknown;
  readonly None: () => unknown;
  dynamicClientRegistration(server: URL, metadata: object, auth: unknown, options: object): Promise<object>;
  buildAuthorizationUrl(config: object, parameters: object): URL;
  authorizationCodeGrant(
    config: object,
    back: URL,
    checks: object,
  ): Promise<{ access_token: string; refresh_token: string; scope?: string }>;
  refreshTokenGrant(config: object, refreshToken: string): Promise<{ access_token: string; refresh_token: string }>;
  randomPKCECodeVerifier(): string;
  calculatePKCECodeChallenge(verifier: string): Promise<string>;
}

test('[I6.clients.openid] openid-client: discovery, registration, issuer check, code and refresh', async () => {
  const server = await project.boot();
  const oidc = (await judgeModule('openid-client/build/index.js')) as OpenIdClient;
  const options = { algorithm: 'oauth2', execute: [oidc.allowInsecureRequests] };
  const metadata = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
  const config = await oidc.dynamicClientRegistration(new URL(server.oauth.origin), metadata, oidc.None(), options);
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: 'judge-state',
  });
  const back = await signInAt(server.oauth, address);
  const tokens = await oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState: 'judge-state' });
  assert.is((await server.call(tokens.access_token)).status, 200);
  const next = await oidc.refreshTokenGrant(config, tokens.refresh_token);
  assert.is((await server.call(next.access_token)).status, 200);
  await server.stop();
});

interface OAuth4WebApi {
  readonly allowInsecureRequests: symbol;
  resourceDiscoveryRequest(resource: URL, options: object): Promise<Response>;
  processResourceDiscoveryResponse(resource: URL, response: Response): Promise<{ authorization_servers?: string[] }>;
}

test('[I6.clients.metadata] oauth4webapi: the protected-resource metadata at its path-inserted place', async () => {
  const server = await project.boot();
  const oauth = (await judgeModule('oauth4webapi/build/index.js')) as OAuth4WebApi;
  const resource = new URL(server.boot.url);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const answer = await oauth.resourceDiscoveryRequest(resource, insecure);
  assert.equal((await oauth.processResourceDiscoveryResponse(resource, answer)).authorization_servers, [server.oauth.origin]);
  await server.stop();
});

test('[I6.clients.mcp-remote] mcp-remote: stdio on one side, the whole sign-in on the other', async () => {
  const server = await project.boot();
  const folder = mkdtempSync(join(tmpdir(), 'service-mcp-remote-'));
  const port = await freePort();
  const args = [judgePath('mcp-remote/dist/proxy.js'), server.boot.url, String(port), '--allow-http', '--transport', 'http-only'];
  const child = spawn(newestNode(), args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, BROWSER: 'none', MCP_REMOTE_CONFIG_DIR: folder },
  });
  const answers = new Map<number, (answer: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number };
    if (message.id !== undefined) answers.get(message.id)?.(message);
  });
  const ask = (id: number, method: string, params: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => answers.set(id, resolve));
  };
  const address = await new Promise<URL>((resolve, reject) => {
    let seen = '';
    child.stderr.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\S+/.exec(seen)?.[0];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once('close', () => reject(new Error(`mcp-remote ended:\n${seen}`)));
  });
  const opened = ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'judge', version: '1' } });
  const back = await signInAt(server.oauth, address);
  await fetch(back);
  await opened;
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  assert.match(JSON.stringify(await ask(2, 'tools/call', { name: 'whoami', arguments: {} })), 'ada@example.com');
  child.kill();
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

test.run();
