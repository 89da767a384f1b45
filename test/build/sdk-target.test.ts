/* The library of the target `sdk`, imported by programs of strangers: CommonJS, ES modules and TypeScript. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleNodes, judgePath, newestNode } from '../../scripts/serving/judges.ts';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { sdkTarget } from '../../src/targets/sdk/target.ts';
import { basicExchanges } from '../support/basic-behaviour.ts';
import { build, copyProject, requestOf } from '../support/compile.ts';
import { textOf } from '../support/pages.ts';
import { typeFaultsOf } from '../support/type-check.ts';

const basic = join(import.meta.dirname, '../../src/templates/basic');

interface Stranger {
  /** A project of somebody else, with the library among its packages. */
  readonly folder: string;
  readonly library: string;
  readonly paths: readonly string[];
  readonly remove: () => void;
}

async function strangerOf(change: Readonly<Record<string, string>> = {}): Promise<Stranger> {
  const project = copyProject(basic, change);
  const { diagnostics, output } = await build(requestOf(project.root, 'calc'), sdkTarget).finally(() => project.remove());
  assert.equal(diagnostics, []);
  const folder = mkdtempSync(join(tmpdir(), 'service-stranger-'));
  const library = join(folder, 'node_modules/calc');
  for (const { contents, path } of output?.files ?? []) {
    mkdirSync(dirname(join(library, path)), { recursive: true });
    writeFileSync(join(library, path), contents);
  }
  const paths = (output?.files ?? []).map(({ path }) => path).toSorted();
  return { folder, library, paths, remove: () => rmSync(folder, { recursive: true }) };
}

/** Asks what a client of the protocol asks, by the methods of a server that is an object. */
const asks = `
const ask = {
  'tools/list': (server) => server.listTools(),
  'tools/call': (server, { name, arguments: args }) => server.callTool(name, args),
  'resources/list': (server) => server.listResources(),
  'resources/read': (server, { uri }) => server.readResource(uri),
  'prompts/list': (server) => server.listPrompts(),
  'prompts/get': (server, { name, arguments: args }) => server.getPrompt(name, args),
};
async function main(exchanges) {
  const server = await createDirect();
  const client = await connect({ clientInfo: { name: 'stranger', version: '1' } });
  const answers = [];
  for (const [method, params] of exchanges) {
    if (ask[method] === undefined) continue;
    for (const side of [server, client]) answers.push({ method, answer: await ask[method](side, params).catch((error) => ({ structuredContent: undefined, error: String(error) })) });
  }
  await client.close();
  await server.dispose();
  const afterwards = await server.listTools().then(() => 'none', String);
  process.stdout.write(JSON.stringify({ answers, afterwards, listens: process.getActiveResourcesInfo().filter((one) => /TCP|Pipe.*Server/.test(one)) }));
}
main(JSON.parse(process.argv[2]));
`;

const programs = {
  'main.cjs': `const { connect, createDirect } = require('calc');${asks}`,
  'main.mjs': `import { connect, createDirect } from 'calc';${asks}`,
  // Node reads names from CommonJS too.
  'mixed.mjs': `import { connect, createDirect } from './node_modules/calc/calc.cjs.js';${asks}`,
};

test('[S4.3.sdk] programs of CommonJS and of ES modules call the server as an object, as its other targets answer', async () => {
  const stranger = await strangerOf();
  try {
    const beside = ['calc.cjs.d.ts', 'calc.cjs.js', 'calc.cjs.js.map', 'calc.esm.d.mts', 'calc.esm.mjs', 'calc.esm.mjs.map'];
    assert.equal(stranger.paths, [...beside, 'contract.json', 'licenses.txt', 'package.json', 'sbom.cdx.json']);
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(stranger.folder, name), text);
      for (const node of bundleNodes()) {
        const { code, stderr, stdout } = await runProgram(node.path, [name, JSON.stringify(basicExchanges)], { cwd: stranger.folder });
        assert.equal([code, stderr], [0, ''], `${name} with ${node.name}`);
        const { afterwards, answers, listens } = JSON.parse(stdout) as {
          answers: { method: string; answer: object }[];
          afterwards: string;
          listens: [];
        };
        const expected = basicExchanges.filter(([method]) => method.includes('/') && method !== 'none/such').flatMap((one) => [one, one]);
        assert.is(answers.length, expected.length);
        for (const [at, [method, params, text]] of expected.entries()) {
          const answer = JSON.stringify(answers[at]?.answer);
          assert.ok(answer.includes(text), `${name}: ${method} ${JSON.stringify(params)}: ${answer}`);
        }
        assert.match(afterwards, /this server was disposed/);
        assert.equal(listens, []);
      }
    }
  } finally {
    stranger.remove();
  }
});

test('[S4.3.sdk] the program of the guide runs', async () => {
  const stranger = await strangerOf();
  try {
    const program = textOf('docs/guide/in-page.md', 'js').replace("'calculator'", "'calc'");
    writeFileSync(join(stranger.folder, 'main.mjs'), `${program}console.log(JSON.stringify([structuredContent, tools[0].function.name]));`);
    const { code, stderr, stdout } = await runProgram(process.execPath, ['main.mjs'], { cwd: stranger.folder });
    assert.equal([code, stdout.trim()], [0, '[{"sum":3},"add"]'], stderr);
  } finally {
    stranger.remove();
  }
});

