/* Stacks in the logs of built servers name lines of the project, where the bundle has its source map. */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CompileRequest, writeOutput } from '../../src/compiler/index.ts';
import { checkSourceMap } from '../../src/compiler/5-check/source-map-option.ts';
import type { Target } from '../../src/compiler/target.ts';
import { cliTarget } from '../../src/targets/cli/target.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { startRedis } from '../support/redis-server.ts';
import { sharedEnvironment } from '../support/shared-project.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import { inProject } from '../support/written-project.ts';

const test = suite('source-maps');
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

const files = {
  'apps/shop/tsconfig.json': '{ "compilerOptions": { "target": "es2022", "strict": true }, "include": ["src"] }',
  'apps/shop/package.json': '{ "name": "shop", "type": "module" }',
  'apps/shop/src/main.ts': `import { App, AsyncProvider, inject, ProviderScope, Service, tool, Tool, ToolContext } from '@service/sdk';
import { Order } from './tools/order.ts';
import { fromPackage } from 'broken';
import { fromWorkspace } from '../../../lib/prices.ts';

class Stock {}
const stock = AsyncProvider({ provide: Stock, scope: ProviderScope.CONTEXT, useFactory: async () => { throw new Error('provider broke'); } });

const told = { description: 'Fails.', inputSchema: {} } as const;
@Tool({ name: 'provider', description: 'Fails.', inputSchema: {} })
class Needs extends ToolContext {
  private readonly stock = inject(Stock);

  execute() {
    return String(this.stock);
  }
}
@App({ name: 'stocks', tools: [Needs], providers: [stock] })
class Stocks {}

const price = tool({ ...told, name: 'workspace' })(() => fromWorkspace());
const wrapped = tool({ ...told, name: 'package' })(() => fromPackage());
const forgotten = tool({ ...told, name: 'promise' })(() => {
  void Promise.resolve().then(() => { throw new Error('promise broke'); });
  return 'done';
});
const timer = tool({ ...told, name: 'timer' })(() => {
  setTimeout(() => { throw new Error('timer broke'); });
  return 'armed';
});

@Service({
  info: { name: 'shop', version: '1.0.0' },
  tools: [Order, price, wrapped, forgotten, timer],
  apps: [Stocks],
  http: { routes: [{ method: 'GET', path: '/hook', handler: () => { throw new Error('route broke'); } }] },
})
export class Server {}
`,
  'apps/shop/src/tools/order.ts': `import { Tool, ToolContext } from '@service/sdk';
import { z } from 'zod';

const amount = z.number().int().min(1).max(100);

@Tool({ name: 'order', description: 'Orders.', inputSchema: { amount: amount.describe('how many'), note: z.string().max(20).optional() }, annotations: { title: 'x' } })
export class Order extends ToolContext {
  private readonly secret = 'SOURCE-TEXT';

  async execute(input: { amount: number; note?: string | undefined }): Promise<string> {
    await Promise.resolve();
    const total: number = input.amount * 2; if (total > 0) throw new TypeError(\`tool broke \${this.secret.length}\`);
    return String(total);
  }
}
`,
  'lib/prices.ts':
    "export function fromWorkspace(): string {\n  if (Date.now() > 0) throw new Error('workspace broke');\n  return 'never';\n}\n",
  'node_modules/broken/package.json':
    '{ "name": "broken", "version": "1.0.0", "type": "module", "exports": "./index.js", "types": "./index.d.ts" }',
  'node_modules/broken/index.d.ts': 'export declare function fromPackage(): string;\n',
  'node_modules/broken/index.js': "\n\nexport const fromPackage = () => {   throw new Error('package broke'); };\n",
};

type Failure = 'tool' | 'provider' | 'workspace' | 'package' | 'promise' | 'route' | 'timer';

/** Where each error is made: file, line and column as an editor counts them. */
const placeOf = (name: Failure, file: keyof typeof files): string => {
  const lines = files[file].split('\n');
  const at = lines.findIndex((line) => line.includes(`${name} broke`));
  const shown = file.startsWith('apps/shop/') ? file.slice('apps/shop/'.length) : file.startsWith('lib/') ? `../../${file}` : file;
  return `${shown}:${at + 1}:${(lines[at] ?? '').indexOf('new ') + 1}`;
};

