import { performance, setTimeout } from '../clock.ts';
import { HttpConnections } from '../client/http-exchange.ts';
import { texts } from '../texts.ts';

const pollMs = 30;

export interface Readiness {
  /** Addresses of which one must answer. */
  readonly urls: readonly string[];
  readonly timeoutMs: number;
  /** Why waiting makes no sense any more. */
  readonly failed: () => string | undefined;
}

/** Resolves with undefined when `GET /health` answers any 2xx or 404, else with the reason why it never will. */
export async function waitUntilReady({ failed, timeoutMs, urls }: Readiness): Promise<string | undefined> {
  const deadline = performance.now() + timeoutMs;
  const connections = new HttpConnections();
  try {
    for (;;) {
      for (const url of urls)
        if (await answers(connections, url, Math.min(2000, Math.max(1, deadline - performance.now())))) return failed();
      const reason = failed();
      if (reason !== undefined) return reason;
      if (performance.now() >= deadline) return texts.notReady(timeoutMs);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    connections.close();
  }
}

async function answers(connections: HttpConnections, url: string, timeoutMs: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { body, status } = await connections.send({ method: 'GET', url: new URL('/health', url), headers: {}, signal });
    body.resume();
    return (status >= 200 && status < 300) || status === 404;
  } catch {
    return false;
  }
}
