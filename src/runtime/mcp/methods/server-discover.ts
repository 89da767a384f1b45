import { serverCapabilities } from '../capabilities.ts';
import { constantResult } from '../json-rpc.ts';
import type { McpServer } from '../mcp-server.ts';
import type { Method } from '../method.ts';
import type { Revision } from '../revisions/revision.ts';
import { supportedVersions } from '../stateless-call.ts';

const said = new WeakMap<McpServer, Map<Revision, object>>();

/** Everything it says is known when the server is put together. */
export const serverDiscover: Method = ({ revision, server }) => {
  let answers = said.get(server);
  if (answers === undefined) said.set(server, (answers = new Map<Revision, object>()));
  let answer = answers.get(revision);
  if (answer === undefined) answers.set(revision, (answer = constantResult(describe(server, revision))));
  return answer;
};

function describe(server: McpServer, revision: Revision): object {
  const { instructions } = server.runtime.model;
  return {
    supportedVersions: supportedVersions(server),
    capabilities: serverCapabilities(server, revision),
    ...(instructions === undefined ? {} : { instructions }),
  };
}
