import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli, startCli } from '../run-cli.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const test = suite<{ root: string; project: string }>('project commands');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-project-')));
  context.project = join(context.root, 'calc');
  cpSync(join(repository, 'src/templates/basic'), context.project, { recursive: true });
  mkdirSync(join(context.project, 'node_modules/@service'), { recursive: true });
  symlinkSync(join(repository, 'packages/sdk'), join(context.project, 'node_modules/@service/sdk'));
  for (const name of ['zod', '@types']) symlinkSync(join(repository, 'node_modules', name), join(context.project, 'node_modules', name));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

interface Inspection {
  readonly tools: readonly { readonly name: string }[];
  readonly resources: readonly { readonly uri: string }[];
  readonly prompts: readonly { readonly name: string }[];
  readonly targets: readonly { readonly features: readonly { readonly because: string }[] }[];
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('[I2.build.unchanged] builds with a table on stdout; a second build says unchanged', async ({ project }) => {
  const first = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(first.code, 0, first.stderr);
  assert.match(first.stdout, /^target +file +raw +gzip +tools +time\nnode +dist\/node\/template-basic\.bundle\.js .* 1 +[\d.]+ s$/);
  const second = await runCli(['build', '--no-check'], { cwd: project });
  assert.match(second.stdout, / unchanged$/);
});

test('prints the model, and inspects the server as data', async ({ project }) => {
  const model = await runCli(['build', '--print-model', '--no-check'], { cwd: project });
  assert.is((JSON.parse(model.stdout) as { server: { info: { name: string } } }).server.info.name, 'calculator');
  assert.not.ok(existsSync(join(project, 'dist')));
  const { data } = JSON.parse((await runCli(['inspect', '--json'], { cwd: project })).stdout) as { data: Inspection };
  assert.equal([data.tools[0]?.name, data.resources[0]?.uri, data.prompts[0]?.name], ['add', 'calc://constants', 'explain']);
  assert.ok(data.targets[0]?.features.every((feature) => feature.because !== ''));
});

test('an error of the sources is exit 1 in every format, and nothing is written', async ({ project }) => {
  writeFileSync(join(project, 'src/main.ts'), 'export class Server {');
  for (const command of ['check', 'build']) {
    const pretty = await runCli([command], { cwd: project });
    assert.equal([pretty.code, pretty.stdout], [1, '']);
    assert.match(pretty.stderr, /src\/main\.ts:1:22 error syntax-error/);
    assert.match((await runCli([command, '--format', 'github'], { cwd: project })).stdout, /^::error file=src\/main\.ts,line=1/);
    assert.match(
      (await runCli([command, '--format', 'sarif'], { cwd: project })).stdout,
      /"version": "2\.1\.0"[^]*"ruleId": "syntax-error"/,
    );
    assert.match((await runCli([command, '--format', 'json'], { cwd: project })).stdout, /"code": "syntax-error"/);
  }
  assert.not.ok(existsSync(join(project, 'dist')));
});

test('[I2.bad-input.out-dir] an output folder that cannot be written is exit 6', async ({ project }) => {
  writeFileSync(join(project, 'taken'), '');
  const { code, stdout, stderr } = await runCli(['build', '--no-check', '--out-dir', 'taken'], { cwd: project });
  assert.equal([code, stdout], [6, '']);
  assert.match(stderr, /(Cannot write to|Writing) .*taken[^]*--out-dir/);
});

test('[I2.bad-input.port] dev names the owner of a taken port, exit 6', async ({ project }) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const { code, stderr } = await runCli(['dev', '--port', String(port)], { cwd: project });
  holder.close();
  assert.is(code, 6);
  assert.ok(stderr.includes(`Port ${port} (--port) is taken`) && stderr.includes(`(process ${process.pid})`), stderr);
});

test('[I2.dev.reload] dev answers with the new code after a save, on the same port, and Ctrl-C ends it with 130', async ({ project }) => {
  const port = await freePort();
  const child = startCli(['dev', '--port', String(port), '--no-check'], { cwd: project });
  const said = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      let heard = '';
      child.stderr?.on('data', (chunk: Buffer) => (heard += chunk.toString()).includes(text) && resolve());
      child.once('exit', () => reject(new Error(heard)));
    });
  const answer = async (): Promise<unknown> => {
    for (;;) {
      const answered = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'add',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'add',
            arguments: { a: 2, b: 3 },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      }).catch(() => undefined);
      if (answered !== undefined) return Reflect.get(Object(Reflect.get(Object(await answered.json()), 'result')), 'structuredContent');
    }
  };
  await said(`serving on port ${port}`);
  assert.equal(await answer(), { sum: 5 });
  const file = join(project, 'src/tools/add.tool.ts');
  const again = said(`serving on port ${port}`);
  writeFileSync(`${file}.tmp`, readFileSync(file, 'utf8').replace('input.a + input.b', 'input.a * input.b'));
  renameSync(`${file}.tmp`, file);
  await again;
  assert.equal(await answer(), { sum: 6 });
  child.kill('SIGINT');
  const { exitCode } = await child;
  assert.is(exitCode, 130);
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening');
  probe.close();
});

test('[I2.bad-input.sigint] Ctrl-C during a build leaves nothing half-written, exit 130', async ({ project }) => {
  const mark = join(project, 'mark');
  writeFileSync(
    join(project, 'src/tools/slow.ts'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nAtomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15000);\n`,
  );
  const main = join(project, 'src/main.ts');
  writeFileSync(main, `import './tools/slow';\n${readFileSync(main, 'utf8')}`);
  const child = startCli(['build', '--no-check'], { cwd: project });
  let ended = false;
  child.once('exit', () => (ended = true));
  while (!existsSync(mark) && !ended) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGINT');
  const { exitCode, stdout } = await child;
  assert.equal([exitCode, stdout], [130, '']);
  assert.not.ok(existsSync(join(project, 'dist')));
  assert.equal(
    readdirSync(project).filter((name) => name.includes('.tmp') || name.includes('staging')),
    [],
  );
});

test.run();
