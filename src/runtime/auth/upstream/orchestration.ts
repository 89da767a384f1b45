import type { CallFrame } from '../../define/index.ts';
import type { Orchestration } from '../../define/context-services.ts';
import { listedError, ServiceError } from '../../errors/index.ts';
import type { UpstreamProvider } from './upstream-provider.ts';
import type { UpstreamTokenVault } from './upstream-tokens.ts';

/** `this.orchestration` of a call: the provider's tokens of the person who calls. @throws {ServiceError} UNAUTHORIZED */
export function orchestrationOf({ auth }: CallFrame, providers: readonly UpstreamProvider[], vault: UpstreamTokenVault): Orchestration {
  const ids = providers.map(({ id }) => id);
  const find = (id: string | undefined): UpstreamProvider => {
    const found = id === undefined && providers.length === 1 ? providers[0] : providers.find((provider) => provider.id === id);
    if (found === undefined)
      throw new ServiceError('CONFIG_INVALID', `this.orchestration: there is no provider "${id ?? ''}"; known are ${ids.join(', ')}`);
    return found;
  };
  const getToken = async (id?: string): Promise<string> => {
    const provider = find(id);
    if (auth.isAnonymous) throw listedError('UNAUTHORIZED', 'this.orchestration has tokens of a person: sign in to use it');
    return vault.accessToken(auth.user.sub, provider);
  };
  const tryGetToken = async (id?: string): Promise<string | undefined> => {
    try {
      return await getToken(id);
    } catch (failure) {
      if (failure instanceof ServiceError && (failure.code === 'TOOL_CREDENTIALS_REQUIRED' || failure.code === 'UNAUTHORIZED'))
        return undefined;
      throw failure;
    }
  };
  const apps = auth.claims['authorized_apps'];
  const authorized = Array.isArray(apps) ? apps.filter((app) => typeof app === 'string') : [];
  return {
    getToken,
    tryGetToken,
    getAppToken: (appId) => (ids.includes(appId) ? tryGetToken(appId) : Promise.resolve(undefined)),
    hasProvider: (id) => ids.includes(id),
    getProviderIds: () => ids,
    isAppAuthorized: (appId) => authorized.includes(appId),
    getAllAuthorizedAppIds: () => authorized,
    isAuthenticated: !auth.isAnonymous,
  };
}
