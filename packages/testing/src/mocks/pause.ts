import { clearTimeout, setTimeout } from '../clock.ts';

/** Resolves after so many milliseconds. @throws the reason of the signal once it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  clearTimeout(timer);
  signal?.throwIfAborted();
}
