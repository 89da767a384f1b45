import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { ts } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileText } from '../../test/support/hostile-text.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { readContract, type Contract } from '../compiler/contract/index.ts';
import { printStartScript } from '../targets/node/start-script.ts';
import { workerPlatformFile } from '../targets/worker/platform-file.ts';
import { clientFiles } from './client/client-files.ts';

/*
 * Every generated file is read back by the parser of its own language: text from elsewhere must come out as the data it went in as.
 */

const folder = mkdtempSync(join(tmpdir(), 'generated-text-'));
let files = 0;
const host: ts.FormatDiagnosticsHost = { getCanonicalFileName: String, getCurrentDirectory: () => folder, getNewLine: () => '\n' };

const contracts = fc.record({
  server: fc.record({ name: hostileText(), version: hostileText() }),
  name: hostileText(),
  description: hostileText(),
  field: hostileText(),
  value: hostileText(),
  uri: hostileText(),
});

type Sample = typeof contracts extends fc.Arbitrary<infer Value> ? Value : never;

const contractOf = ({ server, name, description, field, value, uri }: Sample): Contract => {
  const text = JSON.stringify({
    contractVersion: 1,
    hash: value,
    server,
    tools: [
      {
        name,
        description,
        inputSchema: {
          type: 'object',
          properties: { [field]: { type: 'string', enum: [value], description }, again: { $ref: `#/$defs/${field}` } },
          required: [field],
        },
        outputSchema: { type: 'object', properties: { out: { const: value } } },
        visibility: 'public',
        hash: '1',
      },
    ],
    resources: [{ name, uri, hash: '2' }],
    resourceTemplates: [{ name, uriTemplate: `a${uri}`, hash: '3' }],
    prompts: [{ name, description, arguments: [{ name: field, description, required: true }], hash: '4' }],
    skills: [],
  });
  const contract = readContract(text);
  assert.ok(contract);
  return contract;
};

const textOf = (contract: Contract, name: string): string => clientFiles(contract).find((file) => file.name === name)?.text ?? '';

test('[X.generated.escape] a generated client holds the texts of the contract and runs none of them', async () => {
  await fc.assert(
    fc.asyncProperty(contracts, async (sample) => {
      const file = join(folder, `contract-${(files += 1)}.mjs`);
      writeFileSync(file, textOf(contractOf(sample), 'contract.mjs'));
      const { contract } = (await import(pathToFileURL(file).href)) as { contract: unknown };
      const wellFormed = (text: string): string => Buffer.from(text).toString();
      const wanted = {
        server: sample.server,
        hash: sample.value,
        tools: Object.fromEntries([[sample.name, { structured: true }]]),
      };
      assert.is(wellFormed(JSON.stringify(contract)), wellFormed(JSON.stringify(wanted)));
    }),
    { numRuns: 300 },
  );
});

test('[X.generated.escape] generated declarations declare the tools, fields and values of the contract, and nothing else', () => {
  fc.assert(
    fc.property(contracts, (sample) => {
      const text = textOf(contractOf(sample), 'contract.d.mts');
      const source = ts.createSourceFile('contract.d.mts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
      const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'contract.ts' });
      assert.is(diagnostics.length, 0, `${text}\n${ts.formatDiagnostics(diagnostics, host)}`);
      const kinds = source.statements.map(({ kind }) => ts.SyntaxKind[kind]);
      assert.equal(
        kinds.filter((kind) => kind !== 'TypeAliasDeclaration'),
        ['InterfaceDeclaration', 'InterfaceDeclaration', 'FirstStatement'],
      );
      const names: string[] = [];
      const values: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isPropertySignature(node)) names.push(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : '');
        if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) values.push(node.literal.text);
        ts.forEachChild(node, visit);
      };
      visit(source);
      assert.ok(names.includes(sample.name) && names.includes(sample.field), text);
      assert.ok(values.includes(sample.value) && values.includes(sample.uri), text);
    }),
    { numRuns: 500 },
  );
});

test('[X.generated.escape] a contract with members of a wrong type is refused', () => {
  const whole = contractOf({ server: { name: 'a', version: '1' }, name: 'n', description: 'd', field: 'f', value: 'v', uri: 'u:x' });
  assert.ok(readContract(JSON.stringify(whole)));
  const [tool] = whole.tools;
  const [prompt] = whole.prompts;
  for (const wrong of [
    { server: { name: ['*/'], version: '1' } },
    { tools: [{ ...tool, name: 1 }] },
    { tools: [{ ...tool, description: {} }] },
    { tools: [{ ...tool, inputSchema: 'x' }] },
    { tools: [null] },
    { prompts: [{ ...prompt, arguments: [{ name: {} }] }] },
    { prompts: [{ ...prompt, arguments: undefined }] },
    { hash: 7 },
  ])
    assert.is(readContract(JSON.stringify({ ...whole, ...wrong })), undefined, JSON.stringify(wrong));
});

test('[X.generated.escape] a contract nested without end is refused by name, not by the end of the stack', async () => {
  const whole = contractOf({ server: { name: 'a', version: '1' }, name: 'n', description: 'd', field: 'f', value: 'v', uri: 'u:x' });
  const [tool] = whole.tools;
  const nested = (levels: number): string => {
    const inputSchema = `${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`;
    const text = JSON.stringify({ ...whole, tools: [{ ...tool, inputSchema: 0 }] });
    return text.replace('"inputSchema":0', () => `"inputSchema":${inputSchema}`);
  };
  assert.ok(readContract(nested(200)));
  for (const levels of [6000, 100_000]) {
    writeFileSync(join(folder, 'deep.json'), nested(levels));
    const { code, stderr } = await runCli(['generate', 'client', '--from', 'deep.json', '--out', 'client'], { cwd: folder });
    assert.is(code, 2);
    assert.match(stderr, 'deep.json nests its schemas deeper than 256 levels, which no contract does');
    assert.not.ok(existsSync(join(folder, 'client')));
  }
});

test('[X.generated.escape] a start script says the name and the version as they are', () => {
  fc.assert(
    fc.property(hostileText(), (given) => {
      const text = Buffer.from(given.replaceAll('\u0000', '')).toString();
      const script = printStartScript({ name: text, version: text, bundle: 'b.js', manifest: 'm.json', nodeVersion: '>=20.19.0' });
      const say = (flag: string): string => spawnSync('sh', ['-s', '--', flag], { input: script, encoding: 'utf8' }).stdout;
      assert.is(say('--version'), `${text}\n`);
      assert.ok(say('--help').startsWith(`Usage: ${text} [--stdio |`));
    }),
    { numRuns: 40 },
  );
});

test('[X.generated.escape] the file of a worker platform holds the path and the name as data', () => {
  fc.assert(
    fc.property(hostileText(), (given) => {
      const text = Buffer.from(given).toString();
      const { contents } = workerPlatformFile({ name: text, features: [], readsEnvironment: false, builtins: [] });
      const read = parse(contents(text));
      assert.is(read['main'], text);
      assert.match(JSON.stringify(read['name']), /^"[a-z0-9-]{1,63}"$/);
    }),
    { numRuns: 1000 },
  );
});

test.run();
