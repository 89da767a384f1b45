import type { ProviderCredential, ToolContext } from '@service/sdk/define';
import { listedError } from '@service/sdk/errors';
import { encodeBase64 } from '@service/sdk/internal';
import type { OpenapiCredentials, OpenapiOperation, OpenapiOptions } from '../openapi-options.ts';
import type { PreparedApi, PreparedOperation, PreparedScheme } from '../prepared.ts';
import { cookie, setCookies, setHeader, type Addressed, type Arguments } from './build-url.ts';

/** What a call needs to find its credentials. */
export interface CredentialCall {
  readonly api: PreparedApi;
  readonly options: OpenapiOptions;
  readonly prepared: PreparedOperation;
  readonly operation: OpenapiOperation;
  readonly ctx: ToolContext;
  readonly args: Arguments;
}

/** The credential of one scheme. */
interface Credential {
  readonly token?: string | undefined;
  readonly basic?: { readonly username: string; readonly password: string } | undefined;
  /** Of a kind that is sent as its provider says. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Adds the credentials of the first alternative that has all of them.
 * @returns the secret texts that were added, which no answer may repeat
 * @throws {ServiceError} TOOL_CREDENTIALS_REQUIRED where the options give credentials, and none for this call
 */
export async function addCredentials(call: CredentialCall, addressed: Addressed): Promise<readonly string[]> {
  const { ctx, operation, options, prepared } = call;
  const alternatives = prepared.security ?? [];
  const resolved = await options.securityResolver?.(ctx, operation);
  const given = resolved ?? options.staticAuth;
  const custom = Object.entries(given?.customHeaders ?? {});
  for (const [name, value] of custom) setHeader(addressed.headers, name, value);
  const secrets = custom.map(([, value]) => value);
  const found = await satisfied(call, alternatives, given);
  if (found === undefined && custom.length === 0 && givesCredentials(call)) throw missing(alternatives);
  for (const [scheme, credential] of found ?? []) secrets.push(...apply(scheme, credential, addressed));
  return secrets;
}

type Found = readonly (readonly [PreparedScheme, Credential])[];

async function satisfied(
  call: CredentialCall,
  alternatives: readonly (readonly string[])[],
  given: OpenapiCredentials | undefined,
): Promise<Found | undefined> {
  if (alternatives.length === 0) return [];
  // What needs nothing is the last resort: a caller who has a credential is not anonymous.
  for (const names of alternatives.toSorted((one, other) => Number(one.length === 0) - Number(other.length === 0))) {
    const found: (readonly [PreparedScheme, Credential])[] = [];
    for (const name of names) {
      const scheme = Object.hasOwn(call.api.security, name) ? call.api.security[name] : undefined;
      const credential = scheme === undefined ? undefined : await credentialOf(call, { name, scheme, given });
      if (scheme === undefined || credential === undefined) break;
      found.push([scheme, credential]);
    }
    if (found.length === names.length) return found;
  }
  return undefined;
}

const givesCredentials = ({ options, prepared }: CredentialCall): boolean =>
  [options.securityResolver, options.authProviderMapper, options.staticAuth, prepared.credentials].some((one) => one !== undefined);

function missing(alternatives: readonly (readonly string[])[]): Error {
  const names = [...new Set(alternatives.flat())];
  return listedError('TOOL_CREDENTIALS_REQUIRED', `This tool needs credentials that are not there: ${names.join(', ')}`, {
    data: { providers: names },
  });
}

interface Wanted {
  readonly name: string;
  readonly scheme: PreparedScheme;
  readonly given: OpenapiCredentials | undefined;
}

/** An argument of the model's, then the caller's own, then what is the same for all. */
async function credentialOf(call: CredentialCall, { given, name, scheme }: Wanted): Promise<Credential | undefined> {
  const argument = call.prepared.credentials?.[name];
  const text = argument === undefined || !Object.hasOwn(call.args, argument) ? undefined : call.args[argument];
  if (typeof text === 'string' && text !== '') return credentialFrom(text, scheme);
  return (await mappedCredential(call, name, scheme)) ?? (given === undefined ? undefined : staticCredential(given, name, scheme));
}

async function mappedCredential(
  { ctx, operation, options }: CredentialCall,
  name: string,
  scheme: PreparedScheme,
): Promise<Credential | undefined> {
  const mapping = Object.hasOwn(options.authProviderMapper ?? {}, name) ? options.authProviderMapper?.[name] : undefined;
  if (mapping === undefined) return undefined;
  if (typeof mapping === 'function') {
    const made = await mapping(ctx, operation);
    return made === undefined ? undefined : credentialFrom(made, scheme);
  }
  const provider = typeof mapping === 'string' ? mapping : mapping.provider;
  const made = await ctx.authProviders.get(provider);
  if (made === undefined) return undefined;
  return credentialFrom(made, scheme) ?? { headers: await ctx.authProviders.headers(provider) };
}

/** Undefined for a kind that only its provider can write. */
function credentialFrom(value: ProviderCredential | string, { type }: PreparedScheme): Credential | undefined {
  if (typeof value === 'string') return type === 'basic' ? { basic: pairOf(value) } : { token: value };
  switch (value.type) {
    case 'bearer':
      return { token: value.token };
    case 'oauth':
      return { token: value.accessToken };
    case 'api_key':
      return { token: value.key };
    case 'basic':
      return { basic: value };
    default:
      return undefined;
  }
}

function pairOf(text: string): { readonly username: string; readonly password: string } {
  const at = text.indexOf(':');
  return at < 0 ? { username: text, password: '' } : { username: text.slice(0, at), password: text.slice(at + 1) };
}

function staticCredential(given: OpenapiCredentials, name: string, { type }: PreparedScheme): Credential | undefined {
  const own = Object.hasOwn(given.apiKeys ?? {}, name) ? given.apiKeys?.[name] : undefined;
  const tokens = { apiKey: own ?? given.apiKey, bearer: given.jwt, oauth2: given.oauth2Token, openIdConnect: given.oauth2Token };
  if (type === 'basic') return given.basic === undefined ? undefined : { basic: given.basic };
  const token = tokens[type];
  return token === undefined ? undefined : { token };
}

function apply(scheme: PreparedScheme, credential: Credential, { headers, url }: Addressed): readonly string[] {
  for (const [name, value] of Object.entries(credential.headers ?? {})) setHeader(headers, name, value);
  const secrets = Object.values(credential.headers ?? {});
  const { basic, token } = credential;
  if (basic !== undefined) {
    const text = encodeBase64(new TextEncoder().encode(`${basic.username}:${basic.password}`));
    setHeader(headers, 'authorization', `Basic ${text}`);
    return [...secrets, basic.password, text];
  }
  if (token === undefined) return secrets;
  if (scheme.type !== 'apiKey') setHeader(headers, 'authorization', `Bearer ${token}`);
  else if (scheme.in === 'header') setHeader(headers, scheme.name, token);
  // In place of anything that an argument has put there.
  else if (scheme.in === 'query') url.searchParams.set(scheme.name, token);
  else setCookies(headers, [cookie(scheme.name, token)]);
  return [...secrets, token];
}
