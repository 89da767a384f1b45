import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { invalidParams } from '../../errors/index.ts';
import { serverCapabilities } from '../capabilities.ts';
import { readClientInfo } from '../params.ts';
import type { WireResult } from '../json-rpc.ts';
import { describeOnce, findRevision, supportedVersions } from '../mcp-server.ts';
import type { McpServer, Method } from '../protocol.ts';
import { limitCapabilities } from '../revisions/projection.ts';
import type { ConversationOpening } from '../sessions/conversation.ts';

/** Characters of JSON. A session keeps them for as long as it is open, and many may be. */
const maxCapabilities = 16_384;

/**
 * Settles version and capabilities. A version that is not served is answered with the newest one with a handshake, as every SDK
 * expects; it is never an error.
 * @throws {ProtocolError} -32602 for params without a version, or with more than a session may keep
 */
export function negotiateOpening(server: McpServer, params: JsonObject, principal: string): ConversationOpening {
  const { protocolVersion, capabilities } = params;
  if (typeof protocolVersion !== 'string') throw invalidParams('"protocolVersion" must be a string');
  const revision = findRevision(server.sessionRevisions, protocolVersion) ?? server.sessionRevisions[0];
  if (revision === undefined) throw invalidParams('this server has no revision that opens with "initialize"');
  const declared = isJsonObject(capabilities) ? capabilities : {};
  if (JSON.stringify(declared).length > maxCapabilities)
    throw invalidParams(`"capabilities" are over ${maxCapabilities} characters of JSON`);
  return {
    revision,
    principal,
    clientCapabilities: limitCapabilities(declared, revision.askable),
    clientInfo: readClientInfo(params.clientInfo),
  };
}

/** The answer to `initialize`. */
export const describeServer = (server: McpServer, { revision }: Pick<ConversationOpening, 'revision'>): WireResult =>
  describeOnce(server, revision, () => {
    const { info, instructions } = server.runtime.model;
    return {
      protocolVersion: revision.version,
      capabilities: serverCapabilities(server, revision),
      serverInfo: revision.encodeServerInfo(info),
      instructions,
    };
  });

export const serverDiscover: Method = ({ revision, server }) =>
  describeOnce(server, revision, () => {
    const { instructions } = server.runtime.model;
    return {
      supportedVersions: supportedVersions(server),
      capabilities: serverCapabilities(server, revision),
      instructions,
    };
  });
