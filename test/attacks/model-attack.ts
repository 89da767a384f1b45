import { call as callModern } from '../plugins/approval-project.ts';
import { parseMessage } from '../support/wire-client.ts';
import type { AttackedServer, Session } from './plugin-attacks.ts';

/** Who calls: Mallory is a guest whose model writes what it likes; the victim is an administrator. */
export type Caller = 'mallory' | 'victim';

export interface ModelScene {
  readonly server: Pick<AttackedServer, 'port'>;
  readonly log: () => string;
  readonly headers: Readonly<Record<Caller, Readonly<Record<string, string>>>>;
  /** Sessions of the protocol before 2026-07-28; absent where calls are stateless. */
  readonly sessions: Readonly<Record<Caller, Session>> | undefined;
}

/** What a script of a model tries against a guard of the product. */
export interface ModelAttack {
  readonly name: string;
  readonly advisory: string;
  /** Calls of 2026-07-28 alone have it. */
  readonly stateless?: true;
  /** Hosts whose logs are read, whose scripts run in threads, or that hear of closed connections. */
  readonly nodeOnly?: true;
  /**
   * Texts of an unminified bundle, and what stands there without the guard. Absent where there is no guard to take out, because the way that is
   * tried was never built.
   */
  readonly without?: readonly (readonly [guard: string, instead: string])[];
  /** True: it got through. */
  readonly go: (scene: ModelScene) => Promise<boolean>;
}

export type Answer = Readonly<Record<string, unknown>>;

/** The result among the messages of an answer. */
function resultIn(text: string): Answer {
  const messages = text.startsWith('{') ? [text] : text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []));
  const answers = messages.map((one) => parseMessage(one) as { readonly result?: Answer });
  return answers.find(({ result }) => result !== undefined)?.result ?? {};
}

/** Structured content of a tool's result. */
export async function use(scene: ModelScene, who: Caller, [name, args = {}]: readonly [string, object?]): Promise<Answer> {
  const answer =
    scene.sessions === undefined
      ? (await callModern(scene.server, { name, args: { ...args }, headers: scene.headers[who] })).result
      : resultIn(await scene.sessions[who].ask('tools/call', { name, arguments: args }));
  return (answer['structuredContent'] ?? { content: answer['content'] }) as Answer;
}

export const runScript = (scene: ModelScene, who: Caller, request: string | { readonly script: string }): Promise<Answer> =>
  use(scene, who, ['codecall:execute', typeof request === 'string' ? { script: request } : request]);

export const hasSecret = (answer: unknown): boolean => JSON.stringify(answer).includes('SECRET');

/** The script gets what it must not have. */
export const reads =
  (script: string, more: object = {}): ModelAttack['go'] =>
  async (scene) =>
    hasSecret(await runScript(scene, 'mallory', { script, ...more }));
export const calls = (name: string): ModelAttack['go'] => reads(`return callTool(${JSON.stringify(name)})`);
export const isTrue =
  (script: string): ModelAttack['go'] =>
  async (scene) =>
    (await runScript(scene, 'mallory', script))['result'] === true;
export const invokes =
  (name: string, input: object = {}): ModelAttack['go'] =>
  async (scene) =>
    hasSecret(await use(scene, 'mallory', ['codecall:invoke', { tool: name, input }]));

export const told = async (scene: ModelScene): Promise<{ readonly heard: readonly string[]; readonly acts: readonly string[] }> =>
  (await use(scene, 'victim', ['told'])) as { heard: string[]; acts: string[] };

/** Until what was begun before has ended: timers of one process run in their order. */
export const pass = (scene: ModelScene, ms: number): Promise<Answer> => use(scene, 'victim', ['later', { whose: 'nobody', ms }]);
