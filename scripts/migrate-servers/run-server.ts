import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { askServer } from './ask-server.ts';
import { normalise, shapeOf } from './normalise.ts';
import type { Recorded, RecordedServer } from './recorded-server.ts';

const repository = resolve(import.meta.dirname, '../..');
const serverModules = join(repository, 'tools/authors/node_modules');
/** Where the official SDK 2.x is installed. */
const sdk2Modules = join(repository, 'tools/judges/node_modules');

export interface ServerResult {
  readonly name: string;
  readonly moved: number;
  readonly left: readonly string[];
  /** Entries among what is left. */
  readonly entriesLeft: number;
  readonly answers: number;
  readonly equal: number;
  /** The first differing answers. */
  readonly differences: readonly { readonly call: Recorded; readonly original: unknown; readonly migrated: unknown }[];
  readonly failure?: string;
}

/** Migrates a server, builds it, asks both the same and compares. */
export async function runServer(server: RecordedServer): Promise<ServerResult> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-migrate-')));
  try {
    return await runIn(root, server);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function runIn(root: string, server: RecordedServer): Promise<ServerResult> {
  const project = join(root, 'project');
  const source = join(serverModules, server.source);
  const migrated = await runCli(['migrate', source, '--out', project, '--sdk', '0.1.0', '--cli', '0.1.0', '--json']);
  const empty = { name: server.name, moved: 0, left: [], entriesLeft: 0, answers: 0, equal: 0, differences: [] };
  if (migrated.code !== 0) return { ...empty, failure: migrated.stdout + migrated.stderr };
  const { data } = JSON.parse(migrated.stdout) as { readonly data: MigrationData };
  const left = data.left.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  const counts = {
    ...empty,
    moved: data.entries.length,
    left,
    entriesLeft: left.filter((text) => /^\S+ (?:The (?:tool|resource|prompt)|register)/.test(text) || / registers entries /.test(text))
      .length,
  };
  linkPackages(project);
  const built = await runCli(['build', '--no-check', '--target', 'node'], { cwd: project });
  if (built.code !== 0) return { ...counts, failure: built.stderr };
  const folder = join(root, 'work');
  const args = (server.args ?? []).map((argument) => argument.replaceAll('{folder}', folder));
  const program = join(serverModules, server.program ?? server.source);
  const original = await askServer(serverModules, server, { file: program, args, transport: server.transport, cwd: folder });
  const bundle = join(project, 'dist/node', `${data.name}.bundle.js`);
  const ours = await askServer(serverModules, server, { file: bundle, args: ['--stdio', '--', ...args], transport: 'stdio', cwd: folder });
  return { ...counts, ...compare(server, original, ours) };
}

interface MigrationData {
  readonly name: string;
  readonly entries: readonly unknown[];
  readonly left: readonly { readonly file: string; readonly line: number; readonly message: string }[];
}

function compare(
  server: RecordedServer,
  original: readonly unknown[],
  migrated: readonly unknown[],
): Pick<ServerResult, 'answers' | 'equal' | 'differences'> {
  const rows = server.calls.map((call, index) => {
    const view = (answer: unknown): unknown => (server.random?.includes(call[1]) === true ? shapeOf(normalise(answer)) : normalise(answer));
    return { call, original: view(original[index]), migrated: view(migrated[index]) };
  });
  const differences = rows.filter((row) => !isDeepStrictEqual(row.original, row.migrated));
  return { answers: rows.length, equal: rows.length - differences.length, differences };
}

/** What `npm install` would put there: our packages of this checkout, 2.x of the official SDK from tools/judges, all others from tools/authors. */
function linkPackages(project: string): void {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '@service'), { recursive: true });
  symlinkSync(join(repository, 'packages/sdk'), join(modules, '@service/sdk'));
  const official = '@modelcontextprotocol';
  for (const name of readdirSync(serverModules))
    if (!name.startsWith('.') && name !== official) symlinkSync(join(serverModules, name), join(modules, name));
  mkdirSync(join(modules, official));
  for (const name of readdirSync(join(serverModules, official)))
    symlinkSync(join(serverModules, official, name), join(modules, official, name));
  symlinkSync(join(sdk2Modules, official, 'server'), join(modules, official, 'server'));
  if (!existsSync(join(modules, '@types'))) cpSync(join(repository, 'node_modules/@types'), join(modules, '@types'), { recursive: true });
}
