import { serverCapabilities } from '../capabilities.ts';
import type { Method } from '../method.ts';
import { supportedVersions } from '../stateless-call.ts';

export const serverDiscover: Method = (call) => {
  const { instructions } = call.server.runtime.model;
  return {
    supportedVersions: supportedVersions(call.server),
    capabilities: serverCapabilities(call.server, call.revision),
    ...(instructions === undefined ? {} : { instructions }),
  };
};
