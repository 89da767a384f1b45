import { hostPlugins } from '../../features/plugin-host.ts';
import { StreamConnection } from '../../mcp/stream-connection.ts';
import { callerOf } from '../in-process/caller-given.ts';

/** As `features/plugin-host.ts`, for plugins that offer the tools of a page to somebody: they get a way to its server. */
export const pluginHost = hostPlugins(({ mcp }) => ({
  channel: (caller) => (listener) => {
    const tell = (text: string): void => listener.message(text);
    const sink = { send: (text: string) => (tell(text), true) };
    const connection = new StreamConnection({ server: mcp, handshakeProtocol: undefined, auth: callerOf(caller), answer: tell, sink });
    return {
      send: (text) => connection.receive(text),
      close: async () => {
        connection.close('the client was closed');
        listener.end('the client was closed');
      },
    };
  },
}));
