import { median } from '../../scripts/measure/bars/interleave.ts';
import { Connection } from '../load/connection.ts';
import type { LoadProcess } from '../load/load.ts';
import { mapMakers, type PerMaker } from '../servers/makers.ts';
import { startServer, type Command, type ServerProcess } from '../servers/process.ts';
import type { RunSettings } from './settings.ts';

/** One server under one kind of load. */
export interface Runner {
  readonly command: Command;
  readonly port: number;
  /** Opens what the requests need (a session) and prints one request for each connection. */
  readonly prepare: (connection: Connection, connections: number) => Promise<readonly string[]>;
  /** Part of every right answer. */
  readonly expects: string;
}

export interface Throughput {
  /** Microseconds of server CPU for one request. */
  readonly cpuMicroseconds: number;
  readonly requestsPerSecond: number;
  /** `cpuMicroseconds` of each round, in their order. */
  readonly cpuOfRounds: readonly number[];
}

/** Loads all servers by turns, so that a slow moment of the machine meets all of them, and takes medians of the rounds. */
export async function measureThroughput(
  runners: PerMaker<Runner>,
  load: LoadProcess,
  settings: RunSettings,
): Promise<PerMaker<Throughput>> {
  const running: ServerProcess[] = [];
  try {
    const ready = await mapMakers(runners, async (runner) => {
      const server = await startServer(runner.command, runner.port);
      running.push(server);
      const requests = await openRequests(runner, settings.connections);
      await load.send({ port: runner.port, requests, count: settings.warmUpCalls, milliseconds: settings.roundMs * 4 });
      return { server, requests, cpu: [] as number[], rate: [] as number[] };
    });
    for (let round = 0; round < settings.rounds; round++) {
      await mapMakers(ready, async ({ server, requests, cpu, rate }) => {
        const before = server.cpuSeconds();
        const { answers, seconds } = await load.send({ port: server.port, requests, milliseconds: settings.roundMs });
        cpu.push(((server.cpuSeconds() - before) / answers) * 1e6);
        rate.push(answers / seconds);
      });
    }
    return await mapMakers(ready, ({ cpu, rate }) => ({
      cpuMicroseconds: median(cpu),
      requestsPerSecond: median(rate),
      cpuOfRounds: cpu,
    }));
  } finally {
    for (const server of running) await server.stop();
  }
}

/** The requests of a runner, one of them asked and its answer looked at. @throws when the server answers something else */
export async function openRequests({ expects, port, prepare }: Runner, connections: number): Promise<readonly string[]> {
  const connection = await Connection.open(port);
  try {
    const requests = await prepare(connection, connections);
    const { body } = await connection.ask(requests[0] ?? '');
    if (!body.includes(expects)) throw new Error(`the server at port ${port} answered without ${expects}: ${body.slice(0, 1000)}`);
    return requests;
  } finally {
    connection.close();
  }
}
