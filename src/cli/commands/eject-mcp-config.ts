import { table } from '@service/sdk/terminal';
import { escapeUnicode } from '@service/sdk/internal';
import { relative, resolve } from 'node:path';
import type { Project } from '../../config/load-project.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { type ClientEntry, type EntrySource, clientEntries, clientEntry } from '../eject/client-entry.ts';
import { type FoundClientFile, decode, findClientFile, replaceClientFile } from '../eject/client-file.ts';
import { endpointFindings } from '../eject/endpoint-findings.ts';
import { filesOn, knownClients } from '../eject/known-clients.ts';
import { UnusableFile, mergeEntry } from '../eject/merge-entry.ts';
import { openProject } from '../project/open-project.ts';
import { printDiff } from '../setup/print-diff.ts';

/** `service eject-mcp-config <client>`: prints the entry of this server for a client, or merges it into a file. */
export async function runEjectMcpConfig(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const source: EntrySource = { config: project.config, name: project.name.value };
  if (call.flags.switch('list')) return listEntries(project, source);
  const [client] = call.arguments;
  if (client === undefined) throw usageError('missing-answer', 'Name a client', { hint: '`service eject-mcp-config --list` shows them' });
  const entry = clientEntry(client, source);
  const out = call.flags.text('out');
  if (out === undefined && call.flags.switch('backup')) throw usageError('usage', '--backup needs --out: without it nothing is written');
  const diagnostics = [...project.warnings, ...(await endpointFindings(entry, project, call))];
  if (out !== undefined) return { ...(await writeEntry(entry, resolve(call.cwd, out), call)), diagnostics };
  return {
    exit: 'ok',
    data: { ...facts(entry), file: null, action: 'none', backup: null },
    text: snippetText(entry),
    diagnostics,
  };
}

const snippet = ({ key, value }: ClientEntry) => ({ mcpServers: { [key]: value } });
const facts = (entry: ClientEntry) => ({ client: entry.client, key: entry.key, transport: entry.transport, snippet: snippet(entry) });

/** JSON with invisible characters escaped, so that a terminal cannot misread it. */
const snippetText = (entry: ClientEntry): string =>
  JSON.stringify(snippet(entry), undefined, 2).replaceAll(/[\u007F-\u009F\u2028\u2029]|\p{Cf}/gu, escapeUnicode);

async function writeEntry(entry: ClientEntry, path: string, call: CommandCall): Promise<CommandOutcome> {
  const dryRun = call.flags.switch('dry-run');
  const { after, before, file } = await mergeInto(path, entry);
  const shown = relative(call.cwd, file.path).startsWith('..') ? file.path : relative(call.cwd, file.path);
  const action = before === after ? 'none' : before === undefined ? 'create' : 'update';
  call.signal.throwIfAborted();
  const isWritten = action !== 'none' && !dryRun;
  const backup = isWritten ? await replaceClientFile(file, after, { backup: call.flags.switch('backup') }) : undefined;
  const data = {
    ...facts(entry),
    file: file.path,
    action: isWritten || action === 'none' ? action : `would-${action}`,
    backup: backup ?? null,
  };
  if (action === 'none') return { exit: 'ok', data, text: `Nothing to do: ${shown} holds the entry.` };
  if (dryRun) return { exit: 'ok', data, text: printDiff({ path: shown, after, ...(before === undefined ? {} : { before }) }) };
  return { exit: 'ok', data, text: [`${action}  ${shown}`, ...(backup === undefined ? [] : [`backup  ${backup}`])].join('\n') };
}

interface Merged {
  readonly file: FoundClientFile;
  readonly before: string | undefined;
  readonly after: string;
}

async function mergeInto(path: string, { client, key, value }: ClientEntry): Promise<Merged> {
  try {
    const file = await findClientFile(path);
    const before = file.bytes === undefined ? undefined : decode(file.bytes);
    const readsComments = knownClients.some((one) => one.name === client && one.readsComments);
    return { file, before, after: mergeEntry(before ?? '', { key, value, readsComments }) };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    throw new CliError({
      code: 'client-file-unusable',
      message: `${path} ${error.message}. Nothing was changed`,
      hint: 'Correct the file, or name another one with --out',
      exit: 'failure',
      cause: error,
    });
  }
}

function listEntries(project: Project, source: EntrySource): CommandOutcome {
  const entries = clientEntries(source);
  const rows = entries.map(({ client, key, transport }) => ({ client, key, transport, files: [...filesOn(client, process.platform)] }));
  const text =
    rows.length === 0
      ? 'service.config has no clients: add clients: { cursor: {} }'
      : table([
          ['client', 'key', 'transport', 'its own file'],
          ...rows.map((row) => [row.client, row.key, row.transport, row.files.join(' or ')]),
        ]);
  return { exit: 'ok', data: { clients: rows }, text, diagnostics: project.warnings };
}
