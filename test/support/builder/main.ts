/*
 * Test support, a program: the builder of a test run. One process keeps the compiler loaded and the SDK parsed, and builds each project once:
 * test processes ask it over a socket and load no compiler.
 *   node --import tsx --conditions=service-source test/support/builder/main.ts <socket> <folder of results of these sources>
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serialize } from 'node:v8';
import { createPool } from '../../../scripts/testing/pool.ts';
import { analyse, build, createReadings, type CompileRequest, type ProjectReadings } from '../../../src/compiler/index.ts';
import type { PlatformFileInput } from '../../../src/compiler/target.ts';
import { loadTarget } from '../../../src/targets/index.ts';
import { createTestCache } from '../compile-cache.ts';
import { hashFiles, hashRequest } from './build-key.ts';
import type { BuilderAnswer, BuilderRequest, KeptResult } from './protocol.ts';

const [socketPath = '', folder = ''] = process.argv.slice(2);
const cache = createTestCache();

/** Builds that are asked for now, by their keys. */
const running = new Map<string, Promise<BuilderAnswer>>();
/** Two at a time: while one waits for its evaluating process or the bundler, the other has this thread. */
const pool = createPool(2);

function answer(asked: BuilderRequest): Promise<BuilderAnswer> {
  const key = hashRequest(asked.request, asked.target ?? 'analysis');
  const file = join(folder, key);
  if (existsSync(file)) return Promise.resolve({ file });
  const waiting = running.get(key);
  if (waiting !== undefined) return waiting;
  const answered = pool.run(0, () => buildInto(file, asked)).catch((error: unknown) => ({ error: messageOf(error) }));
  running.set(key, answered);
  return answered.finally(() => running.delete(key));
}

/** What was read of the projects that were asked for last, by their folders and files: most are built for another target next. */
const readings = new Map<string, ProjectReadings>();
const keptReadings = 4;

function readingsOf({ request }: BuilderRequest): ProjectReadings {
  const key = `${request.root} ${hashFiles(request)}`;
  const kept = readings.get(key) ?? createReadings();
  readings.delete(key);
  readings.set(key, kept);
  const [oldest = ''] = readings.keys();
  if (readings.size > keptReadings) readings.delete(oldest);
  return kept;
}

async function buildInto(file: string, asked: BuilderRequest): Promise<BuilderAnswer> {
  const { request, target: name } = asked;
  const result: KeptResult = { root: request.root, result: await resultOf({ ...request, cache, readings: readingsOf(asked) }, name) };
  // How far definitions come before a deadline is decided by the host, not by the sources.
  if (result.result.diagnostics.some(({ code }) => code === 'evaluation-timeout')) throw new Error('the evaluation ran out of time');
  try {
    // Renamed into place: a killed run leaves no half result to the next one.
    writeFileSync(`${file}.${process.pid}`, serialize(result));
    renameSync(`${file}.${process.pid}`, file);
    return { file };
  } catch (error) {
    return { unkept: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Targets and the platforms' files hold functions; who asked makes them again. */
async function resultOf(request: CompileRequest, name: string | undefined): Promise<KeptResult['result']> {
  if (name === undefined) return analyse(request);
  const target = await loadTarget(name);
  if (target === undefined) throw new Error(`no target ${name}`);
  const make = target.platformFile?.bind(target);
  let platformInput: PlatformFileInput | undefined;
  const noted = make && { platformFile: (input: PlatformFileInput) => make((platformInput = input)) };
  const { output, ...result } = await build(request, { ...target, ...noted });
  if (output === undefined) return result;
  const { platformFile: _file, target: _target, ...plain } = output;
  return { ...result, output: { ...plain, platformInput } };
}

function serve(socket: Socket): void {
  socket.on('error', () => {}); // who asked was killed
  createInterface({ input: socket }).on('line', (line) => {
    const asked = JSON.parse(line) as BuilderRequest;
    void answer(asked).then((answered) => socket.end(`${JSON.stringify(answered)}\n`));
  });
}

createServer(serve).listen(socketPath, () => process.stdout.write('ready\n'));
// The runner holds the other end: when it is gone, however it ended, so are we.
process.stdin.on('end', () => process.exit()).resume();
