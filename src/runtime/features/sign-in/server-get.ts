import type { AuthenticateContext } from '../../define/sign-in-options.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';

/** `ctx.get` of functions that stand in the server's own options: the providers that the server sees. */
export const serverGet =
  ({ container, model }: Pick<ServerRuntime, 'container' | 'model'>): AuthenticateContext['get'] =>
  (token) =>
    container.view([{ kind: 'server', id: model.info.name }]).get(token);
