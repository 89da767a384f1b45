import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '../features/application/compose.ts';
import { warnOfUnansweredUrl } from '../http/guards/foreign-pages.ts';
import { warnOfKeptHeaders } from '../http/headers/security.ts';
import { openHostLog } from './host-log.ts';
import type { HostedServer } from './host.ts';
import { writeAnswer, NodeExchange } from './node-exchange.ts';
import { nodeHost, readNodeEnvironment } from './process-environment.ts';
import { OpenAnswers, RequestAdmission } from './request-admission.ts';
import { openHttpApplication } from './open-application.ts';

/** A request handler of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server as the handler of a `node:http` server that another program listens with. @throws {ServiceError} what keeps it from starting */
export async function createNodeHandler(hosted: HostedServer): Promise<NodeHandler> {
  const { bodyTimeoutMs, handle, http } = await open(hosted);
  const answers = new OpenAnswers();
  const admission = new RequestAdmission(answers, http);
  const reading = { bodyTimeoutMs, turns: admission.turns };
  const serve = async (exchange: NodeExchange, response: ServerResponse, ask = () => handle(exchange)): Promise<void> => {
    const answer = await ask();
    if (!response.destroyed) writeAnswer(response, answer, exchange.method === 'HEAD');
  };
  return (request, response) => {
    joinRepeated(request);
    const exchange = new NodeExchange(request, reading);
    response.once('close', () => {
      if (!response.writableFinished) exchange.abort();
    });
    // Made up by an adapter of a serverless platform, which has no connection; or HTTP/2, which has flow control and pipelines nothing.
    if (response.req !== request || request.httpVersionMajor > 1) return serve(exchange, response);
    // Node goes on parsing the packet of a connection that was cut off.
    if (request.socket.destroyed) return Promise.resolve();
    answers.add(response);
    return new Promise((resolve, reject) => {
      response.once('close', () => {
        if (answers.delete(response)) admission.end(response);
        resolve();
      });
      admission.admit(response, () => {
        void serve(exchange, response, () => admission.handle(request, () => handle(exchange)))
          .then(() => admission.countUnread(response))
          .then(resolve, reject);
      });
    });
  };
}

interface Opened extends Pick<Application, 'handle' | 'http'> {
  readonly bodyTimeoutMs: number;
}

/** Servers of authors keep the first of two headers and drop the other, which a proxy may have used; this host joins them. */
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
  const application = await openHttpApplication(hosted, { environment, host: nodeHost, log });
  await application.start();
  warnOfUnansweredUrl(application.http, application.logger);
  warnOfKeptHeaders(application);
  return { handle: application.handle, http: application.http, bodyTimeoutMs: environment.SERVICE_BODY_TIMEOUT_SECONDS * 1000 };
}
