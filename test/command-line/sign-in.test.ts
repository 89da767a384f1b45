/* The generated command line against a built server that signs people in. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Service, tool } from '@service/sdk';
import { SessionStore } from '../../src/runtime/command-line/sessions/session-store.ts';
import type { JsonObject } from '../../src/runtime/model/index.ts';
import { listen } from '../support/listen.ts';
import { openProgram, type OpenedProgram } from '../support/command-line.ts';
import { SignInProject, type SignInServer } from '../support/sign-in-project.ts';

/** The program was built of the same server, without its sign-in. */
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })(() => 'nobody');
@Service({ info: { name: 'local-auth', version: '1.0.0' }, serve: false, tools: [whoami] })
class Server {}

const project = new SignInProject();
const test = suite<{ server: SignInServer; program: OpenedProgram; url: string }>('login of a generated command line');

test.before(async (context) => {
  const options = { auth: { revocation: true } };
  await project.build({ environment: { GIVEN_OPTIONS: JSON.stringify(options) } });
  const server = await project.boot({ options });
  const program = await openProgram(Server, { host: { openBrowser: (url) => void browse(url) } });
  Object.assign(context, { server, program, url: server.boot.url });
});
test.after(async ({ program }) => {
  await program.close();
  await project.close();
});

/** Signs in as a person would, and follows the redirect back. @returns what the page at its end says */
async function browse(url: string, change: (redirect: URL) => void | Promise<void> = () => undefined): Promise<string> {
  const page = await fetch(url);
  const [, pending = ''] = /name="pending_auth_id" value="([^"]+)"/.exec(await page.text()) ?? [];
  const [cookie = ''] = page.headers.getSetCookie()[0]?.split(';') ?? [];
  const answer = await fetch(new URL('/oauth/callback', url), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ pending_auth_id: pending, email: 'ada@example.com', name: 'Ada' }),
  });
  const redirect = new URL(answer.headers.get('location') ?? '');
  await change(redirect);
  return (await fetch(redirect)).text();
}

/** What the tool says, a JSON text. */
const result = (out: string): JsonObject => {
  const { structuredContent } = JSON.parse(out) as { structuredContent: { value: string } };
  return JSON.parse(structuredContent.value) as JsonObject;
};
const call = (program: OpenedProgram) => program.run(['--output', 'json', 'whoami']);

test('[cli-program.sessions] [cli-program.login] connect, login, calls as the person, renewed tokens, logout', async ({ program, url }) => {
  assert.is(
    (await program.run(['connect', url, '--name', 'work'])).out,
    `Connected to ${url} as work. It asks for a sign-in: run tool login.\n`,
  );
  const before = await call(program);
  assert.equal([before.code, before.error], [1, `tool: ${url} asks for a sign-in\n  Run tool login.\n`]);

  const signedIn = await program.run(['login']);
  assert.equal([signedIn.code, signedIn.out], [0, `Signed in at ${url}.\n`], signedIn.error);
  const first = await call(program);
  assert.is(first.code, 0, first.error);
  assert.is((result(first.out)['user'] as JsonObject)['email'], 'ada@example.com');
  assert.match((await program.run(['sessions', 'list'])).out, `* work   ${url} (signed in)\n`);

  const tokens = async () => (await program.store.read()).byName.get('work')?.credentials;
  const old = await tokens();
  const expire = () =>
    program.store.change((sessions) => {
      const session = sessions.byName.get('work');
      if (session?.credentials === undefined) throw new Error('not signed in');
      return { ...sessions, byName: new Map([['work', { ...session, credentials: { ...session.credentials, expiresAt: 0 } }]]) };
    });
  await expire();
  // Programs that run at once must not use one refresh token twice: the server would take it for a theft.
  const codes = await Promise.all(Array.from({ length: 3 }, async () => (await program.run(['whoami'])).code));
  assert.equal(codes, [0, 0, 0]);
  const renewed = await tokens();
  assert.not.equal(renewed?.accessToken, old?.accessToken);
  assert.is((await call(program)).code, 0);

  for (const secret of [old, renewed].flatMap((one) => [one?.accessToken ?? '', one?.refresh?.token ?? ''])) {
    assert.ok(secret.length > 20);
    assert.not.match(readFileSync(program.store.file, 'utf8') + signedIn.error + signedIn.out + first.error, secret);
  }
  assert.is((await program.run(['logout'])).out, `Signed out of ${url}.\n`);
  assert.is(await tokens(), undefined);
  const [after, local] = [await call(program), await program.run(['--session', 'local', 'whoami'])];
  assert.equal([after.code, local.code, local.out], [1, 0, '{"value":"nobody"}\n']);

  // The server was told: what was kept of the session is of no use.
  await program.store.change((sessions) => ({
    ...sessions,
    byName: new Map([['work', { url, ...(renewed === undefined ? {} : { credentials: { ...renewed, expiresAt: 0 } }) }]]),
  }));
  const ended = await call(program);
  assert.equal([ended.code, ended.error], [1, `tool: ${url} asks for a sign-in\n  Run tool login.\n`]);
});

