import type { UpstreamProviderOptions } from '../../define/provider-options.ts';
import { configInvalid, ServiceError } from '../../errors/index.ts';
import type { UpstreamProvider } from '../upstream/upstream-provider.ts';
import { isProviderAddress } from '../verify/provider-documents.ts';

/** A provider of `auth.providers`, as people see it. */
export interface DeclaredProvider extends UpstreamProvider {
  readonly name: string;
  /** Where they are sent to sign in. */
  readonly url: string;
  /** Apps whose token is this provider's: those of its id. */
  readonly appIds: readonly string[];
}

/**
 * `auth.providers`, checked.
 * @param apps ids of the server's apps
 * @throws {ServiceError} CONFIG_INVALID naming the provider and what is wrong with it
 */
export function declaredProviders(list: readonly UpstreamProviderOptions[], apps: readonly string[]): readonly DeclaredProvider[] {
  const providers = list.map((options, at) => {
    const provider = readProvider(options, typeof options.id === 'string' ? options.id : String(at + 1));
    return { ...provider, appIds: apps.filter((id) => id === provider.id) };
  });
  const twice = providers.find(({ id }, at) => providers.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw invalid(twice.id, 'two providers have this id');
  return providers;
}

function readProvider(options: UpstreamProviderOptions, shown: string): Omit<DeclaredProvider, 'appIds'> {
  const { clientId, clientSecret, id, name, scopes } = options;
  // Not by the pattern alone: it takes what is not there for the word "undefined".
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id))
    throw invalid(shown, 'id must be 1 to 64 letters, digits, - or _: it is a part of an address');
  if (typeof clientId !== 'string' || clientId === '') throw invalid(shown, 'clientId is required');
  const url = oneOf(options, ['authorizationEndpoint', 'authorizeUrl'], shown);
  const endpoints = {
    authorization: url,
    token: oneOf(options, ['tokenEndpoint', 'tokenUrl'], shown),
    userInfo: undefined,
    issuer: undefined,
    namesIssuer: false,
    basic: false,
  };
  return { id, name: name ?? id, url, clientId, clientSecret, scopes: scopes ?? [], endpoints: () => Promise.resolve(endpoints) };
}

type Endpoint = 'authorizationEndpoint' | 'authorizeUrl' | 'tokenEndpoint' | 'tokenUrl';

function oneOf(options: UpstreamProviderOptions, [name, other]: readonly [Endpoint, Endpoint], shown: string): string {
  const [first, second] = [options[name], options[other]];
  if (first !== undefined && second !== undefined) throw invalid(shown, `provide only one of ${name} or ${other}`);
  const url = first ?? second;
  if (url === undefined) throw invalid(shown, `${name} (or ${other}) is required`);
  // Codes and secrets travel there.
  if (!isProviderAddress(url)) throw invalid(shown, `${name} must be an https address, or http on this computer`);
  return url;
}

const invalid = (id: string, problem: string): ServiceError => configInvalid(`auth.providers, provider "${id}": ${problem}`);
