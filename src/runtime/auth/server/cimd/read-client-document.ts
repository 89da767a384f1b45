import { isRecord, textOf, withoutUndefined } from '../../../std/index.ts';
import type { Client } from '../clients/client.ts';
import { CimdProblem } from './cimd-problem.ts';

type Fields = ReadonlyMap<string, unknown>;

const maxRedirectUris = 100;
const maxTextLength = 2048;

/**
 * A client out of its metadata document.
 * @throws {CimdProblem} CIMD_VALIDATION_ERROR, CIMD_CLIENT_ID_MISMATCH
 */
export function readClientDocument(body: Uint8Array, clientId: string): Client {
  const fields = readFields(body);
  if (fields.get('client_id') !== clientId)
    throw new CimdProblem('CIMD_CLIENT_ID_MISMATCH', 'client_id of the client metadata document is not the address it was read from');
  checkNoSecrets(fields);
  const method = fields.get('token_endpoint_auth_method') ?? 'none';
  if (method !== 'none') throw invalid('token_endpoint_auth_method must be none');
  const clientName = fields.get('client_name');
  if (!isText(clientName)) throw invalid('client_name is required');
  const scope = fields.get('scope');
  if (scope !== undefined && !isText(scope)) throw invalid('scope must be a text');
  return withoutUndefined({
    clientId,
    clientName,
    redirectUris: readTexts(fields, 'redirect_uris') ?? refuseMissing('redirect_uris'),
    tokenEndpointAuthMethod: 'none',
    grantTypes: readTexts(fields, 'grant_types') ?? ['authorization_code', 'refresh_token'],
    responseTypes: readTexts(fields, 'response_types') ?? ['code'],
    scope,
    source: 'cimd',
  });
}

const invalid = (why: string): CimdProblem => new CimdProblem('CIMD_VALIDATION_ERROR', `the client metadata document is not valid: ${why}`);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= maxTextLength;

const refuseMissing = (name: string): never => {
  throw invalid(`${name} is required`);
};

function readFields(body: Uint8Array): Fields {
  const text = textOf(body);
  if (text === undefined) throw invalid('it is not UTF-8');
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) throw invalid('it is not a JSON object');
    return new Map(Object.entries(value));
  } catch (failure) {
    throw failure instanceof CimdProblem ? failure : invalid('it is not JSON');
  }
}

/** Everybody can read the document: a secret in it is known to all, and private keys have no business there. */
function checkNoSecrets(fields: Fields): void {
  for (const name of ['client_secret', 'client_secret_expires_at'])
    if (fields.has(name)) throw invalid(`${name} must not be in it: the document is public`);
  const jwks = fields.get('jwks');
  const keys: unknown = typeof jwks === 'object' && jwks !== null && 'keys' in jwks ? jwks.keys : [];
  const list: readonly unknown[] = Array.isArray(keys) ? keys : [];
  for (const key of list) {
    const members = typeof key === 'object' && key !== null ? Object.keys(key) : [];
    if (['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'].some((name) => members.includes(name))) throw invalid('jwks holds a private key');
  }
}

function readTexts(fields: Fields, name: string): readonly string[] | undefined {
  const value = fields.get(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRedirectUris || !value.every(isText))
    throw invalid(`${name} must be a list of texts that is not empty`);
  return value;
}
