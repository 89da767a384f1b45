import { join, resolve } from 'node:path';
import { median } from '../../scripts/measure/bars/interleave.ts';
import { legacyBody, initializeParams, modernBody } from '../load/requests.ts';
import { Connection } from '../load/connection.ts';
import { mapMakers, type PerMaker } from '../servers/makers.ts';
import type { Prepared } from '../servers/prepare.ts';
import { spawnPinned, stop, untilAnswered, type Command } from '../servers/process.ts';
import { callOf } from './runners.ts';
import type { Runner } from './throughput.ts';
import type { RunSettings } from './settings.ts';

const peers = resolve(import.meta.dirname, '../peers');

/** Median milliseconds, all makers by turns. */
async function inTurns(rounds: number, makersOf: PerMaker<() => Promise<number>>): Promise<PerMaker<number>> {
  const times = await mapMakers(makersOf, (measure) => ({ measure, milliseconds: [] as number[] }));
  // One round more than is counted, unless it is the only one: the first reads the files from the disk.
  const uncounted = rounds === 1 ? 0 : 1;
  for (let round = 0; round < uncounted + rounds; round++) {
    await mapMakers(times, async ({ measure, milliseconds }) => {
      const took = await measure();
      if (round >= uncounted) milliseconds.push(took);
    });
  }
  return mapMakers(times, ({ milliseconds }) => median(milliseconds));
}

/** Spawn to the first answered call over HTTP: with a handshake for those who need one. */
export function measureHttpStart(runners: PerMaker<Runner>, settings: RunSettings): Promise<PerMaker<number>> {
  return mapMakers(runners, (runner) => () => httpStart(runner)).then((of) => inTurns(settings.startRounds, of));
}

async function httpStart({ command, expects, port, prepare }: Runner): Promise<number> {
  const started = performance.now();
  const child = spawnPinned(command, port, ['ignore', 'ignore', 'ignore']);
  const { body, connection } = await untilAnswered(
    child,
    () => '',
    async () => {
      const opened = await Connection.open(port);
      const [request = ''] = await prepare(opened, 1);
      return { ...(await opened.ask(request)), connection: opened };
    },
  );
  const took = performance.now() - started;
  connection.close();
  await stop(child);
  if (!body.includes(expects)) throw new Error(`the first call at port ${port} was answered with ${body.slice(0, 500)}`);
  return took;
}

const modernCall = `${modernBody(callOf(1))}\n`;
const legacyCall = [
  legacyBody({ id: 0, method: 'initialize', params: initializeParams }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  legacyBody(callOf(1)),
  '',
].join('\n');

/** Spawn to the first answered call over stdio; bare is an empty script from its spawn to its end. */
export async function measureStdioStart(prepared: Prepared, settings: RunSettings): Promise<PerMaker<number>> {
  const { node, ours, xmcp } = prepared;
  const lines: PerMaker<{ command: Command; input: string }> = {
    ours: { command: { line: [node, ours.bundle, '--stdio'] }, input: modernCall },
    sdk1: { command: { line: [node, join(peers, 'sdk1.mjs'), 'stdio'] }, input: legacyCall },
    sdk2: { command: { line: [node, join(peers, 'sdk2.mjs'), 'stdio'] }, input: modernCall },
    ...('missing' in xmcp ? {} : { xmcp: { command: { line: [node, join(xmcp.folder, 'dist/stdio.js')] }, input: legacyCall } }),
  };
  const measured = await mapMakers(
    lines,
    ({ command, input }) =>
      () =>
        stdioStart(command, input),
  );
  return inTurns(settings.startRounds, { ...measured, bare: () => runToEnd({ line: [node, join(peers, 'empty.cjs')] }) });
}

function stdioStart(command: Command, input: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawnPinned(command, 0, ['pipe', 'pipe', 'pipe']);
    let seen = '';
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (!seen.includes('sum')) return;
      const took = performance.now() - started;
      child.off('exit', early);
      void stop(child).then(() => resolve(took));
    });
    const early = (): void => reject(new Error(`${command.line.join(' ')} ended before it answered: ${seen}${complaints}`));
    child.once('exit', early);
    child.stdin?.write(input);
  });
}

function runToEnd(command: Command): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawnPinned(command, 0, ['ignore', 'ignore', 'ignore']);
    child.once('error', reject);
    child.once('exit', () => resolve(performance.now() - started));
  });
}
