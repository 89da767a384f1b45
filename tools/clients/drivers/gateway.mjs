import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a program answers at an address, and until `isReady` of the answer holds. */
export async function untilAnswered(url, child, isReady = async () => true) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended with code ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined && (await isReady(response))) return;
    await pause(50);
  }
}

/** A port of loopback that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