const places: Readonly<Record<Failure, string>> = {
  tool: placeOf('tool', 'apps/shop/src/tools/order.ts'),
  provider: placeOf('provider', 'apps/shop/src/main.ts'),
  workspace: placeOf('workspace', 'lib/prices.ts'),
  package: placeOf('package', 'node_modules/broken/index.js'),
  promise: placeOf('promise', 'apps/shop/src/main.ts'),
  route: placeOf('route', 'apps/shop/src/main.ts'),
  timer: placeOf('timer', 'apps/shop/src/main.ts'),
};

interface Built {
  readonly root: string;
  readonly folder: string;
  readonly report: Awaited<ReturnType<typeof bundleOf>>['report'];
  /** In the output. */
  readonly paths: readonly string[];
}

interface BuiltOptions {
  readonly build?: CompileRequest['build'];
  /** Texts of other files, or other texts. */
  readonly change?: Readonly<Record<string, string>>;
}

async function inBuilt<T>(
  target: Target,
  { build: options = {}, change }: BuiltOptions,
  use: (built: Built) => Promise<T> | T,
): Promise<T> {
  return inProject({ ...files, ...change }, async (top) => {
    symlinkSync(join(modules, 'zod'), join(top, 'node_modules', 'zod'));
    const root = join(top, 'apps', 'shop');
    const request = requestOf(root, 'shop', { build: options });
    const { report, result } = await bundleOf(request, target);
    const folder = join(root, 'dist');
    await writeOutput(request, result, folder);
    return use({ root, folder, report, paths: result.output?.files.map(({ path }) => path) ?? [] });
  });
}

/** What a started server logs of every failure. */
async function logOf(folder: string, command: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = await bootHttp({ folder, name: 'shop', command, env });
  const { pathname, port } = new URL(server.url);
  const call = async (name: string, args: object = {}): Promise<void> => {
    await send({ port: Number(port), path: pathname, ...modernRequest('tools/call', { name, arguments: args }) });
  };
  await call('order', { amount: 2 });
  for (const name of ['provider', 'workspace', 'package', 'promise']) await call(name);
  await send({ port: Number(port), method: 'GET', path: '/hook' });
  await call('timer');
  await server.until(() => (server.output.stderr.includes('shop: Error: timer broke') ? true : undefined));
  await server.stop();
  return server.output.stderr;
}

/** The first frame below each message. */
const firstFrame = (log: string, name: Failure): string => {
  const from = log.lastIndexOf(`rror: ${name} broke`);
  assert.ok(from >= 0, `${name} is not in the log:\n${log}`);
  return log.slice(from).split('\n')[1] ?? '';
};

function assertPlaces(log: string): void {
  for (const [name, place] of Object.entries(places) as [Failure, string][]) {
    const frame = firstFrame(log, name);
    assert.ok(frame.endsWith(place) || frame.endsWith(`${place})`), `${name}: ${frame}, expected ${place}`);
  }
}

const bundlers = ['esbuild', 'rollup'] as const;
const formats = ['cjs', 'esm'] as const;

for (const bundler of bundlers)
  for (const format of formats)
    test(`[build.sourcemap.log] a logged stack names lines and columns of the project (${bundler}, ${format})`, async () => {
      await inBuilt(nodeTarget, { build: { bundler, format } }, async ({ folder }) => assertPlaces(await logOf(folder)));
    });

test('[build.sourcemap.log] it does for files that TypeScript compiles, and for a command line with the map in its bundle', async () => {
  const metadata = { target: 'es2022', strict: true, experimentalDecorators: true, emitDecoratorMetadata: true };
  const change = { 'apps/shop/tsconfig.json': JSON.stringify({ compilerOptions: metadata, include: ['src'] }) };
  for (const bundler of bundlers)
    await inBuilt(nodeTarget, { change, build: { bundler } }, async ({ folder }) => assertPlaces(await logOf(folder)));
  await inBuilt(cliTarget, { build: { sourcemap: 'inline', minify: false } }, async ({ folder, paths }) => {
    assert.not.ok(paths.some((path) => path.endsWith('.map')));
    assertPlaces(await logOf(folder, ['serve']));
  });
});

