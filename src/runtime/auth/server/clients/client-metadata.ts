import { isRecord, withoutUndefined } from '../../../std/index.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { Client } from './client.ts';

/** What a client says of itself at registration, checked. */
export interface ClientMetadata {
  readonly redirectUris: readonly string[];
  readonly clientName?: string;
  readonly method: Client['tokenEndpointAuthMethod'];
  readonly grantTypes: readonly string[];
  readonly scope?: string;
}

const maxRedirectUris = 20;
const maxTextLength = 256;
const maxScopeLength = 2048;

const invalid = (description: string): OAuthProblem => new OAuthProblem('invalid_client_metadata', description);

/**
 * Reads the body of a registration.
 * @returns `misconfigured` for what is answered as the server's own misconfiguration
 * @throws {OAuthProblem} `invalid_client_metadata`
 */
export function readClientMetadata(body: unknown): ClientMetadata | { readonly misconfigured: string } {
  if (!isRecord(body)) throw invalid('The body must be a JSON object');
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const method = fields['token_endpoint_auth_method'] ?? 'none';
  if (method === 'private_key_jwt') throw invalid('token_endpoint_auth_method private_key_jwt is not supported');
  const redirectUris = readStrings(fields['redirect_uris']);
  if (redirectUris === undefined || redirectUris.length === 0) return { misconfigured: 'redirect_uris must be a list of at least one URI' };
  if (!isMethod(method)) return { misconfigured: 'token_endpoint_auth_method must be none, client_secret_post or client_secret_basic' };
  if (redirectUris.length > maxRedirectUris) throw invalid(`redirect_uris may have at most ${maxRedirectUris} entries`);
  const clientName = readText(fields, 'client_name', maxTextLength);
  const scope = readText(fields, 'scope', maxScopeLength);
  return withoutUndefined({ redirectUris, method, grantTypes: readGrantTypes(fields), clientName, scope });
}

function readGrantTypes(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const grantTypes = fields['grant_types'] === undefined ? ['authorization_code'] : readStrings(fields['grant_types']);
  if (grantTypes?.includes('authorization_code') !== true) throw invalid('grant_types must include "authorization_code".');
  const responseTypes = fields['response_types'] === undefined ? ['code'] : readStrings(fields['response_types']);
  if (responseTypes?.length !== 1 || responseTypes[0] !== 'code') throw invalid('Only response_types=["code"] is supported.');
  return [...new Set(grantTypes)].filter((type) => type === 'authorization_code' || type === 'refresh_token');
}

function readText(fields: Readonly<Record<string, unknown>>, name: string, most: number): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > most) throw invalid(`${name} must be text of at most ${most} characters`);
  return value === '' ? undefined : value;
}

const readStrings = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

const isMethod = (value: unknown): value is ClientMetadata['method'] =>
  value === 'none' || value === 'client_secret_post' || value === 'client_secret_basic';
