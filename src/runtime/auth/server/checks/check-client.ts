import { findClient } from '../clients/find-client.ts';
import type { Parameters } from '../endpoints/parameters.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { AskedAddress } from '../address/server-address.ts';
import type { Client, ClientSource } from '../clients/client.ts';

export const unknownClient = 'Unknown client_id: register the client (DCR / pre-registered) or use a CIMD client-id URL';

/** A known client. No redirect happens before this check: it could send the browser to an attacker's address. */
export async function checkClient(parameters: Parameters, sources: readonly ClientSource[], address: AskedAddress): Promise<Client> {
  const clientId = parameters.require('client_id');
  const client = await findClient(sources, clientId, address);
  if (client !== undefined) return client;
  const reasons = sources.flatMap((source) => source.whyUnknown?.(clientId) ?? []);
  throw new SignInProblem([unknownClient, ...reasons].join('. '));
}