test('[build.sourcemap.log] so does one of several instances', async () => {
  const redis = await startRedis();
  const main = files['apps/shop/src/main.ts'].replace("version: '1.0.0' },", "version: '1.0.0' }, redis: {},");
  try {
    await inBuilt(distributedTarget, { change: { 'apps/shop/src/main.ts': main } }, async ({ folder }) => {
      assertPlaces(await logOf(folder, [], sharedEnvironment(redis.port)));
    });
  } finally {
    await redis.remove();
  }
});

const mapOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'shop.bundle.js.map'), 'utf8')) as SourceMapPayload;
const sourceText = 'SOURCE-TEXT';

test('[build.sourcemap] a map names sources by their paths from the project, without their texts', async () => {
  for (const bundler of bundlers)
    await inBuilt(nodeTarget, { build: { bundler } }, ({ folder, paths, report, root }) => {
      const text = readFileSync(join(folder, 'shop.bundle.js.map'), 'utf8');
      const { sources, sourcesContent } = mapOf(folder);
      const own = sources.filter((source) => !/^(?:@service\/sdk\/|service:)/.test(source));
      assert.equal(own.sort(), ['../../lib/prices.ts', 'node_modules/broken/index.js', 'src/main.ts', 'src/tools/order.ts']);
      assert.is(sourcesContent, undefined);
      for (const hidden of [root, modules, fileURLToPath(new URL('../..', import.meta.url)), sourceText]) assert.not.match(text, hidden);
      assert.ok(paths.includes('shop.bundle.js.map'));
      assert.equal(report.sourceMaps, [{ path: 'shop.bundle.js.map', bytes: Buffer.byteLength(text) }]);
      assert.is(report.bytes, Buffer.byteLength(readFileSync(join(folder, 'shop.bundle.js'))));
    });
});

test('[build.sourcemap] sourcesContent puts the texts of the sources in, as the author wrote them', async () => {
  for (const bundler of bundlers)
    await inBuilt(nodeTarget, { build: { bundler, sourcesContent: true } }, ({ folder, root }) => {
      const { sources, sourcesContent } = mapOf(folder);
      assert.is(sourcesContent[sources.indexOf('src/tools/order.ts')], files['apps/shop/src/tools/order.ts']);
      assert.is(sourcesContent[sources.indexOf('src/main.ts')], files['apps/shop/src/main.ts']);
      assert.is(sourcesContent[sources.indexOf('../../lib/prices.ts')], files['lib/prices.ts']);
      assert.not.match(readFileSync(join(folder, 'shop.bundle.js.map'), 'utf8'), root);
    });
});

test('[build.sourcemap] equal projects in different folders have equal maps', async () => {
  for (const bundler of bundlers) {
    const read = ({ folder }: Built): string => readFileSync(join(folder, 'shop.bundle.js.map'), 'utf8');
    assert.is(await inBuilt(nodeTarget, { build: { bundler } }, read), await inBuilt(nodeTarget, { build: { bundler } }, read));
  }
});

test('[build.sourcemap] none leaves out the map and what reads it; archives and workers have neither', async () => {
  const reader = 'x_bundle_sha256';
  await inBuilt(nodeTarget, {}, ({ folder }) => assert.match(readFileSync(join(folder, 'shop.bundle.js'), 'utf8'), reader));
  await inBuilt(nodeTarget, { build: { sourcemap: 'none' } }, ({ folder, paths }) => {
    assert.not.ok(paths.some((path) => path.endsWith('.map')));
    assert.not.match(readFileSync(join(folder, 'shop.bundle.js'), 'utf8'), reader);
  });
  await inProject(files, async (top) => {
    symlinkSync(join(modules, 'zod'), join(top, 'node_modules', 'zod'));
    for (const target of [mcpbTarget, workerTarget]) {
      const request = requestOf(join(top, 'apps', 'shop'), 'shop', { packaging: { stageOnly: true } });
      const { result } = await bundleOf(request, target);
      const made = result.output?.files ?? [];
      assert.ok(made.length > 0);
      assert.equal(
        made.filter(({ path }) => path.endsWith('.map')).map(({ path }) => path),
        [],
      );
      for (const { contents } of made) assert.not.match(String(contents), reader);
    }
  });
});

