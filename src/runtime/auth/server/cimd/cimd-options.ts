import type { CimdOptions as CimdDeclared } from '../../../define/client-options.ts';
import { authCimdCacheDefaults, authCimdDefaults, authCimdNetworkDefaults, authCimdSecurityDefaults } from '../../../options/generated.ts';
import { withDefaults } from '../../../options/with-defaults.ts';

export type CimdOptions = ReturnType<typeof readCimdOptions>;

/** `auth.cimd` on one level. */
export function readCimdOptions(cimd: CimdDeclared = {}) {
  const { redis, type, ...times } = withDefaults(cimd.cache, authCimdCacheDefaults);
  const { allowInsecureForTesting: allowInsecure, blockPrivateIPs, ...security } = withDefaults(cimd.security, authCimdSecurityDefaults);
  return {
    ...withDefaults({ enabled: cimd.enabled }, authCimdDefaults),
    ...times,
    ...withDefaults(cimd.network, authCimdNetworkDefaults),
    // A store that is named is meant.
    cacheType: redis === undefined ? type : (cimd.cache?.type ?? 'redis'),
    cacheRedis: redis,
    ...security,
    allowedDomains: security.allowedDomains?.map(lowerCase),
    blockedDomains: security.blockedDomains?.map(lowerCase) ?? [],
    allowInsecure,
    publicOnly: blockPrivateIPs && !allowInsecure,
  };
}

const lowerCase = (domain: string): string => domain.toLowerCase();
