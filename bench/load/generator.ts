/* A process of its own, so that it can be pinned beside the server: sends what its parent asks for and counts the answers. */
import { Connection } from './connection.ts';

export interface LoadOrder {
  readonly port: number;
  /** One for each connection: requests in a session need ids of their own. */
  readonly requests: readonly string[];
  /** Ends after so many answers, or after so many milliseconds. */
  readonly count?: number;
  readonly milliseconds?: number;
}

export type LoadReport = { readonly answers: number; readonly seconds: number } | { readonly problem: string };

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (failure: unknown) => process.send?.({ problem: failure instanceof Error ? failure.message : String(failure) }),
  );
});

async function run({ port, requests, count = Infinity, milliseconds = Infinity }: LoadOrder): Promise<LoadReport> {
  const connections = await Promise.all(requests.map(() => Connection.open(port)));
  const started = performance.now();
  let sent = requests.length;
  let answers = 0;
  let over = false;
  const next = (): boolean => {
    answers++;
    // The clock is asked rarely: it costs as much as a good part of a request.
    if ((answers & 63) === 0 && performance.now() - started > milliseconds) over = true;
    if (over || sent >= count) return false;
    sent++;
    return true;
  };
  await Promise.all(connections.map((connection, index) => connection.repeat(Buffer.from(requests[index] ?? ''), next)));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return { answers, seconds };
}
