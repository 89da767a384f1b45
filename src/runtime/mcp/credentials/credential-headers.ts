import type { ProviderCredential } from '../../define/auth-provider.ts';
import { encodeBase64, utf8 } from '../../std/index.ts';

/** Writes a credential as HTTP headers; none for kinds that headers cannot carry. */
export function credentialHeaders(credential: ProviderCredential): Readonly<Record<string, string>> {
  switch (credential.type) {
    case 'oauth':
      return { authorization: `Bearer ${credential.accessToken}` };
    case 'bearer':
      return { authorization: `Bearer ${credential.token}` };
    case 'api_key': {
      const { headerName = 'x-api-key', headerPrefix, key } = credential;
      return { [headerName.toLowerCase()]: headerPrefix === undefined ? key : `${headerPrefix} ${key}` };
    }
    case 'basic':
      return { authorization: `Basic ${encodeBase64(utf8(`${credential.username}:${credential.password}`))}` };
    default:
      return {};
  }
}
