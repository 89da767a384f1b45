import { findClient } from '../clients/find-client.ts';
import type { Parameters } from '../parameters.ts';
import { SignInProblem } from '../problems.ts';
import type { AskedAddress, Client, ClientSource } from '../sign-in-parts.ts';

export const unknownClient = 'Unknown client_id: register the client (DCR / pre-registered) or use a CIMD client-id URL';

/** A client that somebody vouches for. Nothing is redirected before this: an address of a stranger's would receive the browser. */
export async function checkClient(parameters: Parameters, sources: readonly ClientSource[], address: AskedAddress): Promise<Client> {
  const client = await findClient(sources, parameters.require('client_id'), address);
  if (client === undefined) throw new SignInProblem(unknownClient);
  return client;
}
