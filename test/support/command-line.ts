/* Test support: the generated command line of a server, run in this process again and again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flagsOfSchema } from '../../src/runtime/command-line/arguments/schema-flags.ts';
import type { Host, Program } from '../../src/runtime/command-line/commands/command.ts';
import { nameToolCommands } from '../../src/runtime/command-line/commands/tool-commands.ts';
import type { Connection } from '../../src/runtime/client/connection.ts';
import { openLocal } from '../../src/runtime/command-line/process/open-local.ts';
import { openSession } from '../../src/runtime/command-line/process/open-session.ts';
import { askListed } from '../../src/runtime/command-line/commands/ask-listed.ts';
import { Client } from '../../src/runtime/client/client.ts';
import { runCommandLine } from '../../src/runtime/command-line/run.ts';
import { SessionStore } from '../../src/runtime/command-line/sessions/session-store.ts';
import type { CommandLineSettings } from '../../src/runtime/command-line/settings.ts';
import { hostUncompiled, type ServerGiven } from '../../src/runtime/hosts/uncompiled.ts';
import type { Json, JsonObject } from '../../src/runtime/model/index.ts';
import { readScreen, TerminalOutput, terminalText, type OutputStream } from '../../src/runtime/terminal/index.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface OpenedProgram {
  readonly program: Program;
  readonly host: Host;
  readonly store: SessionStore;
  /** Sub-command by name of the tool. */
  readonly commandOf: (tool: string) => string;
  run(args: readonly string[], input?: string): Promise<Ran>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  readonly settings?: CommandLineSettings;
  /** Lines that a person types. */
  readonly answers?: readonly string[];
  readonly host?: Partial<Host>;
  /** Aborted by Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Hears everything that the program writes, also of runs at the same time. */
  readonly onWrite?: (text: string) => void;
  /** The screen that the program is at; absent, it writes to pipes. */
  readonly screen?: { readonly isTTY: true; readonly columns: number };
  /** False: as where code decides at start what there is, so that the build does not know it. */
  readonly isListed?: boolean;
}

const ownWords = [
  'resource',
  'template',
  'prompt',
  'subscribe',
  'skills',
  'connect',
  'login',
  'logout',
  'sessions',
  'serve',
  'doctor',
  'completion',
  'version',
  'help',
  '__complete',
];

/** Starts a server once; every run of a command uses it. */
export async function openProgram(
  server: ServerGiven,
  { answers, host: own = {}, isListed = true, onWrite, screen, settings = {}, signal = new AbortController().signal }: ProgramOptions = {},
): Promise<OpenedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'service-command-line-'));
  const local = await openLocal(hostUncompiled(server), { logDir: folder });
  const shared: Connection = { send: (...parts) => local.send(...parts), close: async () => undefined };
  const listed = await askListed(new Client(shared, { name: 'test', version: '1.0.0', signal }));
  const program: Program = { name: 'tool', version: '1.2.3', settings, listed: isListed ? listed : undefined };
  const store = new SessionStore(join(folder, 'sessions'), 'tool');
  const written = { out: '', error: '' };
  let input: string | undefined;
  const typed = [...(answers ?? [])];
  const stream = (name: 'out' | 'error'): OutputStream => ({
    ...screen,
    write: (text) => {
      written[name] += text;
      onWrite?.(text);
    },
  });
  const output = new TerminalOutput({
    stdout: stream('out'),
    stderr: stream('error'),
    screenOf: (one) => readScreen(one, {}),
    clean: terminalText,
    rawPipes: true,
  });
  const terminal: Host['terminal'] = Object.assign(output, {
    readInput: async () => input ?? '',
    ask: answers === undefined ? undefined : async () => typed.shift() ?? '',
  });
  const host: Host = {
    terminal,
    store,
    signal,
    open: (opened, globals) => openSession(opened, globals, { signal, store, terminal, openLocal: async () => shared }),
    serve: async () => undefined,
    examine: async () => [],
    ...own,
  };
  const names = [...nameToolCommands(listed.tools, new Set(ownWords))];
  return {
    program,
    host,
    store,
    commandOf: (tool) => names.find(([, { name }]) => name === tool)?.[0] ?? '',
    run: async (args, given) => {
      Object.assign(written, { out: '', error: '' });
      input = given;
      const code = await runCommandLine(args, program, host);
      return { code, ...written };
    },
    close: async () => {
      await local.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Arguments of a tool as a person would type them; what no flag can carry goes into the JSON of all. */
export function wordsOf(schema: JsonObject, given: JsonObject): readonly string[] {
  const { flags, whole } = flagsOfSchema(schema);
  const rest: [string, Json][] = [];
  const words = Object.entries(given).flatMap(([property, value]) => {
    const flag = flags.find((one) => one.property === property);
    const values = flag?.kind.kind === 'list' && Array.isArray(value) ? value : [value ?? null];
    const item = flag?.kind.kind === 'list' ? flag.kind.item : flag?.kind;
    const texts = values.map((one) => (typeof one === 'string' && item?.kind !== 'json' ? one : JSON.stringify(one)));
    if (flag === undefined || texts.length === 0 || texts.includes('-')) {
      rest.push([property, value ?? null]);
      return [];
    }
    if (typeof value === 'boolean' && item?.kind === 'boolean') return [value ? `--${flag.name}` : `--no-${flag.name}`];
    return texts.map((text, index) => (index % 2 === 0 ? [`--${flag.name}=${text}`] : [`--${flag.name}`, text])).flat();
  });
  return rest.length === 0 ? words : [...words, `--${whole.name}`, JSON.stringify(Object.fromEntries(rest))];
}
