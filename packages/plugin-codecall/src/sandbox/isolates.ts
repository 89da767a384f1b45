/* Scripts in isolates of the platform, on workers with a loader of them: each script has one of its own, without network and bindings, which the
 * platform ends after its time. Nothing of what comes out of it is believed. */
import { isRecord } from '@service/sdk/internal';
import type { CheckedScript } from './check-script.ts';
import { maxLogLines } from './cut.ts';
import { broken, returned, stuck, thrown, timeout } from './ended.ts';
import { isolateGuest } from './isolate-guest.ts';
import { namespaceParts } from './namespace-parts.ts';
import { ScriptPlaces } from './places.ts';
import type { Sandbox, ScriptClock, ScriptHost } from './sandbox.ts';
import { type CallAnswer, fault, type ScriptJob, type ScriptMessage, type ScriptOutcome } from './script-job.ts';
import { logLevels, sendRefusals, sends, Sent } from './sends.ts';

/** What a Worker Loader makes an isolate of; it has no other modules, no variables and no bindings. */
interface IsolateCode {
  readonly compatibilityDate: string;
  readonly mainModule: string;
  readonly modules: Readonly<Record<string, string>>;
  readonly env: object;
  /** Nothing that it sends leaves the isolate. */
  readonly globalOutbound: null;
  readonly limits: { readonly cpuMs: number };
}

/** What a script's isolate may call: both take text, and anything else that they get is refused. */
type Send = (name: unknown, args: unknown) => Promise<string>;
type Tell = (message: unknown) => Promise<void>;

interface Entrypoint {
  run(job: string, send: Send, tell: Tell): Promise<unknown>;
}

/** A binding of `worker_loaders`. */
export interface WorkerLoader {
  /** Each call makes a new isolate. */
  load(code: IsolateCode): { getEntrypoint(): Entrypoint };
}

/** On this date a worker has neither modules nor globals of Node, and calls between workers by name are there. */
const compatibilityDate = '2024-11-11';

/** Isolates at once: the memory of a script is that of its own, so there are more than in the server's. */
const atOnce = { total: 16, network: 8, who: 4 } as const;

export function createSandbox(loader: WorkerLoader): Sandbox {
  const places = new ScriptPlaces({ running: atOnce, open: atOnce, waiting: { total: 64, network: 32, who: 16 } });
  return {
    run: (job: ScriptJob, host: ScriptHost) =>
      places.run(job, host, async (clock) => {
        const { checkScript } = await import('./check-script.ts');
        const checked = checkScript(job, true);
        return 'refused' in checked ? checked.refused : runIsolated(loader, checked, { clock, host, job });
      }),
    close: async () => undefined,
  };
}

type Checked = Exclude<CheckedScript, { readonly refused: ScriptOutcome }>;

async function runIsolated(
  loader: WorkerLoader,
  checked: Checked,
  { clock, host, job }: { readonly clock: ScriptClock; readonly host: ScriptHost; readonly job: ScriptJob },
): Promise<ScriptOutcome> {
  const code: IsolateCode = {
    compatibilityDate,
    mainModule: 'main.js',
    modules: { 'main.js': isolateGuest, 'script.js': checked.code },
    env: {},
    globalOutbound: null,
    limits: { cpuMs: job.limits.timeoutMs },
  };
  let running: (Promise<unknown> & { readonly [Symbol.dispose]?: () => void }) | undefined;
  try {
    // An isolate of its own for every script: of one caller nothing is there for the next.
    running = loader.load(code).getEntrypoint().run(guestJob(job, checked), sender(host, clock), teller(host, clock));
    const ended = await Promise.race([running, clock.over]);
    return clock.isOver ? timeout : outcomeOf(ended);
  } catch (failure) {
    return clock.isOver ? timeout : failureOf(failure);
  } finally {
    running?.catch(() => undefined);
    // The platform ends what nothing waits for.
    running?.[Symbol.dispose]?.();
  }
}

function guestJob({ limits: { allowConsole, disabled, maxIterations }, tools }: ScriptJob, { literals }: Checked): string {
  return JSON.stringify({
    tools,
    spaces: tools.map(({ name }) => ({ name, parts: namespaceParts(name) })).filter(({ parts }) => parts.length > 0),
    allowConsole,
    disabled,
    literals,
    levels: logLevels,
    maxLines: maxLogLines,
    sends,
    refusals: sendRefusals,
    overText: `the loops and functions of the script have run ${maxIterations} times, and no more is allowed`,
  });
}

function sender(host: ScriptHost, clock: ScriptClock): Send {
  const sent = new Sent();
  return async (name, args) => {
    const answer =
      typeof name === 'string' && typeof args === 'string' && !clock.isOver
        ? (sent.refuse(name, args) ?? (await host.call(name, args, clock.asks)))
        : notText;
    return JSON.stringify(answer);
  };
}

const notText: CallAnswer = { kind: 'IllegalAccess', toolName: '', message: 'a script sends text alone' };

function teller(host: ScriptHost, clock: ScriptClock): Tell {
  let lines = 0;
  return async (message) => {
    const read = typeof message === 'string' && lines++ < maxLogLines && !clock.isOver ? messageOf(message) : undefined;
    if (read !== undefined) host.say(read);
  };
}

function messageOf(text: string): ScriptMessage | undefined {
  const { data, kind, level, text: said } = recordOf(text);
  if (typeof said !== 'string' || !logLevels.includes(String(level))) return undefined;
  const cut = (one: string): string => one.slice(0, sends.saidCharacters);
  return {
    kind: kind === 'notify' ? 'notify' : 'log',
    level: String(level),
    text: cut(said),
    ...(typeof data === 'string' ? { data: cut(data) } : {}),
  };
}

function recordOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
}

/** `+` and the JSON of a result, nothing for a result that has none, `-` and what was thrown. */
function outcomeOf(ended: unknown): ScriptOutcome {
  if (typeof ended !== 'string') return broken('it gave no text');
  if (ended === '') return returned(undefined);
  if (ended.startsWith('+')) return returned(ended.slice(1));
  const read = recordOf(ended.slice(1));
  const text = (name: string): string => (typeof read[name] === 'string' ? read[name].slice(0, 2000) : '');
  return thrown({ name: text('name'), message: text('message'), stack: text('stack'), toolName: text('toolName'), code: text('code') });
}

/** What the platform says of an isolate that it could not make, or has ended. */
function failureOf(failure: unknown): ScriptOutcome {
  const text = String(failure);
  const syntax = /SyntaxError: ([^\n]*)\n\s*at script\.js:(\d+):(\d+)/.exec(text);
  if (syntax !== null) {
    const [, message = '', line, column] = syntax;
    return fault('syntax_error', { message: message.slice(0, 500), line: Number(line) - 1, column: Number(column) });
  }
  if (/exceeded .*(?:cpu|time) .*limit/i.test(text)) return timeout;
  return /never generate a response/.test(text) ? stuck : broken(failure);
}
