/** What stands for a credential in a cassette, which is committed. */
const redacted = '[redacted]';

/** Endings of names of credentials, without case, hyphens and underscores: `X-Auth-Token`, `accessToken`. */
const endings = ['token', 'secret', 'password', 'passwd', 'passphrase', 'apikey', 'accesskey', 'secretkey', 'privatekey', 'authorization', 'cookie', 'credential', 'credentials', 'assertion', 'signature', 'sessionid', 'verifier', 'jwt', 'usercode', 'devicecode', 'authcode', 'authorizationcode', 'idtokenhint', 'passcode', 'otpcode', 'mfacode', 'accesskeyid', 'sessionkey', 'connectionstring', 'webhookurl', 'privatekeypem', 'passwordhash']; // prettier-ignore
const whole: ReadonlySet<string> = new Set(['auth', 'pass', 'pwd', 'pin', 'otp', 'sig', 'sid', 'session', 'bearer', 'csrf', 'xsrf']);
/** In addresses and forms alone: a member of JSON of this name is an error's code or a key of data. */
const inForms: ReadonlySet<string> = new Set(['code', 'key', 'ticket']);
/** Places in a list, which the next request asks for. */
const places: ReadonlySet<string> = new Set([
  'pagetoken',
  'nextpagetoken',
  'prevpagetoken',
  'continuationtoken',
  'synctoken',
  'nextsynctoken',
]);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

type Hide = (text: string) => string;

/** Takes credentials out of what is recorded. */
export class SecretHider {
  readonly #further: ReadonlySet<string>;

  /** @param further names beside those that are always credentials */
  constructor(further: readonly string[]) {
    this.#further = new Set(further.map(plain));
  }

  /** Whether a header, or a member of JSON, is a credential by its name. */
  isSecret(name: string): boolean {
    const asked = plain(name);
    if (this.#further.has(asked)) return true;
    return !places.has(asked) && (whole.has(asked) || endings.some((ending) => asked.endsWith(ending)));
  }

  /** A body of any kind: JSON, lines of it, a form, parts, events, or text. */
  inBody(text: string, type = ''): string {
    const [, boundary] = /^multipart\/[^;]+;.*?boundary="?([^";\s]+)/i.exec(type) ?? [];
    if (boundary !== undefined) return this.#inParts(text, boundary);
    if (/^application\/x-www-form-urlencoded/i.test(type) || /^[\w.%~-]+=[^&\s]*(?:&[\w.%~-]+=[^&\s]*)*$/.test(text))
      return this.#inForm(text);
    return this.#inJson(text) ?? text.split('\n').map((line) => this.#inLine(line)).join('\n'); // prettier-ignore
  }

  /** Addresses in a text, tokens by their form, and quoted pairs: an address itself, a header, a log line, a page. */
  inText(text: string): string {
    const hidden = text
      .replaceAll(/(^|[?&#;,\s"'])([\w.%~[\]-]+)=([^&#\s"'<>]+)/gm, (pair, start: string, name: string) => {
        const isSecret = /[?&#;]/.test(start) ? this.#isSecretField(decoded(name)) : this.isSecret(decoded(name));
        return isSecret ? `${start}${name}=${encodeURIComponent(redacted)}` : pair;
      })
      .replaceAll(/^([\w-]+):[ \t]*\S.*$/gm, (line, name: string) => (this.isSecret(name) ? `${name}: ${redacted}` : line))
      .replaceAll(/<([\w:.-]+)>[^<]+<\/\1>/g, (tag, name: string) => (this.isSecret(name) ? `<${name}>${redacted}</${name}>` : tag))
      .replaceAll(/(\bname=["']?([\w.-]+)["']?\s[^<>]*?\bvalue=)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi, (field, start: string, name: string) =>
        this.isSecret(name) ? `${start}"${redacted}"` : field,
      )
      .replaceAll(/((["'])([\w.-]+)\2\s*:\s*)(["'])(?:(?!\4)[^\\]|\\.)*\4/g, (pair, ...[start = '', , name = '', quote = '']: string[]) =>
        this.isSecret(name) ? start + quote + redacted + quote : pair,
      );
    return hidden
      .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'<>]+@/gi, '$1redacted@')
      .replaceAll(/\b(Bearer|Basic|DPoP)\s+(?=\S*\d)[\w.~+/=-]{8,}/gi, `$1 ${redacted}`)
      .replaceAll(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, redacted);
  }

  #isSecretField(name: string): boolean {
    return inForms.has(plain(name)) || this.isSecret(name);
  }

  /** An event, or one of many documents in lines. */
  #inLine(line: string): string {
    const [, start = '', rest = line] = /^(data: ?)(.*)$/.exec(line) ?? [];
    return start + (this.#inJson(rest) ?? this.inText(rest));
  }

  #inForm(text: string): string {
    const form = new URLSearchParams(text);
    const shown = [...form].map(([name, value]): [string, string] => [name, this.#isSecretField(name) ? redacted : this.#inValue(value)]);
    return new URLSearchParams(shown).toString();
  }

  #inParts(text: string, boundary: string): string {
    const parts = text.split(`--${boundary}`).map((part) => {
      const [, head, body, end] = /^(\r?\n[^]*?\r?\n\r?\n)([^]*?)(\r?\n)$/.exec(part) ?? [];
      if (head === undefined || body === undefined || end === undefined) return part;
      const [, name = ''] = /^content-disposition:.*?[;\s]name="?([^";\r\n]*)/im.exec(head) ?? [];
      const [, type] = /^content-type:\s*(.+?)\s*$/im.exec(head) ?? [];
      return head + (this.#isSecretField(name) ? redacted : this.inBody(body, type)) + end;
    });
    return parts.join(`--${boundary}`);
  }

  /** Undefined for what is no object, list or text of JSON. */
  #inJson(text: string): string | undefined {
    if (!/^\s*[[{"]/.test(text)) return undefined;
    try {
      return JSON.stringify(this.#inMembers(JSON.parse(text), (value) => this.#inValue(value)));
    } catch {
      return undefined;
    }
  }

  /** What a text holds may be a document itself. */
  #inValue(text: string): string {
    return this.#inJson(text) ?? this.inText(text);
  }

  /** @param hide of texts; below a credential's name nothing is shown */
  #inMembers(value: unknown, hide: Hide): unknown {
    if (typeof value === 'string') return hide(value);
    if (typeof value === 'number' && hide === hideAll) return redacted;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#inMembers(item, hide));
    if (typeof value !== 'object' || value === null) return value;
    // A header or a field as data: { name: 'password', value: … }.
    const { key, name: called = key }: { readonly name?: unknown; readonly key?: unknown } = value;
    const isNamed = typeof called === 'string' && this.isSecret(called);
    const members = Object.entries(value).map(([name, item]: [string, unknown]): [string, unknown] => [
      name,
      this.#inMembers(item, this.isSecret(name) || (isNamed && name === 'value') ? hideAll : hide),
    ]);
    return Object.fromEntries(members);
  }
}

const hideAll: Hide = () => redacted;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
