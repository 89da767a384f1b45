import { existsSync, readdirSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { commandWord } from '@service/sdk/terminal';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import { migrateFolder, MigrationError, printFinding, type Finding, type Migration } from '../../migrate/index.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { packageSpecs } from '../scaffold/package-specs.ts';
import { applyChanges } from '../setup/file-change.ts';
import { printDiff } from '../setup/print-diff.ts';
import { cliVersion } from '../versions.ts';

/** `service migrate <folder or file>`: a server of the official SDK as a project of ours. Shows the files; writes them with --out or --write. */
export async function runMigrate(call: CommandCall): Promise<CommandOutcome> {
  const [typed] = call.arguments;
  if (typed === undefined) throw usageError('missing-answer', 'Which server?', { hint: 'service migrate <folder or file>' });
  const path = resolve(call.cwd, typed);
  if (!existsSync(path))
    throw usageError('migrate-not-found', `${path} does not exist`, {
      hint: 'Name the folder of a package, or the file that makes the server',
    });
  const out = call.flags.text('out');
  const writes = out !== undefined || call.flags.switch('write');
  const specs = writes ? await packageSpecs(call, ['sdk', 'cli']) : { sdk: cliVersion(), cli: cliVersion() };
  const migration = migrate(path, specs);
  const folder = resolve(call.cwd, out ?? `${migration.name}-service`);
  refuseUnsafe(folder, migration.root);
  call.signal.throwIfAborted();
  const changes = migration.files.map(({ path: file, text }) => ({ path: file, after: text }));
  if (writes) await applyChanges(folder, changes);
  const { entries, files, left, notes } = migration;
  return {
    exit: 'ok',
    data: {
      name: migration.name,
      folder,
      written: writes,
      files: files.map(({ path: file }) => file),
      entries: entries.map((entry) => ({ ...entry })),
      left: left.map((finding) => ({ ...finding })),
      notes: notes.map((finding) => ({ ...finding })),
    },
    text: [
      ...(writes ? changes.map(({ path: file }) => `create  ${file}`) : [changes.map(printDiff).join('\n\n')]),
      '',
      ...summary(migration),
      ...(writes ? nextSteps(relative(call.cwd, folder)) : ['', `Nothing was written. Add --out <folder> to write it.`]),
    ].join('\n'),
  };
}

function migrate(path: string, specs: { readonly sdk: string; readonly cli: string }): Migration {
  try {
    return migrateFolder(path, specs);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw new CliError({
      diagnostics: error.findings.map((finding) => asDiagnostic(error.code, finding)),
      sources: new Map(),
      message: error.message,
      exit: 'failure',
    });
  }
}

const asDiagnostic = (code: string, { file, hint, line, message }: Finding): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint,
  span: { file, line, column: 1, start: 0, end: 0 },
});

/** A project is written into a folder of its own: never over files, never into the sources that were read. */
function refuseUnsafe(folder: string, root: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw usageError('folder-occupied', `${folder} is a file`, { hint: 'Name another folder with --out' });
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== '.git') : [];
  if (names.length > 0)
    throw usageError('folder-occupied', `${folder} is not empty (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`, {
      hint: 'Name another folder with --out, or empty that one',
    });
  if (folder === root)
    throw usageError('folder-occupied', `${folder} is the folder that is read`, { hint: 'Name another folder with --out' });
}

const summary = ({ entries, left }: Migration): readonly string[] => [
  `${entries.length} entries moved, ${left.length} left to do by hand${left.length === 0 ? '.' : ':'}`,
  ...left.map((finding) => `  ${printFinding(finding)}`),
];

const nextSteps = (folder: string): readonly string[] => [
  '',
  `cd ${commandWord(folder === '' ? '.' : folder)}`,
  'npm install',
  'npm run build',
  'MIGRATION.md says what was moved, what is left and what differs.',
];
