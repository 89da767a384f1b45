import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { deserialize } from 'node:v8';
import type { BuildResult, CompileRequest } from '../../../src/compiler/index.ts';
import type { Target } from '../../../src/compiler/target.ts';
import { socketVariable, type BuilderAnswer, type BuilderRequest, type KeptResult } from './protocol.ts';

/** What the builder of this test run answers; undefined where there is none, or where it could not build. */
export async function askBuilder(
  { cache: _cache, signal, ...request }: CompileRequest,
  target?: Target,
): Promise<KeptResult['result'] | undefined> {
  const socket = process.env[socketVariable];
  if (socket === undefined || signal !== undefined || request.executable === true) return undefined;
  const answered = await ask(socket, { request, ...(target === undefined ? {} : { target: target.name }) });
  if ('unkept' in answered) throw new Error(`the builder of this test run cannot keep a build: ${answered.unkept}`);
  // The same failure comes again where the test sees it with its class.
  if ('error' in answered) return undefined;
  const kept = deserialize(readFileSync(answered.file)) as KeptResult;
  return kept.root === request.root ? kept.result : movePaths(kept.result, kept.root, request.root);
}

/** As `build` of the compiler. */
export function attachTarget({ output, ...result }: KeptResult['result'], target: Target): BuildResult {
  if (output === undefined) return result;
  const { platformInput, ...plain } = output;
  const platformFile = platformInput && target.platformFile?.(platformInput);
  return { ...result, output: { ...plain, target, ...(platformFile === undefined ? {} : { platformFile }) } };
}

function ask(path: string, asked: BuilderRequest): Promise<BuilderAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', (error) => reject(new Error(`the builder of this test run does not answer: ${error.message}`)));
    socket.on('end', () => {
      if (text === '') reject(new Error('the builder of this test run ended during a build'));
      else resolve(JSON.parse(text) as BuilderAnswer);
    });
    socket.write(`${JSON.stringify(asked)}\n`);
  });
}

/** The same result as if it had been built in another folder. */
function movePaths<T>(value: T, from: string, to: string): T;
function movePaths(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((item: unknown) => movePaths(item, from, to));
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [movePaths(key, from, to), movePaths(item, from, to)]));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [movePaths(key, from, to), movePaths(item, from, to)]));
}
