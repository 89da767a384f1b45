import { createFetchHost } from './fetch.ts';
import type { FetchHandler } from './fetch.ts';
import type { HostedServer } from './host.ts';
import { describeNode, processVariables } from './process-environment.ts';

/** A server as a web-standard handler inside a Node process. */
export const createNodeFetchHandler = (hosted: HostedServer): FetchHandler =>
  createFetchHost(hosted, {
    describe: describeNode,
    // A `Request` names no peer, and a header can be forged.
    peerAddress: () => undefined,
    variables: processVariables(),
    write: (line) => void process.stderr.write(`${line}\n`),
  });
