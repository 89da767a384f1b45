/** Credentials wherever they stand in a name, in singular and plural: `token_v2`, `apiKeys`, `SecretString`. */
const anywhere: ReadonlySet<string> = new Set(['token', 'secret', 'password', 'passwd', 'pwd', 'passphrase', 'passcode', 'cookie', 'credential', 'apikey', 'authorization', 'csrf', 'xsrf', 'jwt', 'otp', 'phpsessid', 'jsessionid', 'sessid', 'sessionid']); // prettier-ignore
/** Credentials as the last word of a name: `user_session`, but not `session_count`. */
const last: ReadonlySet<string> = new Set(['auth', 'pass', 'pin', 'sig', 'sid', 'session', 'bearer']);
/** Endings of names without case, hyphens and underscores: `accesstoken`, `deviceCode`. */
const endings = ['token', 'secret', 'password', 'passwd', 'passphrase', 'apikey', 'accesskey', 'secretkey', 'privatekey', 'authkey', 'appkey', 'masterkey', 'authorization', 'cookie', 'credential', 'credentials', 'assertion', 'signature', 'sessionid', 'verifier', 'jwt', 'usercode', 'devicecode', 'authcode', 'authorizationcode', 'idtokenhint', 'passcode', 'otpcode', 'mfacode', 'accesskeyid', 'sessionkey', 'connectionstring', 'webhookurl', 'privatekeypem', 'passwordhash']; // prettier-ignore
/** In addresses and forms alone: a member of JSON of this name is an error's code or a key of data. */
const inForms: ReadonlySet<string> = new Set(['code', 'key', 'ticket']);
/** With one of these words a name is about a credential: `token_type`, `max_tokens`. */
const about: ReadonlySet<string> = new Set(['type', 'types', 'count', 'limit', 'limits', 'max', 'min', 'total', 'usage', 'used', 'budget', 'length', 'remaining', 'reset', 'details', 'expires', 'expiry', 'expiration', 'ttl', 'lifetime', 'endpoint', 'url', 'uri', 'policy', 'method', 'methods', 'supported', 'enabled', 'required', 'name']); // prettier-ignore
/** Keys of data. */
const harmlessKeys: ReadonlySet<string> = new Set(['public', 'foreign', 'sort', 'partition', 'idempotency', 'cache', 'object', 'row', 'index', 'group', 'message', 'translation', 'x', 'num', 'number', 'json']); // prettier-ignore
/** Tokens that name a position in a list, which the next request asks for. */
const positions: ReadonlySet<string> = new Set(['page', 'continuation', 'sync', 'next', 'pagination', 'cursor', 'resume', 'start']);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** No credential has a longer name. */
const maxName = 256;

/** Decides by its name whether a value is a credential. */
export class SecretNames {
  readonly #further: ReadonlySet<string>;

  constructor(further: readonly string[]) {
    this.#further = new Set(further.map(plain));
  }

  /** A header, a cookie, or a member of JSON. */
  isSecret(name: string): boolean {
    const short = name.slice(-maxName);
    const asked = plain(short);
    if (this.#further.has(asked)) return true;
    const words = wordsOf(short);
    const noun = words.findLastIndex((word) => word !== 'value');
    const before = words[noun - 1] ?? '';
    if (words[noun] === 'token' && positions.has(before)) return false;
    if (last.has(words[noun] ?? '') || last.has(asked) || endings.some((ending) => asked.endsWith(ending))) return true;
    return !words.some((word) => about.has(word)) && words.some((word, at) => anywhere.has(singular(word)) || isSecretKey(words, at));
  }

  /** A field of a form or of a query. */
  isSecretField(name: string): boolean {
    return inForms.has(plain(name.slice(-maxName))) || this.isSecret(name);
  }
}

/** Whether a name in the plural may count: `input_tokens`. */
export const isPlural = (name: string): boolean =>
  wordsOf(name.slice(-maxName)).some((word) => word.endsWith('s') && anywhere.has(singular(word)));

/** `X-Auth-Key`, `primaryKey`, but not `key` or `keyId`. */
function isSecretKey(words: readonly string[], at: number): boolean {
  const qualifier = words[at - 1];
  return singular(words[at] ?? '') === 'key' && qualifier !== undefined && !harmlessKeys.has(qualifier);
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const singular = (word: string): string => word.replace(/\d{1,9}$/, '').replace(/s$/, '');
