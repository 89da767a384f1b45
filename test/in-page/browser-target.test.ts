/* Bundles of the target `browser`, loaded by pages of a real Chromium. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserTarget } from '../../src/targets/browser.ts';
import { basicExchanges } from '../support/basic-behaviour.ts';
import { build, copyProject, requestOf } from '../support/compile.ts';
import { basicBudgets } from '../support/fixture.ts';
import { PageScene, PageSite } from '../support/page-site.ts';
import { openBrowser } from '../support/browser.ts';

const basic = join(import.meta.dirname, '../../src/templates/basic');

/** Opens the server of a bundle and speaks with it as a client does, message by message. */
const driver = `
import server from '/calc.browser.js';
const waiting = new Map();
const channel = server.channel()({ message: (text) => { const { id, ...answer } = JSON.parse(text); waiting.get(id)?.(answer); }, end: () => undefined });
let last = 0;
const ask = (method, params) => new Promise((resolve) => {
  const id = ++last;
  waiting.set(id, resolve);
  channel.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
});
const refused = (work) => { try { work(); return 'no failure'; } catch (error) { return String(error); } };
globalThis.scene = ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } })
  .then((opened) => ({ server, opened, ask, refused }));
`;

const textOf = (contents: string | Uint8Array | undefined): string =>
  typeof contents === 'string' ? contents : Buffer.from(contents ?? '').toString('utf8');

async function buildBasic(change: Readonly<Record<string, string>> = {}, more: Parameters<typeof requestOf>[2] = {}) {
  const project = copyProject(basic, change);
  try {
    return await build(requestOf(project.root, 'calc', more), browserTarget);
  } finally {
    project.remove();
  }
}

test('[S4.3.browser] one ES module and its map, which answer in a page as other targets do', async () => {
  const { diagnostics, output } = await buildBasic();
  assert.equal(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  const files = output?.files ?? [];
  const written = files.map(({ path }) => path).filter((path) => path.startsWith('calc'));
  assert.equal(written.toSorted(), ['calc.browser.mjs', 'calc.browser.mjs.map']);
  const code = textOf(files.find(({ path }) => path === 'calc.browser.mjs')?.contents);
  assert.match(code, /\/\/# sourceMappingURL=calc\.browser\.mjs\.map\s*$/);
  assert.not.match(code, /["']node:|\bprocess\.|\beval\(|new Function\b|createServer|\brequire\(/);
  const bytes = gzipSync(code, { level: 9 }).length;
  assert.ok(bytes <= basicBudgets.browser, `${bytes} bytes after gzip, budget ${basicBudgets.browser}`);
  const [browser, site] = [await openBrowser(), await PageSite.listen({ 'calc.browser': code, drive: driver })];
  const scene = new PageScene(browser, site);
  try {
    const { run, said } = await scene.visit('drive');
    assert.match(JSON.stringify(await run('scene.opened')), /"protocolVersion":"2025-11-25"[^]*"serverInfo":\{"name":"calculator"/);
    for (const [method, params, expected] of basicExchanges) {
      const answer = JSON.stringify(await run(`scene.ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`));
      assert.ok(answer.includes(expected), `${method} ${JSON.stringify(params)}: ${answer}`);
    }
    assert.match(await run('scene.refused(() => scene.server.register({}))'), /was built without entries that change/);
    assert.equal(said, []);
  } finally {
    await scene.close();
  }
});

test('[S4.3.browser.refused] what cannot be in a page stops the build, with what to do instead', async () => {
  const main = (options: string, imports = '') => ({
    'src/main.ts': `${imports}import { Service, tool } from '@service/sdk';
const hello = tool({ name: 'hello', description: 'Says hello.' })(() => ({ text: 'hello' }));
@Service({ info: { name: 'page', version: '1.0.0' }, tools: [hello], ${options} })
export default class Server {}
`,
  });
  const found = async (options: string, imports?: string) =>
    (await buildBasic(main(options, imports))).diagnostics.map(
      ({ code, message, severity, span }) => `${severity} ${code} ${span?.file ?? ''}:${span?.line ?? ''} ${message}`,
    );
  for (const [options, expected] of [
    ["redis: { host: '127.0.0.1', port: 6379 }", /error target-unsupported src\/main\.ts:3 [^\n]*redis/],
    ["sqlite: { path: 'x.db' }", /error target-unsupported src\/main\.ts:3 [^\n]*sqlite/],
    ["auth: { mode: 'local' }", /error target-unsupported src\/main\.ts:3 [^\n]*auth/],
    ['throttle: { enabled: true }', /error target-unsupported src\/main\.ts:3 [^\n]*throttle/],
    ['http: { port: 3000 }', /warning option-without-effect src\/main\.ts:3 [^\n]*http/],
    ['metrics: { enabled: true }', /warning option-without-effect src\/main\.ts:3 [^\n]*metrics/],
  ] as const) {
    const lines = (await found(options)).filter((line) => !line.startsWith('info'));
    assert.match(lines.join('\n'), expected, options);
    assert.is(lines.filter((line) => /target-unsupported|option-without-effect/.test(line)).length, 1, lines.join('\n'));
  }
  const hook = `@Plugin({ name: 'hook' })
class Hook extends DynamicPlugin {
  static routes = () => [{ method: 'POST', path: '/hook' }];
  onRequest() { return new Response('heard'); }
}
`;
  const unheard = await found('plugins: [Hook]', `import { DynamicPlugin, Plugin } from '@service/sdk';\n${hook}`);
  assert.match(
    unheard.join('\n'),
    /warning option-without-effect src\/main\.ts:2 `POST \/hook` of plugin "hook" [^\n]*browser listens on no port/,
  );
  const node = await found('', "import { readFileSync } from 'node:fs';\nexport const read = () => readFileSync('x');\n");
  assert.match(node.join('\n'), /node:fs/);
});

test('[D2.documents.browser] a bundle for a page reads no environment: a variable that the code names is not there', async () => {
  const { output } = await buildBasic();
  const code = textOf(output?.files[0]?.contents);
  assert.not.match(code, /process\b|import\.meta\.env/);
});

test.run();
