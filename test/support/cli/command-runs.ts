/* Test support: how every command of the table is run once, and what it then answers with `--json`. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { zipFiles } from '../../../src/compiler/8-write/output-files.ts';
import { LocalRegistry } from '../registry/local-registry.ts';
import { editFile, makeProject } from './project-fixture.ts';
import { runCli } from './run-cli.ts';

/** How a command is run, and what its `data` is when it works. */
export interface CommandRun {
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

/** Every row of the command table. */
export const runs: Readonly<Record<string, CommandRun>> = {
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
      'cli?': text,
      'testing?': text,
      'react?': text,
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
  'generate openapi': {
    words: ['https://api.example.com/openapi.json', '--name', 'shop', '--dry-run'],
    data: only({ name: text, class: text, owner: text, dryRun: onOff, files, next: list(text) }),
    project: true,
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
      guards: list(only({ kind: text, name: text, field: text, about: text, decider: text })),
      unread: list(only({ name: text, package: { type: ['string', 'null'] } })),
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
          archives: list(only({ path: text, sha256: text })),
          unchanged: onOff,
          further: list({ type: 'object' }),
          heaviest: list({ type: 'object' }),
          adapters: list(only({ adapter: text, level: { enum: ['info', 'warning'] }, about: text, text })),
          unread: list(only({ name: text, package: { type: ['string', 'null'] } })),
          features: list({ type: 'object' }),
          libraries: list({ type: 'object' }),
          sourceMaps: list(only({ path: text, bytes: count })),
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

export interface Document {
  readonly ok: boolean;
  readonly command: string;
  readonly diagnostics: readonly { readonly code: string; readonly hint?: string }[];
}

/** One document that keeps the schema; anything else on stdout does not parse. */
export function documentOf(stdout: string, data: object, what: string): Document {
  const document: unknown = JSON.parse(stdout);
  const check = judge.compile<Document>(envelope(data));
  if (!check(document)) throw new Error(`${what}: ${judge.errorsText(check.errors)}`);
  return document;
}

/** `data` of a command that failed. */
export const failed = { type: 'null' };

export interface CommandFolders {
  readonly root: string;
  readonly project: string;
  /** A folder that holds no project. */
  readonly empty: string;
  readonly registry: LocalRegistry;
}

/** A built project in which every command works. */
export async function prepareFolders(): Promise<CommandFolders> {
  const { project, root } = makeProject();
  const empty = join(root, 'empty');
  mkdirSync(empty);
  renameSync(join(project, '_gitignore'), join(project, '.gitignore'));
  writeFileSync(
    join(project, 'official.mjs'),
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nconst server = new McpServer({ name: 'x', version: '1.0.0' });\nserver.registerTool('a', { description: 'A' }, () => ({ content: [] }));\n",
  );
  const registry = await LocalRegistry.start();
  editFile(join(project, 'package.json'), (json) => json.replace('{', '{ "mcpName": "com.example/calc", "description": "Adds numbers",'));
  editFile(join(project, 'service.config.ts'), (config) =>
    config.replace("name: '", `registry: { registryUrl: '${registry.url}' },\n  name: '`),
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
  writeFileSync(join(project, 'calc.mcpb'), await zipFiles(archived));
  const built = await runCli(['build', '--no-check'], { cwd: project });
  if (built.code !== 0) throw new Error(built.stderr);
  return { root, project, empty, registry };
}

export async function removeFolders({ registry, root }: CommandFolders): Promise<void> {
  await registry.stop();
  rmSync(root, { recursive: true, force: true });
}

/** One serves until it is stopped: `dev.test.ts`. The others need a login, which `status.test.ts` has, and jest, which templates' specs have. */
const runsElsewhere: ReadonlySet<string> = new Set(['dev', 'registry status', 'test']);

/** Runs a command with `--json` under CI. @throws when it fails or prints anything else than one document of its schema */
export async function runOnce(name: string, { data, words = [] }: CommandRun, { project, root }: CommandFolders): Promise<void> {
  if (runsElsewhere.has(name)) return;
  const cwd = name === 'new' || name === 'registry keygen' ? root : project;
  const { code, stdout, stderr } = await runCli([...name.split(' '), ...words, '--json'], { cwd, env: { CI: 'true', HOME: root } });
  const document = documentOf(stdout, data, name);
  assert.equal([code, stderr, document.ok, document.command], [0, '', true, name]);
  assert.not.ok(stdout.includes('\u001b['));
}