test('[cli-program.login] --no-browser prints the address; the state and the issuer of the redirect are checked', async ({
  program,
  url,
}) => {
  await program.run(['connect', url, '--name', 'work']);
  const pages: Promise<string>[] = [];
  const unattended = await openProgram(Server, { host: { store: program.store, openBrowser: () => assert.unreachable('--no-browser') } });
  const shown = (host: OpenedProgram, change?: (redirect: URL) => void | Promise<void>) => {
    const { error } = host.host.terminal;
    Object.assign(host.host.terminal, {
      error: (text: string) => {
        error(text);
        const [, address] = /^ {2}(http\S+authorize\S+)$/m.exec(text) ?? [];
        if (address !== undefined) pages.push(browse(address, change));
      },
    });
    return () => Object.assign(host.host.terminal, { error });
  };
  let restore = shown(unattended);
  assert.is((await unattended.run(['login', '--no-browser'])).code, 0);
  assert.is(await pages[0], 'Signed in. You can close this page.');
  restore();

  restore = shown(unattended, (redirect) => redirect.searchParams.set('iss', 'https://evil.example'));
  const foreign = await unattended.run(['login', '--no-browser']);
  assert.equal([foreign.code, foreign.error.split('\n').at(-2)], [1, 'tool: The redirect came from another authorization server']);
  restore();

  restore = shown(unattended, async (redirect) => {
    const guessed = new URL(redirect);
    guessed.searchParams.set('state', 'guessed');
    assert.is((await fetch(guessed)).status, 404);
    redirect.searchParams.delete('code');
    redirect.searchParams.set('error', 'access_denied');
  });
  const denied = await unattended.run(['login', '--no-browser']);
  assert.equal([denied.code, denied.error.split('\n').at(-2)], [1, 'tool: The sign-in was refused: access_denied']);
  restore();
  await unattended.close();
});

test('[cli-program.sessions] connect to what does not answer, or is no MCP server, changes nothing', async ({ program, server, url }) => {
  await program.run(['sessions', 'switch', 'local']);
  const before = [...(await program.store.read()).byName.keys()];
  const cases: readonly (readonly [address: string, text: RegExp])[] = [
    [`http://127.0.0.1:1${server.port}9/mcp`, /is not the URL of a server|cannot be reached/],
    ['http://127.0.0.1:9999999/mcp', /is not the URL of a server/],
    [new URL('/nowhere', url).href, /answered with status 40\d and no MCP message|does not speak|asks for a sign-in/],
    ['file:///etc/passwd', /is not the URL of a server/],
    ['not an address', /is not the URL of a server/],
  ];
  for (const [address, text] of cases) {
    const { code, error, out } = await program.run(['connect', address, '--name', 'broken']);
    if (out !== '') continue;
    assert.is(code, 1, address);
    assert.match(error, text);
  }
  assert.equal([...(await program.store.read()).byName.keys()], before);
  assert.is((await program.run(['connect', url, '--name', 'local'])).code, 2);
});

test('[cli-program.login] a token is taken from standard input alone', async ({ program, url }) => {
  await program.run(['connect', url, '--name', 'work']);
  assert.is((await program.run(['login', '--token', '-'], 'a b')).code, 2);
  assert.is((await program.run(['login', '--token', '-'], '')).code, 2);
  assert.is((await program.run(['login', '--token', '-'], 'not-a-token-of-theirs\n')).code, 0);
  const refused = await call(program);
  assert.equal([refused.code, refused.error], [1, `tool: ${url} asks for a sign-in\n  Run tool login.\n`]);
  assert.is((await program.run(['logout', '--all'])).code, 0);
  assert.is((await program.run(['sessions', 'list'])).out, '  * local  in this program\n');
});

/** Another process renews the tokens after the first look at them. */
class RenewedMeanwhile extends SessionStore {
  renew: (() => Promise<unknown>) | undefined;

  override async read() {
    const found = await super.read();
    const { renew } = this;
    this.renew = undefined;
    await renew?.();
    return found;
  }
}

test('[cli-program.login] logout revokes the tokens that another process has renewed meanwhile', async () => {
  const revoked: (string | null)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      revoked.push(new URLSearchParams(body).get('token'));
      response.end('{}');
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const folder = mkdtempSync(join(tmpdir(), 'service-logout-'));
  const store = new RenewedMeanwhile(folder, 'tool');
  const keep = (accessToken: string) => {
    const session = { url: `${origin}/mcp`, credentials: { accessToken, revocationEndpoint: `${origin}/revoke` } };
    return store.change(() => ({ current: 'work', byName: new Map([['work', session]]) }));
  };
  await keep('old');
  store.renew = () => keep('new');
  const signedIn = await openProgram(Server, { host: { store } });
  const { out } = await signedIn.run(['logout']);
  const left = (await store.read()).byName.get('work')?.credentials;
  await signedIn.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  assert.equal([out, revoked, left], [`Signed out of ${origin}/mcp.\n`, ['new'], undefined]);
});

test.run();
