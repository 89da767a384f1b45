import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement, MeasureRun } from '../scripts/measure/measurement.ts';
import { buildProject } from '../scripts/serving/build-project.ts';
import { writeProject } from '../test/support/ways-to-run.ts';
import { startNode } from './growth/sessions.ts';
import { Connection, Refused } from './load/connection.ts';
import { modernBody, modernHeaders, printPost } from './load/requests.ts';

/** A server whose adapter has one set of tools or another; `both` is in each. */
export const setsServer = `import { Adapter, DynamicAdapter, Service, tool, type AdapterUpdate } from '@service/sdk';

const rawInputSchema = { type: 'object', properties: { n: { type: 'integer', description: 'Given back' } }, required: ['n'] };
const made = (name: string) => tool({ name, description: name, rawInputSchema })((given: { n?: unknown }) => ({ n: given.n }));
const set = (of: string) => ({ tools: ['both', ...Array.from({ length: 120 }, (_, at) => \`\${of}-\${at}\`)].map(made) });
let at = 0;
let update: AdapterUpdate | undefined;

@Adapter({ name: 'sets' })
class Sets extends DynamicAdapter {
  fetch() {
    return set('a');
  }
  onUpdate(swap: AdapterUpdate) {
    update = swap;
  }
}

const swap = tool({ name: 'swap', description: 'Changes the set' })(async () => {
  await update?.(set(++at % 2 === 0 ? 'a' : 'b'));
  return { at };
});

@Service({
  info: { name: 'sets', version: '1.0.0' },
  tools: [swap],
  adapters: [Sets.init({ name: 'sets' })],
  pagination: { tools: { mode: 'auto', pageSize: 50, autoThreshold: 50 } },
})
export class Server {}
`;

const config = `export default { name: 'sets', entry: 'src/main.ts', deployments: [{ target: 'node' }], transport: { http: { path: '/mcp' } } };\n`;

interface Load {
  readonly calls: number;
  /** Calls between two changes; absent where nothing changes. */
  readonly callsPerChange?: number;
  /** Calls a second; as fast as they are answered when absent. */
  readonly rate?: number;
}

export interface ChangeReport {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly changes: number;
  /** Calls without their own answer. */
  readonly lost: readonly string[];
  /** Lists that were read to their end. */
  readonly lists: number;
  /** Lists of more than one state. */
  readonly mixed: number;
  /** Lists that ended with the error of their cursor. */
  readonly refusedCursors: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Calls while entries change: none may be lost, and every list is of one state. */
export async function measureEntryChanges({ flags }: MeasureRun): Promise<Measurement> {
  const calls = flags['quick'] === true ? 500 : 20_000;
  const [still, changing] = await withServer(async (port) => [
    await loadServer(port, { calls, rate: 1000 }),
    await loadServer(port, { calls, rate: 1000, callsPerChange: 20 }),
  ]);
  const problems = problemsOf(changing);
  return { report: { node: process.version, still, changing }, problems, holds: problems.length === 0 };
}

export const problemsOf = ({ lists, lost, mixed }: ChangeReport): readonly string[] => [
  ...lost.slice(0, 5).map((one) => `a call was lost: ${one}`),
  ...(mixed > 0 ? [`${mixed} of ${lists} lists were of more than one state`] : []),
];

/** Builds and starts the server. */
async function withServer<R>(use: (port: number) => Promise<R>): Promise<R> {
  const project = writeProject({ 'src/main.ts': setsServer, 'service.config.ts': config });
  try {
    const { bundle } = await buildProject(project.root);
    const server = await startNode(bundle);
    try {
      return await use(server.port);
    } finally {
      await server.stop();
    }
  } finally {
    project.remove();
  }
}

const connections = 8;

export async function loadServer(port: number, load: Load): Promise<ChangeReport> {
  const run: Run = {
    load,
    started: performance.now(),
    sent: 0,
    changes: 0,
    lost: [],
    times: [],
    done: false,
    lists: 0,
    mixed: 0,
    refusedCursors: 0,
  };
  const readers = [readLists(port, run), readLists(port, run)];
  await Promise.all(Array.from({ length: connections }, () => callOn(port, run)));
  const seconds = (performance.now() - run.started) / 1000;
  run.done = true;
  await Promise.all(readers);
  const times = run.times.toSorted((one, other) => one - other);
  const at = (part: number): number => Number((times[Math.floor(times.length * part)] ?? 0).toFixed(2));
  const { changes, lists, lost, mixed, refusedCursors } = run;
  const callsPerSecond = Math.round(load.calls / seconds);
  return { calls: load.calls, callsPerSecond, changes, lost, lists, mixed, refusedCursors, medianMs: at(0.5), p99Ms: at(0.99) };
}

interface Run {
  readonly load: Load;
  readonly started: number;
  readonly lost: string[];
  readonly times: number[];
  sent: number;
  changes: number;
  /** All calls are answered. */
  done: boolean;
  lists: number;
  mixed: number;
  refusedCursors: number;
}

async function callOn(port: number, run: Run): Promise<void> {
  const { callsPerChange, calls, rate } = run.load;
  const connection = await Connection.open(port);
  const swapping = await Connection.open(port);
  while (run.sent < calls) {
    const n = run.sent++;
    const wait = rate === undefined ? 0 : run.started + (n / rate) * 1000 - performance.now();
    if (wait > 1) await pause(wait);
    const begun = performance.now();
    const change =
      callsPerChange !== undefined && n % callsPerChange === 0
        ? ask(swapping, port, ['tools/call', { name: 'swap', arguments: {} }])
        : undefined;
    const answer = await ask(connection, port, ['tools/call', { name: 'both', arguments: { n } }]);
    run.times.push(performance.now() - begun);
    if (!answer.includes(`"structuredContent":{"n":${n}}`)) run.lost.push(answer.slice(0, 300));
    if (change === undefined) continue;
    run.changes++;
    const changed = await change;
    if (!changed.includes('"at":')) run.lost.push(changed.slice(0, 300));
  }
  connection.close();
  swapping.close();
}

/** Pages through the list until all calls are answered, and once more. */
async function readLists(port: number, run: Run): Promise<void> {
  const connection = await Connection.open(port);
  for (let last = false; !last;) {
    last = run.done;
    const sets = new Set<string>();
    let count = 0;
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const answer = await ask(connection, port, ['tools/list', cursor === undefined ? {} : { cursor }]);
      if (answer.includes('the list has changed')) {
        run.refusedCursors++;
        count = 0;
        break;
      }
      const { result } = JSON.parse(answer) as { result: { tools: readonly { name: string }[]; nextCursor?: string } };
      for (const { name } of result.tools) if (/^[ab]-/.test(name)) sets.add(name.slice(0, 1));
      count += result.tools.length;
      cursor = result.nextCursor;
    }
    if (count === 0) continue;
    run.lists++;
    if (sets.size !== 1 || count !== toolsOfSet) run.mixed++;
  }
  connection.close();
}

/** `swap`, `both` and those of one set. */
const toolsOfSet = 122;

let ids = 0;

async function ask(connection: Connection, port: number, [method, params]: [string, Readonly<Record<string, unknown>>]): Promise<string> {
  const message = { id: ++ids, method, params };
  try {
    return (await connection.ask(printPost(port, modernHeaders(message), modernBody(message)))).body;
  } catch (failure) {
    if (failure instanceof Refused) return failure.message;
    throw failure;
  }
}
