import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import type { LoadProcess } from '../load/load.ts';
import { mapMakers, type PerMaker } from '../servers/makers.ts';
import { startServer } from '../servers/process.ts';
import { openSession } from './runners.ts';
import type { RunSettings } from './settings.ts';
import { openRequests, type Runner } from './throughput.ts';

export interface Memory {
  /** Megabytes resident after the first answer, and after the calls. */
  readonly afterStart: number;
  readonly afterCalls: number;
}

/** Long enough for what follows the first answer (lazy compilation, collections) to settle. */
const settleMs = 300;

export function measureMemory(runners: PerMaker<Runner>, load: LoadProcess, settings: RunSettings): Promise<PerMaker<Memory>> {
  return mapMakers(runners, (runner) => resident(runner, load, settings));
}

/** Kilobytes that the heap in use grew by while the calls ran, after a collection. */
export function measureHeapGrowth(runners: PerMaker<Runner>, load: LoadProcess, settings: RunSettings): Promise<PerMaker<number>> {
  return mapMakers(runners, (runner) => heapGrowth(runner, load, settings));
}

async function resident(runner: Runner, load: LoadProcess, settings: RunSettings) {
  const server = await startServer(runner.command, runner.port);
  try {
    const requests = await openRequests(runner, settings.connections);
    await wait(settleMs);
    const afterStart = server.residentMegabytes();
    await load.send({ port: runner.port, requests, count: settings.memoryCalls });
    return { afterStart, afterCalls: server.residentMegabytes() };
  } finally {
    await server.stop();
  }
}

async function heapGrowth(runner: Runner, load: LoadProcess, settings: RunSettings): Promise<number> {
  const server = await startServer(runner.command, runner.port, true);
  try {
    const requests = await openRequests(runner, settings.connections);
    // What is made once and kept (compiled code, pools) is there after a tenth.
    await load.send({ port: runner.port, requests, count: settings.memoryCalls / 10 });
    const before = await server.heapBytes();
    await load.send({ port: runner.port, requests, count: settings.memoryCalls });
    return ((await server.heapBytes()) - before) / 1024;
  } finally {
    await server.stop();
  }
}

/** Kilobytes of heap that an idle session keeps. */
export function measureSessions(runners: PerMaker<Runner>, settings: RunSettings): Promise<PerMaker<number>> {
  return mapMakers(runners, async ({ command, port }) => {
    const server = await startServer(command, port, true);
    try {
      const connection = await Connection.open(port);
      for (let session = 0; session < 20; session++) await openSession(connection, port);
      const before = await server.heapBytes();
      for (let session = 0; session < settings.sessions; session++) await openSession(connection, port);
      const after = await server.heapBytes();
      connection.close();
      return (after - before) / 1024 / settings.sessions;
    } finally {
      await server.stop();
    }
  });
}
