import { RedirectProblem, SignInProblem } from '../problems.ts';
import type { Client } from '../sign-in-parts.ts';
import { unknownClient } from './check-client.ts';

/** `dcr.allowedClientIds`; a metadata document is judged by its own rules. */
export function checkClientAllowed(client: Client, allowedClientIds: readonly string[] | undefined): void {
  if (allowedClientIds === undefined || client.source === 'cimd' || allowedClientIds.includes(client.clientId)) return;
  if (client.source === 'open') throw new SignInProblem(unknownClient);
  throw new RedirectProblem('unauthorized_client', `Client ${client.clientId} may not sign in here`);
}
