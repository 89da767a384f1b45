/* One feature, written as ours are and as a package: two files of the sources on one side, a plugin on the other, and bundles that answer alike. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bootHttp } from '../support/boot/node.ts';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { ofThisAnswer } from '../support/built-servers.ts';
import { root } from '../support/pages.ts';
import { modernRequest, send } from '../support/wire-client.ts';

/** Ours: a file, and a row in a table. */
const feature = `import { defineFeature } from './application/define-feature.ts';

/** Counts the calls of each tool. */
export const callCount = defineFeature('call-count', () => {
  const counts = new Map<string, number>();
  return {
    around: {
      tool: async ({ tool: { model } }, next) => {
        const result = await next();
        const calls = (counts.get(model.id) ?? 0) + 1;
        counts.set(model.id, calls);
        return { ...result, _meta: { ...result._meta, calls } };
      },
    },
  };
});
`;
const row = "  { name: 'call-count', when: ({ server: { tools } }) => (tools.length > 0 ? 'calls of tools are counted' : undefined) },\n";

/** A stranger's. */
const plugin = `import { DynamicPlugin, Plugin } from '@service/sdk';
import type { HookCall, Next, PluginHooks, ToolModel, ToolResult } from '@service/sdk';

/** Counts the calls of each tool. */
@Plugin({ name: 'call-count' })
export class CallCountPlugin extends DynamicPlugin implements PluginHooks {
  readonly #counts = new Map<string, number>();

  async aroundToolCall({ entry }: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    const result = await next();
    const calls = (this.#counts.get(entry.id) ?? 0) + 1;
    this.#counts.set(entry.id, calls);
    return { ...result, _meta: { ...result._meta, calls } };
  }
}
`;

const main = (listed: boolean): string => `import { Service, tool } from '@service/sdk';
import { z } from 'zod';
${listed ? "import { CallCountPlugin } from 'call-count-plugin';\n" : ''}
const double = tool({ name: 'double', description: 'Doubles.', inputSchema: { n: z.number() } })(({ n }) => n * 2);
const fail = tool({ name: 'fail', description: 'Fails.' })(() => { throw new Error('no'); });
@Service({ info: { name: 'counted', version: '1.0.0' }, tools: [double, fail]${listed ? ', plugins: [CallCountPlugin]' : ''} })
export class Server {}
`;

const calls = [
  ['double', { n: 1 }],
  ['double', { n: 2 }],
  ['double', { n: 'three' }],
  ['fail', {}],
  ['double', { n: 4 }],
  ['nothing', {}],
] as const;

/** A checkout beside this one, with what a change of ours touches. */
function checkoutWith(change: Readonly<Record<string, string>>): string {
  const copy = mkdtempSync(join(tmpdir(), 'service-checkout-'));
  for (const part of ['bin', 'src', 'packages', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  linkPackages(join(copy, 'node_modules'), copy);
  for (const [path, text] of Object.entries(change)) writeFileSync(join(copy, path), text);
  return copy;
}

/** Installed packages, ours being those of a checkout. */
function linkPackages(folder: string, checkout: string): void {
  mkdirSync(join(folder, '@service'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@service'))
    symlinkSync(join(root, 'node_modules', name), join(folder, name));
  for (const name of readdirSync(join(checkout, 'packages'))) symlinkSync(join(checkout, 'packages', name), join(folder, '@service', name));
}

async function answersOf(checkout: string, files: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const project = mkdtempSync(join(tmpdir(), 'service-counted-'));
  try {
    linkPackages(join(project, 'node_modules'), checkout);
    for (const [path, text] of Object.entries({ ...small, ...files })) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    const built = await runProgram(process.execPath, [join(checkout, 'bin/service.js'), 'build', '--target', 'node'], { cwd: project });
    assert.is(built.code, 0, built.stdout + built.stderr);
    const server = await bootHttp({ folder: join(project, 'dist/node'), name: 'counted', env: { SERVICE_LOG_LEVEL: 'off' } });
    try {
      const { host, port } = new URL(server.url);
      const answers: unknown[] = [];
      for (const [name, args] of calls) {
        const { body, headers } = modernRequest('tools/call', { name, arguments: args });
        const { text } = await send({ port: Number(port), path: '/mcp', headers: { host, ...headers }, body });
        answers.push(text.replaceAll(ofThisAnswer, ''));
      }
      return answers;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(project, { recursive: true });
  }
}

const small = {
  'package.json': JSON.stringify({ name: 'counted', version: '1.0.0', type: 'module' }),
  'service.config.json': JSON.stringify({ name: 'counted', version: '1.0.0', transport: { http: { path: '/mcp' } } }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, skipLibCheck: true },
    include: ['src'],
  }),
};

test('[features.both-ways] a feature of two files here and a plugin of a package answer alike', async () => {
  assert.ok(plugin.trimEnd().split('\n').length <= 60);
  const table = 'src/runtime/features/rows/serving-rows.ts';
  const rows = readFileSync(join(root, table), 'utf8');
  const within = rows.replace("  {\n    name: 'routes',", (found) => row + found);
  assert.is.not(within, rows);
  const changed = checkoutWith({ 'src/runtime/features/call-count.ts': feature, [table]: within });
  try {
    const inside = await answersOf(changed, { 'src/main.ts': main(false) });
    const manifest = {
      name: 'call-count-plugin',
      version: '1.0.0',
      type: 'module',
      exports: { '.': { 'service-source': './src/index.ts' } },
    };
    const outside = await answersOf(root, {
      'src/main.ts': main(true),
      'src/node_modules/call-count-plugin/package.json': JSON.stringify(manifest),
      'src/node_modules/call-count-plugin/src/index.ts': plugin,
    });
    assert.equal(inside, outside);
    assert.match(JSON.stringify(inside[1]), String.raw`\"calls\":2`);
  } finally {
    rmSync(changed, { recursive: true });
  }
});

test.run();
