import { app, prompt, resource, resourceTemplate, tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asText, openEnvelopeClient, type Answered } from '../../../test/support/envelope-client.ts';
import type { AuthContext } from '../define/auth-context.ts';
import { createAuthContext } from '../define/create-auth-context.ts';
import type { LocalAuthOptions } from '../define/auth-options.ts';
import type { JsonObject } from '../model/index.ts';
import { anonymousGrant } from './anonymous-grant.ts';
import { authorities } from './authorities.ts';
import { localAuth } from './local-auth.ts';
import { publicAccess } from './public-access.ts';
import { incrementalAuth } from './incremental-auth.ts';

const whoami = tool({ name: 'whoami', description: 'Says who calls' })(
  (_input, ctx) => `${ctx.auth.user.sub.slice(0, 5)} ${ctx.auth.isAnonymous} ${ctx.auth.scopes.join()}`,
);
const guarded = tool({ name: 'guarded', description: 'Is for admins', authorities: 'admin' })(() => 'in');
const across = tool({ name: 'across', description: 'Calls into another app' })((_input, ctx) => ctx.callTool('whoami'));
const inbox = resource({ name: 'inbox', uri: 'mail://inbox' })(() => 'one letter');
const letter = resourceTemplate({ name: 'letter', uriTemplate: 'mail://letters/{id}' })((_uri, { id }) => `letter ${id}`);
const reply = prompt({ name: 'reply', description: 'Asks for a reply' })(() => 'Reply to the letter.');
const open = tool({ name: 'open', description: 'Belongs to no app' })(() => 'open');

const caller = (claims: JsonObject, isAnonymous = false): AuthContext =>
  createAuthContext({
    mode: 'local',
    isAnonymous,
    user: { sub: 'user-1' },
    scopes: ['openid'],
    claims: { aud: 'https://mcp.example', ...claims },
  });

const granted = caller({ authorized_apps: ['mail'] });
const other = caller({ authorized_apps: ['files'], roles: ['admin'] });

const call = (name: string, auth: AuthContext, options: Partial<LocalAuthOptions> = {}): Promise<Answered> =>
  ask('tools/call', { name, arguments: {} }, { auth, options });

interface Asked {
  readonly auth: AuthContext;
  readonly options?: Partial<LocalAuthOptions>;
}

async function ask(method: string, params: JsonObject, { auth, options = {} }: Asked): Promise<Answered> {
  const client = await openEnvelopeClient(
    {
      apps: [
        app({ id: 'mail', name: 'Mail', tools: [whoami, guarded], resources: [inbox, letter], prompts: [reply] }),
        app({ id: 'files', name: 'Files', tools: [across] }),
      ],
      tools: [open],
      authorities: { claimsMapping: { roles: 'roles' }, profiles: { admin: { roles: { any: ['admin'] } } } },
      auth: { mode: 'local', incrementalAuth: { skippedAppBehavior: 'require-auth' }, ...options },
    },
    {
      features: [authorities, publicAccess, incrementalAuth, anonymousGrant, localAuth],
      variables: { JWT_SECRET: '0123456789abcdef0123456789abcdef' },
    },
  );
  const answer = await client.ask(method, params, { auth });
  await client.application.close();
  return answer;
}

const metaOf = ({ result }: Answered): JsonObject => {
  assert.is(result['isError'], true, JSON.stringify(result));
  return result['_meta'] as JsonObject;
};
const textOf = ({ result }: Answered): unknown => (result['structuredContent'] as JsonObject)['value'];

test('[N8.apps.required] a call into an app that was not granted says where to ask for it', async () => {
  const { errorId, timestamp, 'io.modelcontextprotocol/serverInfo': _server, ...meta } = metaOf(await call('whoami', other));
  assert.match(asText(errorId), /^err_[0-9a-f]{16}$/);
  assert.type(timestamp, 'string');
  assert.equal(meta, {
    code: 'AUTHORIZATION_REQUIRED',
    authorization_required: true,
    app: 'mail',
    tool: 'whoami',
    auth_url: 'https://mcp.example/oauth/authorize?app=mail&tool=whoami',
    session_mode: 'stateless',
    supports_incremental: true,
  });
});

test('a granted app, and a tool of no app, are called', async () => {
  assert.is(textOf(await call('whoami', granted)), 'user- false openid');
  assert.is(textOf(await call('open', other)), 'open');
});

test('[N8.apps.closed] a token without a claim of apps allows none', async () => {
  for (const claims of [{}, { authorized_apps: 'mail' }, { authorized_apps: { mail: true } }])
    assert.is(metaOf(await call('whoami', caller(claims)))['code'], 'AUTHORIZATION_REQUIRED');
});

test('an inner call into another app needs that app too', async () => {
  assert.match(JSON.stringify(await call('across', other)), 'AUTHORIZATION_REQUIRED');
});

const anonymousApps: Partial<LocalAuthOptions> = {
  incrementalAuth: { skippedAppBehavior: 'anonymous' },
  allowDefaultPublic: true,
  anonymousScopes: ['guest'],
};

test('[N8.apps.anonymous] where anonymous callers may call, a skipped app is called without the person', async () => {
  assert.is(textOf(await call('whoami', other, anonymousApps)), 'anon: true guest');
});

test('[N8.apps.anonymous] what anonymous callers may not call, or a guard judges by the person, still asks', async () => {
  for (const [name, options] of [
    ['whoami', { ...anonymousApps, allowDefaultPublic: false }],
    ['whoami', { ...anonymousApps, publicAccess: { tools: ['open'] } }],
    ['guarded', anonymousApps],
  ] as const)
    assert.is(metaOf(await call(name, other, options))['code'], 'AUTHORIZATION_REQUIRED', name);
});

const uses = [
  ['resources/read', { uri: 'mail://inbox' }, 'Resource "inbox"', 'one letter'],
  ['resources/read', { uri: 'mail://letters/7' }, 'Resource template "letter"', 'letter 7'],
  ['prompts/get', { name: 'reply' }, 'Prompt "reply"', 'Reply to the letter.'],
] as const;

test('[R40.apps.reads] resources, templates and prompts of an app that was not granted are refused with every skippedAppBehavior', async () => {
  for (const [method, params, named] of uses)
    for (const options of [{}, anonymousApps]) {
      const { error } = await ask(method, params, { auth: other, options });
      assert.is(error?.['code'], -32003, method);
      assert.match(asText(error?.['message']), `${named} belongs to the app "mail", which has not been allowed yet.`);
      const { data } = error as { data: JsonObject };
      assert.equal([data['app'], data['auth_url']], ['mail', 'https://mcp.example/oauth/authorize?app=mail']);
    }
});

test('[R40.apps.reads] they are served where the app was granted', async () => {
  for (const [method, params, _named, text] of uses) assert.match(JSON.stringify(await ask(method, params, { auth: granted })), text);
});

test('[R40.apps.reads] a token without a claim of apps reads nothing of them', async () => {
  for (const [method, params] of uses) assert.is((await ask(method, params, { auth: caller({}) })).error?.['code'], -32003);
});

test.run();
