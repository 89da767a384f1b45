import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ExecutableFailed } from '../failures.ts';
import { canBecomeExecutable, checkNodeFuse, makeExecutable, nodeFuse, printStart, proveExecutable } from './make-executable.ts';

const oldNode = join(import.meta.dirname, '../../../../tools/judges/node_modules/node20/bin/node');

const test = suite<{ folder: string }>('single executables');
test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-sea-test-'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

async function failure(attempt: Promise<unknown>): Promise<ExecutableFailed> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ExecutableFailed) return error;
  throw new Error('no ExecutableFailed', { cause: error });
}

test('[sea.fuse] a Node without the fuse is refused by its path; one with it is not', async ({ folder }) => {
  const node = join(folder, 'node');
  writeFileSync(node, 'linked to libnode.so');
  const { hint, message, reason } = await failure(checkNodeFuse(node));
  assert.is(reason, 'no-fuse');
  assert.match(message, `${node} cannot become a single executable: it has no NODE_SEA_FUSE,`);
  assert.match(hint, 'Run the build with Node from nodejs.org');
  // Already an application of somebody.
  writeFileSync(node, `…${nodeFuse}:1…`);
  assert.is((await failure(checkNodeFuse(node))).reason, 'no-fuse');
  writeFileSync(node, `…${nodeFuse}:0…`);
  await checkNodeFuse(node);
});

test('[sea.fuse] whether a Node can become an executable is told by its fuse', async ({ folder }) => {
  const node = join(folder, 'fused');
  writeFileSync(node, `…${nodeFuse}:0…`);
  assert.ok(await canBecomeExecutable(node));
  writeFileSync(node, '');
  assert.not(await canBecomeExecutable(node));
});

test('[sea.node-options] [sea.tools] an executable is proved by a start with an empty PATH and a module in NODE_OPTIONS', async ({
  folder,
}) => {
  const file = join(folder, 'program');
  const prove = (script: string) => {
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return proveExecutable(file, '1.2.3');
  };
  assert.equal(await prove('[ "$1" = --version ] && [ -z "$PATH" ] && echo 1.2.3'), { loadsNodeOptions: false });
  assert.equal(await prove('[ -z "$NODE_OPTIONS" ] || printf "injected by NODE_OPTIONS"; echo 1.2.3'), { loadsNodeOptions: true });
  assert.is((await failure(prove('printf "injected by NODE_OPTIONS"; echo 9.9.9'))).reason, 'tool');
  const plain = await failure(prove('echo v24.0.0'));
  assert.equal([plain.reason, plain.message.split(' (')[0]], ['tool', 'The single executable did not answer --version with 1.2.3']);
  assert.match((await failure(prove('echo broken >&2; exit 3'))).message, '(exit code 3): broken');
  assert.match((await failure(prove('kill -9 $$'))).message, '(SIGKILL): no output');
});

test('[sea.node-options] [sea.tools] on Node 20 one is made that loads NODE_OPTIONS, which is told, and no file is left', ({ folder }) => {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const make = `import(${JSON.stringify(new URL('make-executable.ts', import.meta.url).href)})
    .then(({ makeExecutable }) => makeExecutable({ code: '', bundle: 'a.bundle.js', version: '1.2.3' }))
    .then(({ contents, loadsNodeOptions }) => process.stdout.write([contents.length > 50e6, loadsNodeOptions].join()))`;
  const made = execFileSync(oldNode, ['--import', 'tsx', '--conditions=service-source', '--eval', make], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: temporary },
  });
  assert.is(made, 'true,true');
  assert.equal(
    readdirSync(temporary).filter((name) => name.startsWith('service-sea')),
    [],
  );
});

test('[sea.starts] an executable finds everything from where its bundle has it', ({ folder }) => {
  const own = join(folder, 'bin/linux-x64');
  for (const path of [own, join(folder, 'server')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'server/beside.cjs'), "module.exports = 'beside';");
  const start = printStart({ bundle: '../../server/index.js', version: '1.2.3' });
  // Node wraps a module and the code of an executable in the same function.
  const shown = "process.stdout.write([__filename, __dirname, process.argv[1], require('./beside.cjs')].join());";
  writeFileSync(join(own, 'main.cjs'), start + shown);
  const run = (...flags: readonly string[]): string =>
    execFileSync(process.execPath, [join(own, 'main.cjs'), ...flags], { encoding: 'utf8' });
  const bundle = join(folder, 'server/index.js');
  assert.is(run(), [bundle, join(folder, 'server'), bundle, 'beside'].join());
  assert.is(run('--version'), '1.2.3\n');
});

test('[sea.tools] a temporary folder that cannot be used is named', async ({ folder }) => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = join(folder, 'none');
  try {
    const { hint, message, reason } = await failure(makeExecutable({ code: '', bundle: 'a.bundle.js', version: '1.2.3' }));
    assert.is(reason, 'tool');
    assert.match(message, /^No single executable could be made: ENOENT.*none/);
    assert.match(hint, `Check that ${join(folder, 'none')} (TMPDIR) has 500 MB`);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

test.run();
