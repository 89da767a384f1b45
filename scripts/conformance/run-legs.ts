import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildProject } from '../serving/build-project.ts';
import { newestNode } from '../serving/judges.ts';
import { serveBundle } from '../serving/serve-bundle.ts';
import { inParallel } from '../testing/section.ts';
import { runClientLeg } from './client/run-client-leg.ts';
import { allLegs, authorizationLegs, clientLeg, fallenBehind, functionLegOf, legs, type LegNumbers } from './legs.ts';
import { conformanceProject } from './project.ts';
import { runAuthorizationLeg } from './run-authorization-leg.ts';
import { runLeg, type LegRun } from './run-leg.ts';
import { serveDistributed } from './serve-distributed.ts';
import { serveFunction } from './serve-function.ts';
import { serveEdgeWorker, serveWorker } from './serve-worker.ts';

const root = resolve(import.meta.dirname, '../..');

export interface LegOutcome {
  readonly name: string;
  readonly numbers: LegNumbers;
  /** Absent when the leg meets its expectation. */
  readonly problem?: string;
  readonly complaints: readonly string[];
  readonly log: string;
}

/** Builds fixtures/conformance and runs the named legs of the official suite against it, `width` at a time, each with its own server. */
export async function runLegs(names: readonly string[], width = 2): Promise<LegOutcome[]> {
  forgetEndedRuns();
  const expected = JSON.parse(readFileSync(join(conformanceProject, 'expected.json'), 'utf8')) as Record<string, LegNumbers>;
  const serve = await buildServers(names.filter((name) => name !== clientLeg && !(name in authorizationLegs)));
  return inParallel(names, width, async (name) => {
    const run = await runNamed(name, serve);
    const problem = fallenBehind(run.numbers, expected[name]);
    return { name, ...run, ...(problem === undefined ? {} : { problem }) };
  });
}

const allResults = join(root, '.service/conformance');
/** What the suite has written, of this run: two in one checkout do not meet. It can be read until the next run. */
const results = join(allResults, String(process.pid));

function forgetEndedRuns(): void {
  const names = existsSync(allResults) ? readdirSync(allResults) : [];
  for (const name of names.filter((one) => !existsSync(join('/proc', one))))
    rmSync(join(allResults, name), { recursive: true, force: true });
}

async function runNamed(name: string, serve: Serve): Promise<LegRun> {
  if (name === clientLeg) return runClientLeg(name, results);
  const authorization = authorizationLegs[name];
  if (authorization !== undefined) return runAuthorizationLeg({ name, args: authorization }, results);
  const args = legs[name];
  if (!args) throw new Error(`no leg ${name}; legs: ${allLegs().join(', ')}`);
  const served = await serve(name);
  try {
    // localhost, not 127.0.0.1: the rebinding scenario refuses to judge any other name.
    return await runLeg({ name, args }, `${served.origin}/mcp`, results);
  } finally {
    await served.stop();
  }
}

type Serve = (name: string) => Promise<{ readonly origin: string; stop(): Promise<void> }>;

/** The node build is made once for all legs that it serves; every other leg makes its own. */
async function buildServers(names: readonly string[]): Promise<Serve> {
  const node = names.some(isNodeLeg) ? await buildProject(conformanceProject) : undefined;
  return (name) => {
    const functionLeg = functionLegOf(name);
    if (functionLeg !== undefined) return serveFunction(functionLeg);
    const serveOwn = ownServers[name];
    if (serveOwn !== undefined) return serveOwn();
    if (node === undefined) throw new Error(`leg ${name} was not built`);
    return serveBundle({ bundle: node.bundle, node: newestNode() });
  };
}

/** Legs that neither the node build nor a function serves. */
const ownServers: Readonly<Record<string, () => ReturnType<Serve>>> = {
  'fetch:all': serveWorker,
  'worker:all': serveEdgeWorker,
  'distributed:all': serveDistributed,
};

const isNodeLeg = (name: string): boolean => functionLegOf(name) === undefined && !(name in ownServers);
