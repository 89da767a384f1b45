import { mayStart, sayUnstarted } from './hosts/decorated-starts.ts';
import { Service as recordService, type AnyClass, type ServerMetadata } from './define/index.ts';
import { isProgramFile } from './program-file.ts';

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
    else if (metadata.serve !== false) sayUnstarted(target);
  };
}

async function startLater(target: AnyClass): Promise<void> {
  if (!mayStart(target)) return;
  const { startUncompiled } = await import('./hosts/uncompiled.ts');
  await startUncompiled(target);
}
