import { decodeBase64, hashTextsEqual, sha256Text, textOf } from '../../../std/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { findClient } from '../clients/find-client.ts';
import type { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';

/** What a client says of itself at the token endpoint; nothing of it is checked yet. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
  /** Sent in `Authorization`, so the refusal names that scheme (RFC 6749 section 5.2). */
  readonly basic: boolean;
}

/** Header or body, never both: two readers could each believe another client (RFC 6749 section 2.3). */
export function readClientCredentials(exchange: HttpExchange, parameters: Parameters): ClientCredentials {
  const secret = parameters.get('client_secret');
  const header = exchange.header('authorization') ?? '';
  if (!/^basic(?: |$)/i.test(header)) return { clientId: parameters.require('client_id'), secret, basic: false };
  if (secret !== undefined) throw new OAuthProblem('invalid_request', 'The client authenticates in the header or in the body, not in both');
  const credentials = decodeBasic(header);
  const named = parameters.get('client_id');
  if (credentials === undefined || (named !== undefined && named !== credentials.clientId)) throw refusal(true);
  return credentials;
}

/** Id and secret are form-encoded before base64 (RFC 6749 section 2.3.1). */
function decodeBasic(header: string): ClientCredentials | undefined {
  const text = textOf(decodeBase64(header.slice(5).trim()) ?? new Uint8Array());
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) return undefined;
  try {
    const [clientId = '', secret = ''] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    );
    return { clientId, secret, basic: true };
  } catch {
    return undefined;
  }
}

/** The client, its secret checked when it has one; 401 otherwise, and nothing has been used up. */
export async function checkClientCredentials(
  credentials: ClientCredentials,
  { clientSources }: Pick<SignInServer, 'clientSources'>,
  address: ServerAddress,
): Promise<Client> {
  const client = await findClient(clientSources, credentials.clientId, address);
  if (client === undefined) throw refusal(credentials.basic);
  if (client.secretHash === undefined) return client;
  if (credentials.secret === undefined || !hashTextsEqual(await sha256Text(credentials.secret), client.secretHash))
    throw refusal(credentials.basic);
  return client;
}

const refusal = (basic: boolean): OAuthProblem =>
  new OAuthProblem('invalid_client', 'Client authentication failed', {
    status: 401,
    ...(basic ? { headers: { 'www-authenticate': 'Basic realm="oauth"' } } : {}),
  });
