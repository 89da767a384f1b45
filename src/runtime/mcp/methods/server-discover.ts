import { serverCapabilities } from '../capabilities.ts';
import { describeOnce, supportedVersions } from '../mcp-server.ts';
import type { Method } from '../protocol.ts';

export const serverDiscover: Method = ({ revision, server }) =>
  describeOnce(server, revision, () => {
    const { instructions } = server.runtime.model;
    return {
      supportedVersions: supportedVersions(server),
      capabilities: serverCapabilities(server, revision),
      ...(instructions === undefined ? {} : { instructions }),
    };
  });
