import type { CimdOptions as CimdDeclared } from '../../../define/client-options.ts';
import { authCimdCacheDefaults, authCimdDefaults, authCimdNetworkDefaults, authCimdSecurityDefaults } from '../../../options/generated.ts';
import { withDefaults } from '../../../options/with-defaults.ts';
import { SignInProblem } from '../responses/problems.ts';

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

/** A problem of a client metadata document. The number is what the code stands for; the page itself is always a 400. */
const cimdCodes = {
  INVALID_CLIENT_ID_URL: 400,
  CIMD_FETCH_ERROR: 502,
  CIMD_VALIDATION_ERROR: 400,
  CIMD_CLIENT_ID_MISMATCH: 400,
  CIMD_SECURITY_ERROR: 403,
  REDIRECT_URI_MISMATCH: 400,
  CIMD_RESPONSE_TOO_LARGE: 502,
  CIMD_DISABLED: 400,
} as const;

export type CimdCode = keyof typeof cimdCodes;

/** A client id that is a URL and cannot be used. */
export class CimdProblem extends SignInProblem {
  readonly code: CimdCode;

  constructor(code: CimdCode, message: string, status = 400) {
    super(`${code}: ${message}`, status);
    this.code = code;
  }
}
