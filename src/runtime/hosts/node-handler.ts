import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '../features/application/compose.ts';
import { listeningPresence } from '../http/listening-presence.ts';
import { BodyTurns } from './body-turns.ts';
import { openHostLog } from './host-log.ts';
import type { HostedServer } from './host-settings.ts';
import { writeAnswer } from './node-answer.ts';
import { NodeExchange } from './node-exchange.ts';
import { describeNode, readNodeEnvironment } from './node-place.ts';
import { openHttpApplication } from './open-application.ts';

/** A request handler of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server as the handler of a `node:http` server that another program listens with. @throws {ServiceError} what keeps it from starting */
export async function createNodeHandler(hosted: HostedServer): Promise<NodeHandler> {
  const { bodyTimeoutMs, handle } = await open(hosted);
  const reading = { bodyTimeoutMs, turns: new BodyTurns() };
  return async (request, response) => {
    joinRepeated(request);
    const exchange = new NodeExchange(request, reading);
    response.once('close', () => {
      if (!response.writableFinished) exchange.abort();
    });
    const answer = await handle(exchange);
    if (!response.destroyed) writeAnswer(response, answer, exchange.method === 'HEAD');
  };
}

interface Opened extends Pick<Application, 'handle'> {
  readonly bodyTimeoutMs: number;
}

/** A server of somebody else keeps the first of two and drops the other, which a proxy may have looked at; ours joins them. */
function joinRepeated({ headers, headersDistinct }: IncomingMessage): void {
  for (const name of ['host', 'authorization', 'content-type'] as const) {
    const values = headersDistinct[name] ?? [];
    if (values.length > 1) headers[name] = values.join(', ');
  }
}

async function open(hosted: HostedServer): Promise<Opened> {
  const write = (line: string): void => void process.stderr.write(line);
  const environment = await readNodeEnvironment(hosted);
  const log = openHostLog(hosted, environment, write);
  const application = await openHttpApplication(hosted, {
    environment,
    place: describeNode(environment),
    log,
    presence: listeningPresence,
  });
  await application.start();
  return { handle: application.handle, bodyTimeoutMs: environment.SERVICE_BODY_TIMEOUT_SECONDS * 1000 };
}
