import { RedirectProblem, SignInProblem } from '../responses/problems.ts';
import type { Client } from '../clients/client.ts';
import { unknownClient } from './check-client.ts';

/** `dcr.allowedClientIds`; a metadata document is judged by its own rules, and pages of this server are no clients of others. */
export function checkClientAllowed(client: Client, allowedClientIds: readonly string[] | undefined): void {
  if (allowedClientIds === undefined || client.source === 'cimd' || client.source === 'page' || allowedClientIds.includes(client.clientId))
    return;
  if (client.source === 'open') throw new SignInProblem(unknownClient);
  throw new RedirectProblem('unauthorized_client', `Client ${client.clientId} may not sign in here`);
}
