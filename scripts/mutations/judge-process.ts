/*
 * Runs one test file again and again in one process: `judge-process.ts <file>`. A message names the change that is on; the answer says
 * whether every test passed. What takes the time of a test, starting and loading, is done once.
 */
import { pathToFileURL } from 'node:url';
import { activeVariable } from './with-switches.ts';

type Run = () => Promise<readonly [errors: string | true, passed: number, skipped: number, total: number]>;

const [, , file = ''] = process.argv;
const url = pathToFileURL(file).href;
const told = Reflect.get(globalThis, 'UVU_QUEUE') as Run[][] | undefined;
const queue: Run[][] = told ?? [];
// uvu runs by itself unless it is told that somebody else does.
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue, UVU_INDEX: 0 });

let turn = 0;
process.on('message', (message: { readonly id: number; readonly reached?: string }) => {
  void judge(message.id).then((passed) => process.send?.({ id: message.id, passed }));
});
// One failure is enough.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text: string | Uint8Array): boolean => {
  if (String(text).includes('✘')) process.send?.({ failed: true });
  return write(text);
};
process.send?.({ ready: true });

async function judge(id: number): Promise<boolean> {
  process.env[activeVariable] = String(id);
  Object.assign(globalThis, { $mutantActive: id });
  queue[0] = [];
  // A query makes the test's own module new; what it tests stays loaded.
  await import(`${url}?turn=${(turn += 1)}`);
  for (const run of queue[0]) {
    const [errors, passed, , total] = await run();
    // A hook that throws leaves no error, but tests that did not run.
    if (errors !== true || passed < total) return false;
  }
  return queue[0].length > 0;
}
