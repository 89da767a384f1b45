/* A process of its own, so that it can be pinned beside the server: sends what its parent asks for and counts the answers. */
import { Connection } from './connection.ts';

export interface LoadOrder {
  readonly port: number;
  /** One for each connection: requests in a session need ids of their own. */
  readonly requests: readonly string[];
  /** Each request is sent once, over so many connections, in place of one again and again over each. */
  readonly onceOver?: number;
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

async function run(order: LoadOrder): Promise<LoadReport> {
  return order.onceOver === undefined ? repeat(order) : sendOnce(order, order.onceOver);
}

async function sendOnce({ port, requests }: LoadOrder, over: number): Promise<LoadReport> {
  const connections = await Promise.all(Array.from({ length: over }, () => Connection.open(port)));
  const started = performance.now();
  let sent = 0;
  await Promise.all(connections.map((connection) => connection.sendAll(() => requests[sent++])));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return { answers: requests.length, seconds };
}

async function repeat({ port, requests, count = Infinity, milliseconds = Infinity }: LoadOrder): Promise<LoadReport> {
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
