import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

/** The transport runs in a thread of its own. */
export async function probe(): Promise<string> {
  const destination = join(mkdtempSync(join(tmpdir(), 'probe-')), 'log');
  const transport = pino.transport({ target: 'pino/file', options: { destination } });
  pino({ base: null, timestamp: false }, transport).info('hello');
  await new Promise((resolve, reject) => {
    transport.on('close', resolve);
    transport.on('error', reject);
    transport.end();
  });
  return readFileSync(destination, 'utf8').trim();
}
