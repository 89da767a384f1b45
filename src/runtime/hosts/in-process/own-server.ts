import type { ConnectOptions, InProcessClient } from './client.ts';
import type { DirectServer } from './direct-server.ts';

/** A client of a server that nobody else calls: both end together. @param given a session id, or options */
export async function connectAlone(server: DirectServer, given: string | ConnectOptions): Promise<InProcessClient> {
  try {
    const client = await server.connect(given);
    const close = client.close.bind(client);
    client.close = async () => {
      await close();
      await server.dispose();
    };
    return client;
  } catch (failure) {
    await server.dispose();
    throw failure;
  }
}
