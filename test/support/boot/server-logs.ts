/** Test support: what the servers of a test wrote, so that a red test can show it. */
interface ServerLog {
  readonly name: string;
  readonly text: () => string;
}

/** Servers that the running test file has started, newest last. */
const started: ServerLog[] = [];
/** What they had written when a test failed. */
const tails: string[] = [];
const keptServers = 3;
const keptLines = 15;

/** Called by what starts a server. @param text all that it has written so far */
export function noteServer(name: string, text: () => string): void {
  started.push({ name, text });
  if (started.length > keptServers) started.shift();
}

/** From now on the logs are looked at in the moment in which a test fails: uvu prints its sign then, and the assertion only at the end of the file. */
export function watchFailures(): void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: Uint8Array | string, ...more: never[]): boolean => {
    if (typeof chunk === 'string' && chunk.includes('✘')) tails.push(...started.map(tailOf).filter((tail) => tail !== ''));
    return write(chunk, ...more);
  };
}

/** The tails that were kept for the file that has ended; empty when all its tests were green. */
export function logTails(): string {
  const text = [...new Set(tails)].slice(-keptServers).join('\n');
  tails.length = 0;
  started.length = 0;
  return text;
}

function tailOf({ name, text }: ServerLog): string {
  const lines = text().trimEnd().split('\n').slice(-keptLines).join('\n  ');
  return lines === '' ? '' : `last lines of ${name}:\n  ${lines}`;
}
