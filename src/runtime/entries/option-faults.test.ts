import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Adapter, app, DynamicAdapter, Plugin, prompt, Provider, Service, tool, type AnyClass } from '../define/index.ts';
import { collect, modelFromMetadata, serverModelOf } from './index.ts';

function serverOf(options: object): AnyClass {
  class Server {}
  Service({ info: { name: 's', version: '1' }, ...options })(Server);
  return Server;
}

async function problemOf(options: object): Promise<string> {
  try {
    await modelFromMetadata(serverOf(options));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** As from JavaScript. */
const untyped = (options: object): object => options;
const made = (more: object = {}) => tool({ name: 't', description: 'T', ...more })(() => 1);

test('[D4.authoring.unserved-guard] a server with guards that are not served does not start', async () => {
  assert.match(await problemOf({ tools: [made()], agents: [class Helper {}] }), /^@Service: "agents" is not served/);
  assert.match(
    await problemOf({ apps: [app({ name: 'a', tools: [made()], ...untyped({ channels: [class News {}] }) })] }),
    /^app "a": "channels" is not served/,
  );
  assert.match(await problemOf({ tools: [made()], jobs: [class Nightly {}] }), /^@Service: "jobs" is not served/);
});

test('[I16.no-check.own-findings] tasks of a command line are refused by name', async () => {
  assert.match(await problemOf({ tools: [made()], tasks: { cliRunnerCommand: {} } }), /^@Service: "tasks.cliRunnerCommand" is not served/);
  assert.match(await problemOf({ tools: [made()], tasks: { strict: true } }), /^@Service: "tasks.strict" is not served by this version/);
  assert.is(await problemOf({ tools: [made()], tasks: { runner: 'in-process', strict: false } }), '');
});

test('[modes.options] auth of an app is checked like that of the server', async () => {
  const problem = await problemOf({ apps: [app({ name: 'a', tools: [made()], auth: { mode: 'static' } })] });
  assert.match(problem, /^app "a": "auth": mode "static" needs tokensEnv/);
});

test('[D4.authoring.unserved-option] an option without effect is a warning of the start', async () => {
  const collected = await collect(
    serverOf({ tools: [made({ output: { schemaMode: 'both' } })], ui: {}, skillsConfig: { prefix: '/help' } }),
  );
  assert.equal(serverModelOf(collected).warnings, [
    '@Service: "skillsConfig.prefix" has no effect here: skills are not served over HTTP',
    '@Service: "ui" has no effect in this version: no pages are served for tools',
    'tool "t": "output.schemaMode" has no effect in this version: output schemas are listed as they are',
  ]);
});

test('[D4.authoring.option-faults] options of apps, adapters and providers are checked at start, with the nearest name', async () => {
  @Adapter({ name: 'a', descripton: 'typo' } as never)
  class Misspelt extends DynamicAdapter {
    fetch() {
      return {};
    }
  }
  @Provider({ name: 'p', scop: 'global' } as never)
  class Strange {}
  const faults = await problemOf({
    apps: [app({ name: 'one', tols: [], description: 3 } as never)],
    adapters: [Misspelt],
    providers: [Strange],
  });
  assert.equal(faults.split('\n').sort(), [
    'adapter "a": unknown option "descripton"; did you mean "description"?',
    'app "one": "description" must be a string',
    'app "one": unknown option "tols"; did you mean "tools"?',
    'provider "p": unknown option "scop"; did you mean "scope"?',
  ]);
});

test('[D4.authoring.option-faults] a value of another type is refused, so that no reader of options asks for types', async () => {
  const auth = (more: object): object => ({ auth: { mode: 'local', ...more } });
  const wrong: readonly (readonly [path: string, options: object])[] = [
    ['auth.cimd.cache.redis', auth({ cimd: { cache: { redis: null } } })],
    ['auth.cimd.security.blockedDomains', auth({ cimd: { security: { blockedDomains: [7] } } })],
    ['auth.cimd.network.redirectPolicy', auth({ cimd: { network: { redirectPolicy: 'always' } } })],
    ['auth.consent.enabled', auth({ consent: { enabled: 'yes' } })],
    ['auth.mode', { auth: { mode: 'none' } }],
    ['http.cors.origin', { http: { cors: { origin: 7 } } }],
    ['http.routes', { http: { routes: 'none' } }],
    ['health', { health: null }],
    ['pagination.tools.pageSize', { pagination: { tools: { pageSize: Number.NaN } } }],
    ['metrics.include', { metrics: { include: 'tools' } }],
    ['observability.tracing.httpSpans', { observability: { tracing: { httpSpans: 1 } } }],
    ['tasks.maxTtlMs', { tasks: { maxTtlMs: '1h' } }],
    ['throttle.global.windowMs', { throttle: { global: { maxRequests: 1, windowMs: '1m' } } }],
    ['throttle.ipFilter.defaultAction', { throttle: { ipFilter: { defaultAction: 'block' } } }],
    ['transport.eventStore.enabled', { transport: { eventStore: { enabled: 'on' } } }],
  ];
  for (const [path, options] of wrong) assert.ok((await problemOf({ tools: [made()], ...options })).includes(`"${path}"`), path);
  const limited = made({ rateLimit: { maxRequests: 1, partitionBy: 'all' } });
  assert.match(await problemOf({ tools: [limited] }), /^tool "t": "rateLimit/);
});

test('[D4.authoring.absent-option] documented options that this version does not have say what to write instead', async () => {
  const faults = await problemOf({
    tools: [made()],
    loader: { url: 'https://packages.example' },
    transport: { sessionMode: () => 'stateful' },
    http: { hostFactory: () => undefined },
  } as never);
  assert.equal(faults.split('\n'), [
    '@Service: "loader" is not part of this version: no packages are loaded at run time; install the package and list what it exports',
    '@Service: "transport.sessionMode" must be "stateful", "stateless": a function is not part of this version; a session begins with its first message, and `transport.protocol.stateless` serves clients without one',
    '@Service: "http.hostFactory" is not part of this version: mount `createHandler(Server)` or `createFetchHandler(Server)` in a server of your own',
  ]);
  const remote = await problemOf({ apps: [{ urlType: 'url', url: 'https://other.example/mcp', name: 'Other' }] } as never);
  assert.match(remote, /^apps of other servers and packages are not part of this version: install the package/);
});

test('[D4.authoring.option-faults] items of lists are checked too, with their place', async () => {
  const faults = await problemOf({
    info: { name: 's', version: '1', icons: [{ src: 'javascript:alert(1)' }] },
    tools: [made({ icons: [{ url: 'x' }], examples: [{ description: 'x' }] })],
    prompts: [prompt({ name: 'p', description: 'P', arguments: [{ name: 'a', required: 'yes' }, { name: 'a' }] } as never)(() => 'x')],
  });
  assert.equal(faults.split('\n'), [
    '@Service: "info.icons": item 1: src must be an http:, https: or data: URI; got text of 19 characters',
    'tool "t": "examples": item 1: input is required; got an object with 1 member',
    'tool "t": "icons": item 1: unknown member "url"; expected { src, mimeType?, sizes?, theme? }; got an object with 1 member',
    'prompt "p": "arguments": item 1: required must be true or false; got text of 3 characters',
    'prompt "p": "arguments": two arguments are named "a"; got a list of 2',
  ]);
});

test('[D4.authoring.duplicate-owners] two plugins of one owner, or two apps, with one id are refused', async () => {
  @Plugin({ name: 'Audit' })
  class First {}
  @Plugin({ name: 'audit' })
  class Second {}
  assert.match(await problemOf({ tools: [made()], plugins: [First, Second] }), /^two plugins of server "s" have the id "audit"/);
  assert.is(await problemOf({ tools: [made()], plugins: [First], apps: [app({ name: 'a', plugins: [Second] })] }), '');
  assert.match(await problemOf({ apps: [app({ name: 'A B' }), app({ name: 'a-b' })] }), /^two apps have the id "a-b"/);
});

test.run();
