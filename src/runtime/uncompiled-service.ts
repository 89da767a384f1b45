import { Service as recordService, type AnyClass, type ServerMetadata } from './define/index.ts';
import { mayStart, reportUnstarted } from './hosts/start-ownership.ts';

/**
 * Declares a class as the server. The program's own file (`tsx src/main.ts`) also starts it, unless `serve` is false or the file starts it
 * itself; a module that is imported starts nothing, reads no flags and never ends the process. Only uncompiled code comes here: builds
 * resolve `@service/sdk` to `@service/sdk/compiled`, and the generated entry starts the host.
 */
export function Service(metadata: ServerMetadata) {
  const record = recordService(metadata);
  const starts = metadata.serve !== false && isProgramFile();
  return (target: AnyClass, context?: unknown): void => {
    record(target, context);
    // After the module is evaluated: lists in the options may name classes that are declared further down.
    if (starts) queueMicrotask(() => void startLater(target));
    else if (metadata.serve !== false) reportUnstarted(target);
  };
}

async function startLater(target: AnyClass): Promise<void> {
  if (!mayStart(target)) return;
  const { startUncompiled } = await import('./hosts/uncompiled.ts');
  await startUncompiled(target);
}

/**
 * Whether the code that runs now is the top level of the file that the process was started with (`node main.js`, `tsx main.ts`), rather
 * than of a module that something imported: a test runner, a script, another program. Told by the stack, because a decorator is not given
 * the address of its module.
 */
function isProgramFile(): boolean {
  const program = globalThis.process?.argv[1];
  if (program === undefined) return false;
  const frames = readFrames(isProgramFile);
  const loader = frames.findIndex((file) => file.startsWith('node:'));
  // Below the code of a module is the loader, or nothing once the module has waited; a callback of a test or a timer has others.
  if (loader >= 0 && frames[loader]?.startsWith('node:internal/modules/') !== true) return false;
  const declaring = frames.at(loader < 0 ? -1 : loader - 1);
  return declaring !== undefined && isSameFile(pathOf(declaring), program);
}

/** The files of the calls that led here, nearest first, without `above` and what it called. */
function readFrames(above: () => unknown): readonly string[] {
  const kept = { limit: Error.stackTraceLimit, prepare: Reflect.get(Error, 'prepareStackTrace') as typeof Error.prepareStackTrace };
  try {
    Error.stackTraceLimit = 100;
    Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
    const holder: { stack?: unknown } = {};
    Error.captureStackTrace(holder, above);
    return Array.isArray(holder.stack) ? holder.stack.map(String) : [];
  } finally {
    Error.stackTraceLimit = kept.limit;
    Error.prepareStackTrace = kept.prepare;
  }
}

const pathOf = (file: string): string => (file.startsWith('file:') ? process.getBuiltinModule('node:url').fileURLToPath(file) : file);

/** `node build/main` leaves the ending away, and `node_modules/.bin/name` is a link. */
function isSameFile(file: string, program: string): boolean {
  const withoutEnding = file.replace(/\.[cm]?[jt]sx?$/, '');
  const isNamed = (path: string): boolean => [file, withoutEnding].includes(path) || withoutEnding === `${path}/index`;
  if (isNamed(program)) return true;
  try {
    return isNamed(process.getBuiltinModule('node:fs').realpathSync(program));
  } catch {
    return false;
  }
}
