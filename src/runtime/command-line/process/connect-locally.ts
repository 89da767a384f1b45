import { ChannelConnection } from '../../client/channel-connection.ts';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { Application } from '../../features/application/compose.ts';
import { endApplication } from '../../hosts/end-application.ts';
import { StreamConnection } from '../../mcp/stream-connection.ts';

/** Milliseconds for providers, plugins and stores to end. */
const endMs = 10_000;

/** This program's own server, in process: messages pass the same checks as over stdio. */
export const connectLocally = (application: Application): ChannelConnection =>
  new ChannelConnection(({ message }) => {
    const stream = new StreamConnection({
      server: application.mcp,
      handshakeProtocol: application.handshakeProtocol,
      auth: anonymousCaller,
      answer: message,
      sink: {
        send: (text) => {
          message(text);
          return true;
        },
      },
    });
    return {
      send: (text) => stream.receive(text),
      close: async () => {
        stream.close('the command has ended');
        application.drain();
        await endApplication(application, endMs);
      },
    };
  });
