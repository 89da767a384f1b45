import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LocalRegistry } from '../../test/support/registry/local-registry.ts';
import { zipFiles } from '../compiler/8-write/zip.ts';
import { commandTable } from './command-table.ts';
import { addSlowModule, editFile, makeProject } from '../../test/support/cli/project-fixture.ts';
import { runCli, startCli } from '../../test/support/cli/run-cli.ts';

/** How one command is run, and what its `data` is when it works. */
interface Run {
  /** Words behind the command. */
  readonly words?: readonly string[];
  /** JSON Schema of `data`. */
  readonly data: object;
  /** Works on a project: an empty folder is exit 2. */
  readonly project?: true;
  /** Reads the sources, so that there is something to interrupt. */
  readonly slow?: true;
  /** Without its words, in a folder that is no project. */
  readonly bare: number;
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const onOff = { type: 'boolean' };
const list = (items: object): object => ({ type: 'array', items });
/** Exactly these keys; one with `?` may be absent. */
const only = (fields: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key.replace('?', ''), schema])),
  required: Object.keys(fields).filter((key) => !key.endsWith('?')),
  additionalProperties: false,
});
const files = list(only({ path: text, action: { enum: ['create', 'update'] } }));
const named = { type: 'object', properties: { name: text }, required: ['name'] };

const runs: Readonly<Record<string, Run>> = {
  new: {
    words: ['made', '--no-install', '--no-git', '--sdk', '0.1.0', '--cli', '0.1.0'],
    data: only({
      folder: text,
      name: text,
      template: text,
      targets: list(text),
      redis: onOff,
      docker: onOff,
      cicd: text,
      packageManager: text,
      install: onOff,
      git: onOff,
      sdk: text,
      cli: text,
      testing: text,
    }),
    bare: 2,
  },
  init: { words: ['--sdk', '0.1.0', '--cli', '0.1.0'], data: only({ dryRun: onOff, files, notes: list(text) }), bare: 2 },
  migrate: {
    words: ['official.mjs'],
    data: only({
      name: text,
      folder: text,
      written: onOff,
      files: list(text),
      entries: list(only({ kind: text, name: text, symbol: text, file: text, line: count })),
      left: list(only({ file: text, line: count, message: text, hint: text })),
      notes: list(only({ file: text, line: count, message: text, hint: text })),
    }),
    bare: 2,
  },
  generate: {
    words: ['tool', 'sub', '--dry-run'],
    data: only({ kind: text, name: text, class: text, owner: text, dryRun: onOff, files }),
    bare: 2,
  },
  'generate client': {
    words: ['--dry-run'],
    data: only({ folder: text, hash: text, tools: list(text), leftOut: list(only({ name: text, reason: text })), dryRun: onOff, files }),
    project: true,
    slow: true,
    bare: 2,
  },
  dev: { words: ['--no-check', '--port', '0'], data: { type: 'null' }, project: true, slow: true, bare: 2 },
  test: { data: { type: 'null' }, project: true, bare: 2 },
  check: {
    words: ['--no-types'],
    data: only({
      targets: list(text),
      entries: { type: 'object', additionalProperties: count },
      environment: list(only({ name: text, isSet: onOff, file: text, line: count })),
    }),
    project: true,
    slow: true,
    bare: 2,
  },
  doctor: {
    data: only({
      checks: list(only({ name: text, status: { enum: ['pass', 'warn', 'fail'] }, says: text, 'fix?': text })),
      counts: only({ pass: count, warn: count, fail: count }),
      fixed: list(text),
    }),
    slow: true,
    bare: 5,
  },
  audit: {
    data: only({ findings: list(only({ code: text, fingerprint: text })), accepted: count, stale: count }),
    project: true,
    slow: true,
    bare: 2,
  },
  inspect: {
    data: only({
      server: only({ name: text, version: text }),
      apps: list({ type: 'object' }),
      tools: list(named),
      resources: list(named),
      resourceTemplates: list(named),
      prompts: list(named),
      providers: list(named),
      tokens: only({ method: text, total: count, tools: list(only({ name: text, tokens: count, ofDescription: count, ofSchema: count })) }),
      duplicates: list(only({ names: list(text), because: text })),
      missingDescriptions: list(only({ kind: text, name: text })),
      unusualNames: list(only({ kind: text, name: text })),
      refusedNames: list(text),
      listing: { type: ['object', 'null'] },
      budgets: list(only({ key: text, limit: count, actual: count, 'of?': text, exceeded: onOff })),
      targets: list(
        only({
          target: text,
          bytes: count,
          gzipBytes: count,
          features: list(only({ name: text, because: text })),
          packages: list(only({ name: text, bytes: count })),
        }),
      ),
    }),
    project: true,
    slow: true,
    bare: 2,
  },
  'contract diff': {
    data: only({
      against: text,
      changes: list(only({ kind: { enum: ['breaking', 'added', 'compatible', 'wording'] }, of: text, name: text, message: text })),
      counts: only({ breaking: count, added: count, compatible: count, wording: count }),
      version: only({ bump: { enum: ['major', 'minor', 'patch', 'none'] }, from: text, now: text, proposed: text, sufficient: onOff }),
    }),
    project: true,
    slow: true,
    bare: 2,
  },
  build: {
    words: ['--no-check'],
    data: only({
      outputs: list(
        only({
          target: text,
          file: text,
          bytes: count,
          gzipBytes: count,
          sha256: text,
          tools: { type: ['integer', 'null'] },
          tokens: { type: ['integer', 'null'] },
          milliseconds: count,
          firstAnswerMilliseconds: { type: ['number', 'null'] },
          unchanged: onOff,
          further: list({ type: 'object' }),
          heaviest: list({ type: 'object' }),
          features: list({ type: 'object' }),
          libraries: list({ type: 'object' }),
          merged: list({ type: 'object' }),
          zod: { type: ['object', 'null'] },
          assets: list({ type: 'object' }),
          copied: list({ type: 'object' }),
          executable: { type: ['object', 'null'] },
        }),
      ),
    }),
    project: true,
    slow: true,
    bare: 2,
  },
  'config print': {
    data: only({ file: { type: ['string', 'null'] }, settings: list(only({ path: text, value: text, origin: text })) }),
    project: true,
    bare: 2,
  },
  'eject-mcp-config': {
    words: ['--list'],
    data: only({ clients: list(only({ client: text, key: text, transport: text, files: list(text) })) }),
    project: true,
    bare: 2,
  },
  'mcpb validate': { words: ['calc.mcpb'], data: only({ file: text, valid: onOff, problems: list(text) }), bare: 2 },
  'registry keygen': { words: ['--out', 'key'], data: only({ file: text, publicKey: text, record: text }), bare: 0 },
  'registry publish': { words: ['--dry-run'], data: { type: 'object' }, project: true, slow: true, bare: 2 },
  'registry status': {
    words: ['active', '--all-versions'],
    data: only({ name: text, version: { type: ['string', 'null'] }, status: text, changed: count, registry: text }),
    project: true,
    bare: 2,
  },
  explain: { data: only({ codes: list(only({ code: text, area: text })) }), bare: 0 },
  completion: { words: ['bash'], data: only({ shell: text, script: text }), bare: 2 },
  help: { words: ['config'], data: only({ topic: text, text }), bare: 0 },
};

