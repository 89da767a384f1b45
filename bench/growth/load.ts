import { Connection } from '../load/connection.ts';
import { callParams, initializeParams, legacyBody, legacyHeaders, printPost } from '../load/requests.ts';

/** One line of a table: its columns by name. */
export type GrowthRow = Readonly<Record<string, string | number>>;

export interface GrowthRun {
  /** Empty at first. */
  readonly folder: string;
  /** The smallest steps, to show that it runs. */
  readonly quick: boolean;
}

const lanes = 16;
/** A server takes no more from one address within a minute. */
const sessionsPerAddress = 400;

/** Opens sessions of 2025-11-25, from as many addresses of this machine as a server asks for; their ids. */
export async function openSessions(port: number, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const initialize = printPost(port, legacyHeaders(), legacyBody({ id: 1, method: 'initialize', params: initializeParams }));
  let address = 0;
  await inLanes(async () => {
    while (address * sessionsPerAddress < count) {
      const at = address++;
      const connection = await Connection.open(port, `127.1.${at >> 8}.${(at & 255) + 1}`);
      for (let left = Math.min(sessionsPerAddress, count - at * sessionsPerAddress); left > 0; left--) {
        const { head } = await connection.ask(initialize);
        const [, id] = /\r\nmcp-session-id: (\S+)/i.exec(head) ?? [];
        if (id === undefined) throw new Error(`a server opened no session:\n${head}`);
        ids.push(id);
      }
      connection.close();
    }
  });
  return ids;
}

/** Makes so many calls, all over the sessions. */
export async function callIn(port: number, sessions: readonly string[], calls: number): Promise<void> {
  // Far from one another, so that no call finds the session before it in a cache.
  const requests = Array.from({ length: calls }, (_none, at) =>
    printPost(
      port,
      legacyHeaders(sessions[(at * 7919) % sessions.length]),
      legacyBody({ id: at, method: 'tools/call', params: callParams }),
    ),
  );
  let made = 0;
  await inLanes(async () => {
    const connection = await Connection.open(port);
    await connection.sendAll(() => requests[made++]);
    connection.close();
  });
}

const inLanes = (work: () => Promise<void>): Promise<unknown> => Promise.all(Array.from({ length: lanes }, work));
