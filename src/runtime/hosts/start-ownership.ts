import type { AnyClass } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';

const takenOver = new WeakSet<object>();
const started = new WeakSet<object>();

/**
 * The program runs this server itself: its decorator starts nothing.
 * @param listener the start function that would serve it a second time; a server without a listener may be built any number of times
 * @throws {ServiceError} `CONFIG_INVALID` when the decorator has started it already
 */
export function takeOver(given: unknown, listener?: string): void {
  if (typeof given !== 'function') return;
  if (listener !== undefined && started.has(given)) {
    const instead = `call ${listener} before anything is awaited, or write serve: false in its decorator`;
    throw new ServiceError('CONFIG_INVALID', `${given.name} is started already, since its file is the program: ${instead}`);
  }
  takenOver.add(given);
}

/** Whether the decorator may start the server; false when the program has taken it over. */
export function mayStart(server: AnyClass): boolean {
  if (takenOver.has(server)) return false;
  started.add(server);
  return true;
}

/** Tells a program that ends because it only imported its server; test runners, which lie in `node_modules`, are left out. */
export function reportUnstarted(server: AnyClass): void {
  const program = globalThis.process?.argv[1];
  if (program === undefined || /[/\\]node_modules[/\\]/.test(program)) return;
  process.once('beforeExit', () => {
    if (takenOver.has(server)) return;
    const instead = `run its own file, or import { bootstrap } from '@service/sdk' and call bootstrap(${server.name})`;
    process.stderr.write(
      `${server.name} was imported and not started: ${instead}; serve: false in its decorator says that this is meant\n`,
    );
  });
}
