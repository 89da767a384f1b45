import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { serverlessATarget } from '../../src/targets/serverless_a.ts';
import { serverlessBTarget } from '../../src/targets/serverless_b.ts';
import { bootFunction } from '../support/boot/function.ts';
import { bootOutput } from '../support/boot/output.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { send, sendRaw } from '../support/wire-client.ts';
import type { AttackOutcome } from './attack.ts';
import { attackingCall, functionAttacks, honestEvents, type FunctionAttack } from './function-attacks.ts';
import { withoutGuard } from './take-out.ts';

interface Attacked {
  readonly target: string;
  /** Statuses of what was sent. */
  attempt(attack: FunctionAttack): Promise<readonly number[]>;
  ran(): boolean;
  /** Whether an honest caller is served. */
  serves(): Promise<boolean>;
  stop(): Promise<void>;
}

type Boot = (folder: string, variables: Readonly<Record<string, string>>) => Promise<Attacked>;

const quiet = { SERVICE_LOG_LEVEL: 'off' };
const toolRan = (text: string): boolean => text.includes('TOOL RAN');

/** Events as they are, to the handler under the runtime client of its service. */
const bootHandler: Boot = async (folder, variables) => {
  const booted = await bootFunction({ bundle: join(folder, 'handler.cjs'), gateway: 'as-sent', variables: { ...quiet, ...variables } });
  const attempt: Attacked['attempt'] = async ({ events = [] }) => {
    const statuses: number[] = [];
    for (const event of events) statuses.push((await send({ port: booted.port, body: JSON.stringify(event) })).status);
    return statuses;
  };
  return {
    target: 'serverless_b',
    attempt,
    ran: () => toolRan(booted.output.text),
    serves: async () => (await attempt({ name: '', advisory: '', events: honestEvents })).every((status) => status === 200),
    stop: () => booted.stop(),
  };
};

/** Bytes to the runner of the prebuilt output. */
const bootPrebuilt: Boot = async (folder, variables) => {
  const booted = await bootOutput(folder, { ...quiet, ...variables });
  const { body, headers } = attackingCall;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusOf = async (target: string, more: string): Promise<number> => {
    const head = `POST ${target} HTTP/1.1\r\nhost: localhost:${booted.port}\r\n${more}${lines.join('')}connection: close\r\n`;
    const answer = await sendRaw(booted.port, `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  };
  return {
    target: 'serverless_a',
    attempt: async ({ targets = [] }) => {
      const statuses: number[] = [];
      for (const [target, more] of targets) statuses.push(await statusOf(target, more));
      return statuses;
    },
    ran: () => toolRan(booted.output.text),
    serves: async () => (await statusOf('/mcp', '')) === 200,
    stop: () => booted.stop(),
  };
};

interface Platform {
  readonly target: Target;
  /** In the output. */
  readonly script: string;
  readonly boot: Boot;
  readonly isMeant: (attack: FunctionAttack) => boolean;
}

const platforms: readonly Platform[] = [
  { target: serverlessBTarget, script: 'handler.cjs', boot: bootHandler, isMeant: ({ events }) => events !== undefined },
  {
    target: serverlessATarget,
    script: 'functions/index.func/index.js',
    boot: bootPrebuilt,
    isMeant: ({ targets }) => targets !== undefined,
  },
];

/**
 * Attacks on the built functions of the fixture `guarded`, each on an instance of its own. One succeeds when anything of it is answered as
 * an honest request would be, when a tool runs, or when honest callers are not served any more.
 * @param unguarded true: each without the guard that stops it, taken out of the bundle
 */
export async function runFunctionAttacks(
  attacks: readonly FunctionAttack[] = functionAttacks,
  unguarded = false,
): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const { boot, isMeant, script, target } of platforms) {
    const project = copyFixture('guarded');
    try {
      const request = requestOf(project.root, 'guarded', { build: { minify: false } });
      const folder = join(project.root, 'dist', target.name);
      await writeOutput(request, (await bundleOf(request, target)).result, folder);
      const path = join(folder, script);
      const code = readFileSync(path, 'utf8');
      for (const attack of attacks.filter(isMeant)) {
        writeFileSync(path, unguarded ? withoutGuard(code, { name: attack.name, without: attack.without ?? [] }) : code);
        outcomes.push(await runAttack(attack, await boot(folder, attack.variables ?? {})));
      }
    } finally {
      project.remove();
    }
  }
  return outcomes;
}

async function runAttack(attack: FunctionAttack, attacked: Attacked): Promise<AttackOutcome> {
  try {
    const statuses = await attacked.attempt(attack);
    const served = statuses.length === 0 || statuses.some((status) => status < 400);
    // Before an honest caller runs one.
    const ran = attacked.ran();
    const isDenied = attack.variables?.['GIVEN_OPTIONS'] !== undefined;
    const succeeded = served || ran || (!isDenied && !(await attacked.serves()));
    return { name: attack.name, advisory: attack.advisory, target: attacked.target, outcome: succeeded ? 'succeeded' : 'refused' };
  } finally {
    await attacked.stop();
  }
}