const typed = `import { connect, createDirect, type Client, type DirectServer, type ToolName } from 'calc';
const name: ToolName = 'add';
export async function sum(): Promise<string> {
  const server: DirectServer = await createDirect();
  const client: Client = await connect('s1');
  const { structuredContent } = await server.callTool(name, { a: 1, b: 2 }, { authContext: { user: { sub: 'ada' } } });
  client.onElicitation(({ message }) => ({ action: 'accept', content: { message } }));
  await client.close();
  await server.dispose();
  return JSON.stringify(structuredContent);
}
// @ts-expect-error a number names no tool
void createDirect().then((server) => server.callTool(1));
`;

test('[S4.3.sdk] a program of TypeScript has its types, as CommonJS, as an ES module and through a bundler', async () => {
  const stranger = await strangerOf();
  try {
    const files = ['main.cts', 'main.mts', 'main.ts'];
    for (const file of files) writeFileSync(join(stranger.folder, file), typed);
    const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const strict = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom'];
    for (const [module, resolution, roots] of [
      ['nodenext', 'nodenext', files],
      ['esnext', 'bundler', ['main.ts']],
    ] as const) {
      const flags = [...strict, '--module', module, '--moduleResolution', resolution, '--types', ''];
      const { code, stderr, stdout } = await runProgram(tsc, [...flags, ...roots], { cwd: stranger.folder });
      assert.equal([code, stdout + stderr], [0, ''], module);
    }
  } finally {
    stranger.remove();
  }
});

test('[S4.3.sdk] publint and arethetypeswrong find nothing in it', async () => {
  const { library, remove } = await strangerOf();
  try {
    const lint = await runProgram(newestNode(), [judgePath('publint/src/cli.js'), '.', '--strict'], { cwd: library });
    assert.is(lint.code, 0, lint.stdout + lint.stderr);
    const packed = await runProgram('npm', ['pack', '--ignore-scripts'], { cwd: library });
    const judge = [judgePath('@arethetypeswrong/cli/dist/index.js'), packed.stdout.trim(), '--no-emoji', '--format', 'ascii'];
    const types = await runProgram(newestNode(), judge, { cwd: library });
    assert.is(types.code, 0, types.stdout + types.stderr);
  } finally {
    remove();
  }
});

const findingsOf = async (change: Readonly<Record<string, string>>): Promise<string> => {
  const project = copyProject(basic, change);
  const { diagnostics } = await build(requestOf(project.root, 'calc'), sdkTarget).finally(() => project.remove());
  return diagnostics
    .map(({ code, message, severity, span }) => `${severity} ${code} ${span?.file}:${span?.line}:${span?.column} ${message}`)
    .join('\n');
};

test('[S4.3.sdk.findings] what waits for requests is told to have no effect; top-level await stops the build at its place', async () => {
  const server = (options: string, before = ''): string => `import { DynamicPlugin, Plugin, Service, tool } from '@service/sdk';
${before}
const hello = tool({ name: 'hello', description: 'Says hello.' })(() => ({ text: 'hello' }));
@Plugin({ name: 'hook' })
class Hook extends DynamicPlugin {
  static routes = () => [{ method: 'POST', path: '/hook' }];
  onRequest() { return new Response('heard'); }
}
@Service({ info: { name: 'calc', version: '1.0.0' }, tools: [hello], plugins: [Hook], ${options} })
export default class Server {}
`;
  const unheard = await findingsOf({ 'src/main.ts': server('http: { port: 3000 }') });
  assert.match(unheard, /warning option-without-effect src\/main\.ts:4:\d+ `POST \/hook` of plugin "hook" [^\n]*sdk listens on no port/);
  assert.match(unheard, /warning option-without-effect src\/main\.ts:9:\d+ `http\.port` of @Service [^\n]*sdk listens on no port/);
  const waits = await findingsOf({ 'src/main.ts': server('', 'const word = await Promise.resolve(1);\nexport { word };') });
  assert.match(waits, /error top-level-await src\/main\.ts:2:14 Top-level await needs an ES module, and its bundle is always CommonJS/);
});

test('[S4.3.sdk] the declarations are those of the objects that it hands out', async () => {
  const { library, remove } = await strangerOf();
  try {
    const declared = readFileSync(join(library, 'calc.esm.d.mts'), 'utf8');
    const check = `import type * as declared from './calc.js';
import type { Library } from '@service/sdk/hosts/in-process/library';
export const same = (library: Library): Pick<typeof declared, 'createDirect' | 'connect'> => library;
`;
    assert.is(await typeFaultsOf({ 'calc.d.ts': declared, 'check.ts': check }), '');
  } finally {
    remove();
  }
});

test('[S4.3.sdk] a failure names the line of the sources, and ends no program that catches it', async () => {
  const stranger = await strangerOf({
    'src/tools/add.tool.ts': readFileSync(join(basic, 'src/tools/add.tool.ts'), 'utf8').replace(
      'input.a + input.b',
      'Number(input.a.toFixed(-1))',
    ),
  });
  try {
    const program = `const { createDirect } = require('calc');
createDirect().then(async (server) => {
  const { isError } = await server.callTool('add', { a: 1, b: 2 });
  await server.dispose();
  process.stdout.write(String(isError));
});`;
    writeFileSync(join(stranger.folder, 'main.cjs'), program);
    const { code, stderr, stdout } = await runProgram(process.execPath, ['main.cjs'], {
      cwd: stranger.folder,
      env: { NODE_ENV: 'development' },
    });
    assert.equal([code, stdout], [0, 'true'], stderr);
    assert.match(stderr, /toFixed[^]*src\/tools\/add\.tool\.ts:\d/);
  } finally {
    stranger.remove();
  }
});

test.run();
