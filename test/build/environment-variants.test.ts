/* Options that a variable decides, with its texts listed in the config: one bundle for all of them. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { writeProject } from '../support/ways-to-run.ts';
import { modernRequest } from '../support/wire-client.ts';

const test = suite('listed variants');

const key = 'a-key-of-forty-characters-0123456789-abcd';
const source = `import { Service, tool, type AuthOptions } from '@service/sdk';

const who = tool({ name: 'who', description: 'x', inputSchema: {} })((_input, ctx) => ctx.auth.user.sub);
const auths: Record<string, AuthOptions> = {
  public: { mode: 'public' },
  static: { mode: 'static', tokens: ['${key}'] },
};

@Service({
  info: { name: 'variants', version: '1.0.0' },
  tools: [who],
  auth: auths[process.env.AUTH_MODE ?? 'static'],
  transport: { protocol: process.env.WIRE === 'old' ? 'legacy' : 'stateless-api' },
})
export default class Server {}
`;
const variants = { AUTH_MODE: ['public', 'static'], WIRE: ['new', 'old'] };

const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const call = modernRequest('tools/call', { name: 'who', arguments: {} });
  const answer = await fetch(url, { method: 'POST', body: call.body, headers: { ...call.headers, ...headers } });
  return answer.status;
};
const secret = { JWT_SECRET: 'a-secret-of-at-least-thirty-two-bytes-abcdef' };
const bearer = { authorization: `Bearer ${key}` };

type Look = (url: string) => Promise<void>;
const looks: readonly (readonly [Record<string, string>, Look])[] = [
  [{ AUTH_MODE: 'public', WIRE: 'new' }, async (url) => assert.is(await statusOf(url), 200)],
  [{ AUTH_MODE: 'static', WIRE: 'old' }, async (url) => assert.equal([await statusOf(url), await statusOf(url, bearer)], [401, 200])],
  // Not set: the expression of the sources decides.
  [{}, async (url) => assert.equal([await statusOf(url), await statusOf(url, bearer)], [401, 200])],
];
const refusal = /AUTH_MODE must be one of "public", "static": the server was built for these \(build\.variants\)/;

test('[environment.variants] one bundle carries what every listed text needs, on node and on a worker, and refuses others', async () => {
  const project = writeProject({ 'src/main.ts': source });
  try {
    const request = requestOf(project.root, 'variants', { build: { variants } });
    const folder = join(project.root, 'dist');
    const { report, result } = await bundleOf(request, nodeTarget);
    const features = report.features.map(({ name }) => name);
    for (const name of ['build-variants', 'public-auth', 'static-auth', 'sessions']) assert.ok(features.includes(name), name);
    await writeOutput(request, result, join(folder, 'node'));
    for (const [env, look] of looks) {
      const running = await bootHttp({ folder: join(folder, 'node'), name: 'variants', env: { ...secret, ...env } });
      try {
        await look(running.url);
      } finally {
        await running.stop();
      }
    }
    const other = await bootHttp({ folder: join(folder, 'node'), name: 'variants', env: { AUTH_MODE: 'local' } }).then(
      () => 'started',
      String,
    );
    assert.match(other, refusal);

    await writeOutput(request, (await bundleOf(request, workerTarget)).result, join(folder, 'worker'));
    const flags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];
    for (const [vars, look] of looks) {
      const worker = await bootWorker({ bundle: join(folder, 'worker', 'index.js'), vars: { ...secret, ...vars }, flags });
      try {
        await look(`${worker.origin}/mcp`);
      } finally {
        await worker.stop();
      }
    }
  } finally {
    project.remove();
  }
});

const branches = `import { DynamicPlugin, Plugin, Service, tool, type AuthOptions } from '@service/sdk';

const who = tool({ name: 'who', description: 'x', inputSchema: {} })((_input, ctx) => ctx.auth.user.sub);
const auths: Record<string, AuthOptions> = {
  public: { mode: 'public', publicAccess: { tools: ['who'] } },
  static: { mode: 'static', tokensEnv: 'KEYS' },
};
const isTraced = process.env.TRACED === 'yes';
const wire = () => {
  if (process.env.SESSIONS === undefined) return { protocol: 'stateless-api' } as const;
  return { protocol: 'legacy' } as const;
};
@Plugin({ name: 'keeper' })
class Keeper extends DynamicPlugin<{ kind: string }> {
  static stores({ kind }: { kind: string }) {
    return { kept: kind === 'file' ? { redis: { provider: 'filesystem' as const, path: 'kept' } } : ('memory' as const) };
  }
}

@Service({
  info: { name: 'branches', version: '1.0.0' },
  tools: [who],
  plugins: process.env.KEEP ? [Keeper.init({ kind: 'file' })] : [Keeper.init({ kind: 'memory' })],
  auth: auths[process.env.AUTH_MODE ?? 'public'],
  ...(process.env.REDIS_URL && { redis: { url: process.env.REDIS_URL } }),
  ...(isTraced ? { observability: { requestLogs: true } } : {}),
  transport: wire(),
  throttle: process.env.MAX_CALLS ? { global: { maxRequests: Number(process.env.MAX_CALLS), windowMs: 1_000 } } : undefined,
})
export default class Server {}
`;

test('[environment.union] the features of every branch of the sources are in the bundle, without a value for any variable', async () => {
  const project = writeProject({ 'src/main.ts': branches });
  try {
    const { report } = await bundleOf(requestOf(project.root, 'branches'), nodeTarget);
    const reasons = Object.fromEntries(report.features.map(({ because, name }) => [name, because]));
    for (const name of ['static-auth', 'shared-state', 'storage-redis', 'request-logs', 'sessions'])
      assert.match(reasons[name] ?? `${name} is missing`, /where "auth" and .* decide so$/, name);
    assert.match(reasons['storage-filesystem'] ?? 'missing', 'in another branch of "plugins"');
    assert.not.match(reasons['public-auth'] ?? 'missing', 'where');
  } finally {
    project.remove();
  }
});

const hidden = `import { Service, tool } from '@service/sdk';
import { z } from 'zod';

const one = tool({ name: 'one', description: 'x', inputSchema: { n: z.number() } })(({ n }) => n);
const two = tool({ name: 'two', description: 'x', inputSchema: { text: z.string() } })(({ text }) => text);
const all: Record<string, typeof one | typeof two> = { one, two };

@Service({
  info: { name: 'hidden', version: '1.0.0' },
  tools: (process.env.TOOLS ?? 'one').split(',').flatMap((name) => all[name] ?? []),
})
export default class Server {}
`;

test('[environment.lists.hidden] a tool that no branch shows is refused at start by its name, unless its variable is listed', async () => {
  const project = writeProject({ 'src/main.ts': hidden });
  try {
    const folder = join(project.root, 'dist');
    const start = async (build: object, TOOLS: string): Promise<string> => {
      const request = requestOf(project.root, 'hidden', { build });
      await writeOutput(request, (await bundleOf(request, nodeTarget)).result, folder);
      const started = bootHttp({ folder, name: 'hidden', env: { ...secret, TOOLS } });
      return started.then(async (running) => (await running.stop(), 'started'), String);
    };
    const refused = /tool "two": it was not there when the server was built: write a branch that lists it .* in build\.variants/;
    assert.match(await start({}, 'one,two'), refused);
    assert.is(await start({ variants: { TOOLS: ['one', 'one,two'] } }, 'one,two'), 'started');
  } finally {
    project.remove();
  }
});

test('[environment.variants] without a list the error stands at the option and names the form', async () => {
  const text = source.replace("auths[process.env.AUTH_MODE ?? 'static']", '{ mode: process.env.AUTH_MODE } as AuthOptions');
  const project = writeProject({ 'src/main.ts': text });
  try {
    const { diagnostics, output } = await build(requestOf(project.root, 'variants'), nodeTarget);
    assert.is(output, undefined);
    const [found] = diagnostics.filter(({ severity }) => severity === 'error');
    assert.is(found?.span?.line, 12, JSON.stringify(found));
    assert.match(found?.related?.[0]?.message ?? '', "build: { variants: { AUTH_MODE: ['…'] } }");
    const listed = await build(requestOf(project.root, 'variants', { build: { variants: { AUTH_MODE: ['public'] } } }), nodeTarget);
    assert.is.not(listed.output, undefined);
  } finally {
    project.remove();
  }
});

test.run();
