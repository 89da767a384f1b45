import { parseJsonObject } from '@service/sdk/model';
import { HttpConnections, readText } from './http-exchange.ts';

/** A token without sign-in, where the server gives one (`grant_type=anonymous`); undefined where it does not. */
export async function askAnonymousToken(endpoint: URL, clientId: string): Promise<string | undefined> {
  const connections = new HttpConnections();
  const form = new URLSearchParams({ grant_type: 'anonymous', client_id: clientId, resource: endpoint.href });
  try {
    const answer = await connections.send({
      method: 'POST',
      url: new URL('/oauth/token', endpoint),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: form.toString(),
      signal: AbortSignal.timeout(10_000),
    });
    const body = parseJsonObject(await readText(answer.body));
    const token = body?.['access_token'];
    return answer.status === 200 && typeof token === 'string' ? token : undefined;
  } catch {
    // The connection that follows tells of a faulty server.
    return undefined;
  } finally {
    connections.close();
  }
}
