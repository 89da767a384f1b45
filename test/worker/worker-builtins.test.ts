/* Modules of Node in a server for a worker: said once, at the import of the project that leads to them. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import { inProject } from '../support/written-project.ts';

const test = suite('worker-builtins');
const bundlers = ['esbuild', 'rollup'] as const;

const server = (imports: string, body: string): string =>
  `import { Service, tool } from '@service/sdk';\n${imports}\nconst read = tool({ name: 'read', description: 'Reads.' })(() => ${body});\n` +
  "@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [read] })\nexport class Server {}\n";

const findings = async (root: string, bundler: (typeof bundlers)[number], target = workerTarget): Promise<string[]> =>
  (await build(requestOf(root, 'demo', { build: { bundler } }), target)).diagnostics.map(
    ({ code, hint, message, span }) =>
      `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}\n${hint?.split('. Use ')[0] ?? 'no remedy'}`,
  );

// The unused type is gone and the class decorated in what a bundler sees, so its lines are others.
const reader = `import { Tool, ToolContext } from '@service/sdk';
import type { Stats } from 'node:fs';

export interface Known {
  readonly stats?: Stats;
}

import { readFileSync } from 'node:fs';

@Tool({ name: 'notes', description: 'Reads the notes.' })
export class Notes extends ToolContext {
  execute(): string {
    return readFileSync('notes.txt', 'utf8');
  }
}
`;

for (const bundler of bundlers) {
  test(`[findings.home] a module of Node is said at the import of the project, with the way there (${bundler})`, async () => {
    const files = { 'src/main.ts': server("import { Notes } from './lib/fs.ts';", 'Notes.name'), 'src/lib/fs.ts': reader };
    await inProject(files, async (root) => {
      assert.equal(await findings(root, bundler), [
        'src/lib/fs.ts:8:30 builtin-module: `node:fs` is a module of Node.js, which the target worker does not have\n' +
          'Imported by: src/main.ts → src/lib/fs.ts → node:fs',
      ]);
      assert.equal(await findings(root, bundler, nodeTarget), []);
    });
  });

  test(`[findings.home] a package that asks for several modules of Node in several files is named once, at its import (${bundler})`, async () => {
    const files = {
      'src/main.ts': server("import { text } from './text.ts';", 'text()'),
      'src/text.ts': "\nimport { one } from 'reads-files';\nexport const text = (): string => String(one);\n",
      'node_modules/reads-files/package.json': '{ "name": "reads-files", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
      'node_modules/reads-files/index.js':
        "import { readFileSync } from 'fs';\nimport { two } from './two.js';\nexport const one = [readFileSync, two];\n",
      'node_modules/reads-files/two.js':
        "import { cpus } from 'node:os';\nimport { statSync } from 'fs';\nexport const two = [cpus, statSync];\n",
    };
    await inProject(files, async (root) => {
      assert.equal(await findings(root, bundler), [
        'src/text.ts:2:21 builtin-module: `reads-files` imports `fs`, `node:os`, modules of Node.js, which the target worker does not have\n' +
          'Imported by: src/main.ts → src/text.ts → node_modules/reads-files/index.js → fs',
      ]);
    });
  });
}

test('[findings.home] a package in CommonJS that requires a module of Node is refused, warned of or left alone, by when it does', async () => {
  const packed = (text: string) => ({
    'src/main.ts': server("import { text } from 'reads-files';", 'text()'),
    'node_modules/reads-files/package.json': '{ "name": "reads-files", "version": "1.0.0", "main": "./index.js" }',
    'node_modules/reads-files/index.js': text,
  });
  const chain = 'src/main.ts → node_modules/reads-files/index.js → fs';
  const asked =
    'src/main.ts:2:22 builtin-module-called: `reads-files` asks for `fs` while it runs, a module of Node.js that the target worker does not have: that call will fail\n' +
    `Asked for by: ${chain}. Call nothing of reads-files that needs it, use another package, or build for node. What a file would set here, such as .env, the platform gives: variables (\`vars\`, secrets) in \`process.env\`, files as imports`;
  for (const [text, expected] of [
    [
      "const fs = require('fs');\nexports.text = () => String(fs.statSync);\n",
      [
        'src/main.ts:2:22 builtin-module: `reads-files` imports `fs`, a module of Node.js, which the target worker does not have\n' +
          `Imported by: ${chain}`,
      ],
    ],
    ["exports.text = () => String(require('fs').statSync);\n", [asked]],
    ["const fs = globalThis.process ? require('fs') : undefined;\nexports.text = () => String(fs);\n", [asked]],
    ["let fs;\ntry { fs = require('fs'); } catch { fs = 1; }\nexports.text = () => String(fs);\n", []],
  ] as const)
    await inProject(packed(text), async (root) => {
      assert.equal(await findings(root, 'esbuild'), expected, text);
      assert.equal(await findings(root, 'esbuild', nodeTarget), [], text);
    });
  await inProject(packed("exports.text = () => 'read';\n"), async (root) => {
    assert.equal(await findings(root, 'rollup'), [
      'src/main.ts:2:22 bundle-failed: The bundler stopped: rollup finds no such export in reads-files, which may be CommonJS\nLeave out `build.bundler`: esbuild reads CommonJS and ES modules',
    ]);
  });
});

const dotted = (text: string): Readonly<Record<string, string>> => ({
  'src/main.ts': server("import 'reads-env/config';", '1'),
  'node_modules/reads-env/package.json':
    '{ "name": "reads-env", "version": "1.0.0", "exports": { "./config": { "worker": "./worker.js", "default": "./config.js" } } }',
  'node_modules/reads-env/config.js': "require('./lib/main.js').config();\n",
  'node_modules/reads-env/lib/main.js': "const fs = require('fs');\nexports.config = () => fs.existsSync('.env');\n",
  'node_modules/reads-env/worker.js': text,
  'node_modules/reads-env/logo.png': '-',
});

test('[findings.home] the way to a module of Node is said whatever else is wrong, and what stands for a file of variables', async () => {
  await inProject(dotted("require('./lib/main.js').config();\nrequire('./logo.png');\n"), async (root) => {
    const { diagnostics } = await build(requestOf(root, 'demo'), workerTarget);
    const found = diagnostics.find(({ code }) => code === 'builtin-module');
    assert.is(`${found?.span?.file}:${found?.span?.line}:${found?.span?.column}`, 'src/main.ts:2:8');
    assert.match(found?.message ?? '', /^`reads-env` imports `fs`/);
    assert.match(
      found?.hint ?? '',
      'Imported by: src/main.ts → node_modules/reads-env/worker.js → node_modules/reads-env/lib/main.js → fs. Use ',
    );
    assert.match(found?.hint ?? '', '.env, the platform gives: variables (`vars`, secrets) in `process.env`');
    assert.ok(diagnostics.some(({ code }) => code === 'asset-loader'));
  });
});

test('[findings.home] a package in CommonJS that rollup cannot follow is said at its import', async () => {
  await inProject(dotted("require('./lib/main.js').config();\n"), async (root) => {
    assert.equal(await findings(root, 'rollup'), [
      'src/main.ts:2:8 bundle-failed: The bundler stopped: reads-env is CommonJS (src/main.ts → node_modules/reads-env/worker.js), which rollup puts into no bundle of this target\nLeave out `build.bundler`: esbuild reads CommonJS and ES modules',
    ]);
  });
});

for (const bundler of bundlers)
  test(`[findings.unused] a native package that only an unused provider imports keeps no server from a worker (${bundler})`, async () => {
    const files = (body: string, other: string) => ({
      'src/main.ts': `import { AsyncProvider } from '@service/sdk';\n${server('', body)}export class Sums {}\n${other}`,
      'node_modules/adds-natively/package.json': '{ "name": "adds-natively", "version": "1.0.0", "gypfile": true, "main": "index.js" }',
      'node_modules/adds-natively/index.js': 'exports.add = (a, b) => a + b;\n',
    });
    const load = "async () => (await import('adds-natively')).add";
    const provider = `export const sums = AsyncProvider({ provide: Sums, useFactory: ${load} });\n`;
    await inProject(files('1', provider), async (root) => assert.equal(await findings(root, bundler), []));
    await inProject(files(`(${load})().then(String)`, ''), async (root) => {
      const [found = '', ...others] = await findings(root, bundler);
      assert.match(found, /^src\/main\.ts:\d+:\d+ native-addon: `adds-natively` loads a native add-on/);
      assert.equal(others, []);
    });
  });

for (const bundler of bundlers)
  test(`[findings.unresolved] a package with nothing for a worker is said at its import (${bundler})`, async () => {
    const files = {
      'src/main.ts': server("interface Gone {\n  a: 1;\n}\nimport { one } from 'node-alone';", 'String(one)'),
      'node_modules/node-alone/package.json': '{ "name": "node-alone", "version": "1.0.0", "exports": { "node": "./index.js" } }',
      'node_modules/node-alone/index.js': 'exports.one = 1;\n',
    };
    await inProject(files, async (root) => {
      assert.equal(await findings(root, bundler), [
        'src/main.ts:5:21 bundle-failed: The bundler stopped: Could not resolve "node-alone"\nnode-alone is installed and has no such module for this target: correct the path, or use another package',
      ]);
    });
  });

for (const bundler of bundlers) {
  test(`[D2.worker.builtins] modules of Node that the platform has are left to it (${bundler})`, async () => {
    const text = `import { Service, tool } from '@service/sdk';
import { createHash } from 'crypto';
import { basename } from 'node:path';
import { emitted } from 'says';
const read = tool({ name: 'read', description: 'Reads.', outputSchema: 'string' })(() =>
  [createHash('sha256').update('a').digest('hex').slice(0, 8), basename('/a/b.txt'), emitted()].join(' '),
);
@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [read] })
export class Server {}
`;
    const says = {
      'node_modules/says/package.json': `{ "name": "says", "version": "1.0.0"${bundler === 'rollup' ? ', "type": "module"' : ''}, "main": "./index.js" }`,
    };
    const modules = {
      esbuild:
        "const Emitter = require('events');\nexports.emitted = () => String(new Emitter() instanceof require('node:events').EventEmitter);\n",
      rollup:
        "import Emitter, { EventEmitter } from 'events';\nexport const emitted = () => String(new Emitter() instanceof EventEmitter);\n",
    };
    const files = { 'src/main.ts': text, ...says, 'node_modules/says/index.js': modules[bundler] };
    await inProject(files, async (root) => {
      const request = requestOf(root, 'demo', { build: { bundler } });
      const { report, result } = await bundleOf(request, workerTarget);
      assert.equal(result.diagnostics, []);
      assert.equal(report.builtins, ['node:crypto', 'node:events', 'node:path']);
      await writeOutput(request, result, join(root, 'dist'));
      const worker = await bootWorker({ bundle: join(root, 'dist/index.js'), flags: ['nodejs_compat'] });
      const answer = await send({
        port: Number(new URL(worker.origin).port),
        path: '/mcp',
        ...modernRequest('tools/call', { name: 'read', arguments: {} }),
      });
      await worker.stop();
      assert.match(answer.text, 'ca978112 b.txt true');
    });
  });
}

test.run();
