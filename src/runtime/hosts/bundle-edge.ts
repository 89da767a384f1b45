import type { AnyClass } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import { checkEdgeConfig, declareServer, type EdgeMcp, type EdgeMcpConfig } from './declare-server.ts';

/** What `@service/edge` is in a bundle: the server is declared, and the bundle's own entry exports it to the platform. */
export const createEdgeMcp = (config: EdgeMcpConfig): EdgeMcp & AnyClass =>
  Object.assign(declareServer(checkEdgeConfig(config)), { fetch: refuse, SessionDurableObject: Unused });

function refuse(): Promise<Response> {
  throw configInvalid('The platform calls what the bundle exports: import the default export of the bundle, and call its fetch');
}

/** The bundle's entry exports the class of the objects; this one is exported by a module that the platform does not see. */
class Unused {
  readonly fetch = refuse;

  async alarm(): Promise<void> {
    await refuse();
  }
}
