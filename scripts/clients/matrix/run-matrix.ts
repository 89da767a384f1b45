import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newestNode } from '../../serving/judges.ts';
import { runProgram } from '../../testing/run-program.ts';
import { inParallel } from '../../testing/section.ts';
import type { LegName, MatrixClient } from './clients.ts';
import type { LegJob } from './run-leg.ts';
import type { ScenarioOutcome } from './run-scenarios.ts';
import { startServers } from './servers.ts';

export interface LegResult {
  readonly client: string;
  readonly leg: LegName;
  readonly outcomes: readonly ScenarioOutcome[];
}

export interface MatrixRequest {
  readonly clients: readonly MatrixClient[];
  /** Narrows the legs of each client. */
  readonly legs: readonly LegName[];
  readonly onResult: (result: LegResult) => void;
  /** One client at one server: in this process, or {@link runAlone}. */
  readonly run: (job: LegJob) => Promise<readonly ScenarioOutcome[]>;
}

const root = resolve(import.meta.dirname, '../../..');
const limitMs = 900_000;

/** Starts the servers once and connects every client, two at a time. */
export async function runMatrix({ clients, legs, onResult, run }: MatrixRequest): Promise<readonly LegResult[]> {
  const node = newestNode();
  const pairs = clients.flatMap((client) => client.legs.filter((leg) => legs.includes(leg)).map((leg) => ({ client, leg })));
  const servers = await startServers([...new Set(pairs.map(({ leg }) => leg))], node);
  try {
    return await inParallel(pairs, 2, async ({ client, leg }) => {
      const target = servers.targets[leg];
      if (target === undefined) throw new Error(`leg ${leg} has no server`);
      const result = { client: client.id, leg, outcomes: await run({ client, leg, target, node }) };
      onResult(result);
      return result;
    });
  } finally {
    await servers.stop();
  }
}

/** Runs a job in a process of its own, so that what one client leaves behind or breaks stays there. */
export async function runAlone(job: LegJob): Promise<readonly ScenarioOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'service-client-'));
  const jobFile = join(folder, 'job.json');
  const resultFile = join(folder, 'result.json');
  try {
    writeFileSync(jobFile, JSON.stringify(job));
    const script = join(root, 'scripts/clients/matrix/run-leg-alone.ts');
    const args = ['--import', 'tsx', '--conditions=service-source', script, jobFile, resultFile];
    const env = { ...process.env, HOME: folder, NODE_OPTIONS: '' };
    const { code, stderr } = await runProgram(job.node, args, { cwd: root, env, timeoutMs: limitMs });
    if (code !== 0) return [{ scenario: 'process', problem: `ended with code ${code}:\n${stderr.slice(-1500)}` }];
    return JSON.parse(readFileSync(resultFile, 'utf8')) as readonly ScenarioOutcome[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