test('[build.sourcemap.log] the output can be moved; a missing, damaged or foreign map leaves stacks as they are', async () => {
  await inBuilt(nodeTarget, {}, async ({ folder, root }) => {
    const moved = join(root, 'some where', 'else');
    cpSync(folder, moved, { recursive: true });
    rmSync(join(root, 'src'), { recursive: true });
    assertPlaces(await logOf(moved));
    const file = join(moved, 'shop.bundle.js.map');
    const map = readFileSync(file, 'utf8');
    const damaged = [map.slice(0, 1000), '[]', 'null', '{"mappings":5}', JSON.stringify({ ...mapOf(folder), mappings: 5 })];
    const foreign = JSON.stringify({ ...mapOf(folder), x_bundle_sha256: 'f'.repeat(64) });
    for (const text of [...damaged, foreign, undefined]) {
      if (text === undefined) rmSync(file);
      else writeFileSync(file, text);
      const log = await logOf(moved);
      for (const name of Object.keys(places) as Failure[]) assert.match(firstFrame(log, name), `${moved}/shop.bundle.js:`);
    }
  });
});

test('[build.sourcemap.log] the stack of a start that fails is mapped, where the operator asks for it', async () => {
  const main = `${files['apps/shop/src/main.ts']}\nif (process.env['BREAKS'] === 'yes') throw new Error('loading broke');\n`;
  await inBuilt(nodeTarget, { change: { 'apps/shop/src/main.ts': main } }, async ({ folder }) => {
    const { code, stderr } = await runBundle({ folder, name: 'shop', env: { BREAKS: 'yes', SERVICE_LOG_LEVEL: 'debug' } });
    assert.is(code, 1);
    const lines = main.split('\n');
    const at = lines.findIndex((line) => line.includes('loading broke'));
    assert.match(stderr, `src/main.ts:${at + 1}:${(lines[at] ?? '').indexOf('new ') + 1}`);
  });
});

test('[build.sourcemap.fixed] where the options have no effect a warning says why', async () => {
  await inProject(files, async (top) => {
    symlinkSync(join(modules, 'zod'), join(top, 'node_modules', 'zod'));
    for (const [target, more, expected] of [
      [
        mcpbTarget,
        { build: { sourcemap: 'inline' } },
        "`build.sourcemap: 'inline'` has no effect for the target mcpb: archives hold no source map",
      ],
      [
        workerTarget,
        { build: { sourcemap: 'external' } },
        "`build.sourcemap: 'external'` has no effect for the target worker: workers have no source map",
      ],
      [
        nodeTarget,
        { build: { sourcemap: 'none', sourcesContent: true } },
        "`build.sourcesContent` has no effect for the target node: `build.sourcemap` is 'none'",
      ],
      [
        workerTarget,
        { build: { sourcesContent: true } },
        '`build.sourcesContent` has no effect for the target worker: workers have no source map',
      ],
      [mcpbTarget, { build: { sourcemap: 'none' } }, undefined],
      [mcpbTarget, {}, undefined],
    ] as const) {
      const { diagnostics } = await build(requestOf(join(top, 'apps', 'shop'), 'shop', more), target);
      const found = diagnostics.filter(({ code }) => code === 'sourcemap-without-effect').map(({ message }) => message);
      assert.equal(found, expected === undefined ? [] : [expected]);
    }
  });
  const sea = checkSourceMap({ executable: true, build: { sourcemap: 'inline' } }, nodeTarget).map(({ message }) => message);
  assert.equal(sea, ["`build.sourcemap: 'inline'` has no effect for the target node: single executables hold no source map"]);
  assert.equal(checkSourceMap({ executable: true, build: { sourcemap: 'external' } }, nodeTarget), []);
});

test.run();
