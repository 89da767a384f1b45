import { table } from '@service/sdk/terminal';
import { escapeUnicode } from '@service/sdk/internal';
import { relative, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import type { Project } from '../../config/load-project.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { clientEntries, type ClientEntry, clientEntry, type DefaultAddress, type EntrySource } from '../eject/client-entry.ts';
import { type FoundClientFile, decode, findClientFile, replaceClientFile } from '../eject/client-file.ts';
import { filesOn, knownClients } from '../eject/known-clients.ts';
import { UnusableFile, mergeEntry } from '../eject/merge-entry.ts';
import { compileRequest, openProject } from '../project/open-project.ts';
import { printDiff } from '../setup/print-diff.ts';
import { analyse, loadAhead } from '../../compiler/index.ts';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { CliCode } from '../cli-codes.ts';

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
  if (dryRun) return { exit: 'ok', data, text: printDiff({ path: shown, after, before }) };
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

/**
 * The default address of an entry follows the config alone. Warns where the server's own options put the endpoint elsewhere; sources that
 * cannot be read say nothing.
 */
async function endpointFindings(entry: ClientEntry, project: Project, call: CommandCall): Promise<readonly Diagnostic[]> {
  const { client, defaultAddress } = entry;
  if (defaultAddress === undefined || !existsSync(project.entry.value)) return [];
  void loadAhead();
  const served = await servedAddress(project, call);
  if (served === undefined) return [];
  const wrong = (['port', 'path'] as const).filter((part) => normalise(served[part]) !== normalise(defaultAddress[part]));
  if (wrong.length === 0) return [];
  const code: CliCode = 'client-address-differs';
  const settings = wrong.map((part) => `transport.http.${part} to ${JSON.stringify(served[part])}`);
  return [
    {
      code,
      severity: 'warning',
      message: `The entry names ${printAddress(defaultAddress)}, and the server answers at ${printAddress(served)}`,
      hint: `Set ${settings.join(' and ')} in the config, or set clients.${client}.url`,
    },
  ];
}

async function servedAddress(project: Project, call: CommandCall): Promise<DefaultAddress | undefined> {
  const [deployment] = project.deployments;
  const progress = call.output.progress('Reading');
  const request = compileRequest(project, deployment, { typeCheck: false, call });
  const { model } = await analyse(request).finally(() => progress.done());
  if (model === undefined) return undefined;
  const { http } = model.server.options;
  const { PORT, SERVICE_HTTP_ENTRY_PATH: path } = deployment.variables;
  const config = project.config?.transport?.http;
  return { port: http.port ?? Number(PORT ?? config?.port ?? 3000), path: http.entryPath ?? path ?? config?.path ?? '/' };
}

const normalise = (part: string | number): string => String(part).replaceAll(/^\/|\/$/g, '');

const printAddress = ({ path, port }: DefaultAddress): string => `port ${port}, path ${path === '' ? '/' : path}`;