const judge = new Ajv2020({ allErrors: true });
const finding = {
  type: 'object',
  properties: {
    code: text,
    severity: { enum: ['error', 'warning'] },
    message: text,
    hint: text,
    suggestion: text,
    span: { type: 'object' },
  },
  required: ['code', 'severity', 'message'],
};
const envelope = (data: object): object =>
  only({ schemaVersion: { const: 1 }, ok: onOff, command: text, data, diagnostics: list(finding) });

interface Document {
  readonly ok: boolean;
  readonly command: string;
  readonly diagnostics: readonly { readonly code: string; readonly hint?: string }[];
}

/** One document that keeps the schema; anything else on stdout does not parse. */
function documentOf(stdout: string, data: object, what: string): Document {
  const document: unknown = JSON.parse(stdout);
  const check = judge.compile<Document>(envelope(data));
  if (!check(document)) throw new Error(`${what}: ${judge.errorsText(check.errors)}`);
  return document;
}

const failed = { type: 'null' };

const test = suite<{ root: string; project: string; empty: string; registry: LocalRegistry }>('every command');
test.before(async (context) => {
  Object.assign(context, makeProject());
  context.empty = join(context.root, 'empty');
  mkdirSync(context.empty);
  renameSync(join(context.project, '_gitignore'), join(context.project, '.gitignore'));
  writeFileSync(
    join(context.project, 'official.mjs'),
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nconst server = new McpServer({ name: 'x', version: '1.0.0' });\nserver.registerTool('a', { description: 'A' }, () => ({ content: [] }));\n",
  );
  context.registry = await LocalRegistry.start();
  editFile(join(context.project, 'package.json'), (json) =>
    json.replace('{', '{ "mcpName": "com.example/calc", "description": "Adds numbers",'),
  );
  editFile(join(context.project, 'service.config.ts'), (config) =>
    config.replace("name: '", `registry: { registryUrl: '${context.registry.url}' },\n  name: '`),
  );
  const manifest = {
    manifest_version: '0.3',
    name: 'calc',
    version: '1.0.0',
    description: 'Adds',
    author: { name: 'Ada' },
    server: { type: 'node', entry_point: 'a.js', mcp_config: { command: 'node' } },
  };
  const archived = [
    { path: 'manifest.json', contents: JSON.stringify(manifest) },
    { path: 'a.js', contents: '' },
  ];
  writeFileSync(join(context.project, 'calc.mcpb'), zipFiles(archived));
  assert.is((await runCli(['build', '--no-check'], { cwd: context.project })).code, 0);
});
test.after(async ({ registry, root }) => {
  await registry.stop();
  rmSync(root, { recursive: true, force: true });
});

