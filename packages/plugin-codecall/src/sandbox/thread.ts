/* The program of a thread that runs scripts, one at a time. It reaches nothing but its port. */
import { parentPort } from 'node:worker_threads';
import { engineOf } from './load-engine.ts';
import { runScript } from './run-script.ts';
import { type CallAnswer, fault } from './script-job.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

const limits = { memoryBytes: 50_331_648, stackBytes: 262_144, guardsNatives: false } as const;

/** In a bundle the compiler makes it a module; without a build Node has none of it. */
const compiledWasm = import('@jitl/quickjs-wasmfile-release-sync/wasm').then(
  ({ default: module }) => module,
  () => undefined,
);

const engine = compiledWasm.then(engineOf);
const port = parentPort;
const post = (message: FromThread): void => port?.postMessage(message);

/** Numbers are never used again: a late answer to one script never meets a call of the next one, which may be another caller's. */
let calls = 0;
let answers = new Map<number, (answer: CallAnswer) => void>();
let end = (): void => {};

async function run({ flag, job }: Extract<ToThread, { readonly job: unknown }>): Promise<void> {
  answers = new Map();
  const ended = new Int32Array(flag);
  const over = new Promise<void>((resolve) => (end = resolve));
  try {
    const outcome = await runScript(await (await engine)(limits.memoryBytes), job, {
      limits,
      bridge: {
        call: (name, args) =>
          new Promise((resolve) => {
            const id = calls++;
            answers.set(id, resolve);
            post({ call: id, name, args });
          }),
        say: (said) => post({ said }),
        isOver: () => Atomics.load(ended, 0) !== 0,
        over,
      },
    });
    post({ outcome });
  } catch (failure) {
    post({ outcome: fault('runtime_error', { message: `the engine could not be started: ${String(failure)}` }) });
  }
}

port?.on('message', (message: ToThread) => {
  if ('job' in message) void run(message);
  else if ('answer' in message) answers.get(message.to)?.(message.answer);
  else end();
});
