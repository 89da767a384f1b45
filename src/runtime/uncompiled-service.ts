import { Service as recordService, type AnyClass, type ServerMetadata } from './define/index.ts';

/**
 * Declares a class as the server, and starts it unless `serve` is false. Only uncompiled code comes here: builds resolve
 * `@service/sdk` to the pure `@service/sdk/define`, and the generated entry starts the host (architecture section 3a.1).
 */
export function Service(metadata: ServerMetadata) {
  const record = recordService(metadata);
  return (target: AnyClass, context?: unknown): void => {
    record(target, context);
    if (metadata.serve === false) return;
    // After the module is evaluated: lists in the options may name classes that are declared further down.
    queueMicrotask(() => void startLater(target));
  };
}

async function startLater(target: AnyClass): Promise<void> {
  const { startUncompiled } = await import('./hosts/uncompiled.ts');
  await startUncompiled(target);
}