test('[I7.every.table] every command of the table is run here', () => {
  assert.equal(
    Object.keys(runs),
    commandTable.map(({ name }) => name),
  );
});

for (const [name, { words = [], data, project: needsProject, bare }] of Object.entries(runs)) {
  const command = name.split(' ');

  test(`[I7.every.json] ${name}: --json is one document of its schema, in CI too, without colours`, async ({ root, project }) => {
    // One serves until it is stopped: below. The others need a login, which src/cli/registry/status.test.ts has, and jest, which
    // test/docs/testing.test.ts has.
    if (name === 'dev' || name === 'registry status' || name === 'test') return;
    const cwd = name === 'new' || name === 'registry keygen' ? root : project;
    const { code, stdout, stderr } = await runCli([...command, ...words, '--json'], { cwd, env: { CI: 'true', HOME: root } });
    const document = documentOf(stdout, data, name);
    assert.equal([code, stderr, document.ok, document.command], [0, '', true, name]);
    assert.not.ok(stdout.includes('\u001b['));
  });

  test(`[I7.every.wrong] ${name}: help, a wrong flag, a missing folder and a folder without a project`, async ({ empty }) => {
    const [help, flag, missing, alone] = await Promise.all([
      runCli([...command, '--help'], { cwd: empty, env: { CI: 'true' } }),
      runCli([...command, ...words, '--nonsense', '--json'], { cwd: empty }),
      runCli([...command, ...words, '--cwd', join(empty, 'none'), '--json'], { cwd: empty }),
      runCli([...command, ...(needsProject === true ? words : []), ...(name === 'registry keygen' ? ['--out', 'key'] : []), '--json'], {
        cwd: empty,
        env: { CI: 'true', HOME: empty },
      }),
    ]);
    assert.equal([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, new RegExp(`\\nUsage\\n {2}service ${name}`));
    assert.equal([flag.code, flag.stderr, documentOf(flag.stdout, failed, name).diagnostics[0]?.code], [2, '', 'usage']);
    assert.equal([missing.code, missing.stderr, documentOf(missing.stdout, failed, name).diagnostics[0]?.code], [2, '', 'no-such-folder']);
    assert.equal([alone.code, alone.stderr], [bare, ''], alone.stdout);
    const document = documentOf(alone.stdout, bare === 2 ? failed : { type: 'object' }, name);
    if (needsProject === true) assert.is(document.diagnostics[0]?.code, 'not-a-project');
  });
}

test('[I7.every.interrupt] Ctrl-C ends every command that reads sources with 130 and one document; nothing half-written is left', async ({
  project,
}) => {
  const module = addSlowModule(project, 'slow');
  const written = (): number =>
    readdirSync(project, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('node_modules')).length;
  const before = written();
  for (const [name, { words = [], slow }] of Object.entries(runs)) {
    if (slow !== true) continue;
    const child = startCli([...name.split(' '), ...words, '--json'], { cwd: project, env: { HOME: project } });
    await module.loading(child);
    child.kill('SIGINT');
    const { exitCode, stdout } = await child;
    assert.is(exitCode, 130, `${name} ${stdout}`);
    assert.is(documentOf(stdout, failed, name).ok, false);
    assert.is(written(), before, name);
  }
});

test.run();
