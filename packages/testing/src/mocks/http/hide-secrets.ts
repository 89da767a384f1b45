import { decoded, hideAttributes, hidePairs, namers, valuers } from './hide-pairs.ts';
import type { HttpCall } from './http-call.ts';
import { applyEdits, readJson, type Edit, type JsonNode } from './json-spans.ts';
import { hideForms, spellingsOf } from './secret-forms.ts';
import { isPlural, SecretNames } from './secret-names.ts';

/** What stands for a credential in a cassette, which is committed. */
const redacted = '[redacted]';

/** Documents within texts within documents. */
const maxDepth = 8;

/** Cookies of other names with shorter values are settings. */
const minCookie = 16;

/** How a value of JSON is treated. */
interface Treatment {
  readonly hides: boolean;
  /** Numbers of a name in the plural are counts. */
  readonly keepsNumbers: boolean;
}

/** Takes credentials out of what is recorded; what holds none stays as it was written. */
export class SecretHider {
  readonly #names: SecretNames;
  readonly #known: readonly string[];
  readonly #found = new Set<string>();
  #depth = 0;

  /**
   * @param further names beside those that are always credentials
   * @param known values that are hidden wherever they stand
   */
  constructor(further: readonly string[] | SecretNames, known: Iterable<string> = []) {
    this.#names = further instanceof SecretNames ? further : new SecretNames(further);
    this.#known = spellingsOf(known);
  }

  /** Whether a header, or a member of JSON, is a credential by its name. */
  isSecret(name: string): boolean {
    return this.#names.isSecret(name);
  }

  /** A hider that hides these values, too, wherever they stand. */
  knowing(values: Iterable<string>): SecretHider {
    return new SecretHider(this.#names, values);
  }

  /** The credentials that a request sends in its headers, cookies and fields. */
  sentIn({ headers, rawBody, url }: Pick<HttpCall, 'headers' | 'rawBody' | 'url'>): string[] {
    const hider = this.knowing([]);
    hider.inText(url);
    hider.inBody(rawBody, headers['content-type']);
    for (const [name, value] of Object.entries(headers)) {
      if (name === 'cookie') hider.#findCookies(value);
      else if (this.isSecret(name)) hider.#findCredential(value);
    }
    return [...hider.#found];
  }

  /** A body of any kind: JSON, lines of it, a form, parts, events, or text. */
  inBody(text: string, type = ''): string {
    const [, boundary] = /^multipart\/[^;]+;.*?boundary="?([^";\s]+)/i.exec(type) ?? [];
    if (boundary !== undefined) return this.#inParts(text, boundary);
    const isForm =
      type === '' ? /^[\w.%~-]+=[^&\s]*(?:&[\w.%~-]+=[^&\s]*)*$/.test(text) : /^application\/x-www-form-urlencoded/i.test(type);
    if (isForm) return this.#inForm(text);
    return this.#inJson(text) ?? (/^data:/m.test(text) ? this.#inEvents(text) : this.#inLines(text));
  }

  /** Credentials by their form, and by the name before them: an address itself, a header, a log line, a page. */
  inText(text: string): string {
    const forms = hideForms(this.#inEncoded(text), this.#hide);
    return this.#hideKnown(hidePairs(hideAttributes(forms, this.#names, this.#hide), this.#names, this.#hide));
  }

  readonly #hide = (value: string): string => {
    if (!value.includes(redacted) && !(/^[a-z_]+$/.test(value) && this.isSecret(value))) this.#found.add(value).add(decoded(value));
    return redacted;
  };

  #hideKnown(text: string): string {
    return this.#known.reduce((shown, spelling) => shown.replaceAll(spelling, redacted), text);
  }

  #findCredential(value: string): void {
    this.#hide(value);
    const [, scheme = '', rest = ''] = /^([\w-]+) +(.+)$/.exec(value) ?? [];
    this.#hide(rest);
    const login = scheme.toLowerCase() === 'basic' ? Buffer.from(rest, 'base64').toString() : '';
    this.#hide(login.slice(login.indexOf(':') + 1));
  }

  #findCookies(header: string): void {
    for (const pair of header.split(';')) {
      const [name = '', ...rest] = pair.trim().split('=');
      const value = rest.join('=');
      if (this.isSecret(name) || value.length >= minCookie) this.#hide(value);
    }
  }

  /** What is percent-encoded may be an address or a document itself. */
  #inEncoded(text: string): string {
    return text.replaceAll(/[\w.~%+-]+/g, (run) => {
      const inner = /%(?:3[ADad]|22|25)/.test(run) ? decoded(run) : run;
      return inner === run ? run : this.#changed(run, inner);
    });
  }

  #changed(written: string, read: string): string {
    if (this.#depth >= maxDepth) return written;
    this.#depth += 1;
    const hidden = this.#inValue(read);
    this.#depth -= 1;
    return hidden === read ? written : encodeURIComponent(hidden);
  }

  #inLines(text: string): string {
    const lines = text.split(/(?<=\n)/).map((line) => (line.trim() === '' ? line : this.#inJson(line)));
    return lines.length > 1 && lines.every((line) => line !== undefined) ? lines.join('') : this.inText(text);
  }

  /** Lines of data that follow each other are one document. */
  #inEvents(text: string): string {
    const blocks = text.split(/((?:^data:[^\n]*\n?)+)/m).map((block, index) => {
      if (index % 2 === 0) return this.inText(block);
      const data = block.replaceAll(/^data: ?/gm, '');
      const hidden = this.#inJson(data) ?? this.#inLines(data);
      return hidden === data ? block : hidden.replaceAll(/(?<![^\n])(?=[^])/g, 'data: ');
    });
    return blocks.join('');
  }

  #inForm(text: string): string {
    const fields = text.split('&').map((field) => {
      const at = field.indexOf('=');
      const written = field.slice(at + 1);
      const read = decoded(written.replaceAll('+', ' '));
      if (at < 0 || read === '') return field;
      const isSecret = this.#names.isSecretField(decoded(field.slice(0, at).replaceAll('+', ' ')));
      return `${field.slice(0, at)}=${isSecret ? encodeURIComponent(this.#hide(read)) : this.#changed(written, read)}`;
    });
    return fields.join('&');
  }

  #inParts(text: string, boundary: string): string {
    const parts = text.split(`--${boundary}`).map((part) => {
      const gap = /\r?\n\r?\n/.exec(part);
      if (gap === null) return part;
      const head = part.slice(0, gap.index + gap[0].length);
      const [end] = /\r?\n$/.exec(part.slice(head.length)) ?? [''];
      const body = part.slice(head.length, part.length - end.length);
      const [, name = ''] = /^content-disposition:.*?[;\s]name\*?=(?:[\w-]*'[\w-]*')?"?([^";\r\n]*)/im.exec(head) ?? [];
      const [, type] = /^content-type:[ \t]*(\S[^\r\n]*)/im.exec(head) ?? [];
      return head + (this.#names.isSecretField(decoded(name)) ? this.#hide(body) : this.inBody(body, type ?? 'text/plain')) + end;
    });
    return parts.join(`--${boundary}`);
  }

  /** What a text holds may be a document itself. */
  #inValue(text: string): string {
    return this.#inJson(text) ?? this.inText(text);
  }

  /** Undefined for what is no object, list or text of JSON. */
  #inJson(text: string): string | undefined {
    const [mark] = /^\uFEFF?/.exec(text) ?? [''];
    const json = text.slice(mark.length);
    if (this.#depth >= maxDepth || !/^\s*[[{"]/.test(json)) return undefined;
    this.#depth += 1;
    try {
      JSON.parse(json);
      const root = readJson(json);
      return root && mark + applyEdits(json, [...this.#editsIn(json, root, { hides: false, keepsNumbers: false })]);
    } catch {
      return undefined;
    } finally {
      this.#depth -= 1;
    }
  }

  *#editsIn(json: string, node: JsonNode, treatment: Treatment): Generator<Edit> {
    const { end, kind, start } = node;
    if (kind === 'text' || kind === 'scalar') {
      const edited = this.#edited(json.slice(start, end), treatment);
      if (edited !== undefined) yield { start, end, text: edited };
      return;
    }
    const isNamed =
      kind === 'object' && node.members.some(({ key, value }) => key && namers.test(read(json, key)) && this.#isName(json, value));
    for (const { key, value } of node.members) {
      const name = key === undefined ? '' : read(json, key);
      if (key !== undefined && this.#hideKnown(name) !== name) yield { ...key, text: JSON.stringify(this.#hideKnown(name)) };
      if (kind === 'list' && value.kind === 'list' && value.members.length === 2) yield* this.#editsInPair(json, value, treatment);
      else if (this.isSecret(name) || (isNamed && valuers.test(name)))
        yield* this.#editsIn(json, value, { hides: true, keepsNumbers: isPlural(name) });
      else yield* this.#editsIn(json, value, treatment);
    }
  }

  /** A name and its value in a list of such: `[["access_token", "…"]]`. */
  *#editsInPair(json: string, { members: [first, second] }: JsonNode, treatment: Treatment): Generator<Edit> {
    if (first === undefined || second === undefined) return;
    yield* this.#editsIn(json, first.value, treatment);
    yield* this.#editsIn(json, second.value, this.#isName(json, first.value) ? { hides: true, keepsNumbers: false } : treatment);
  }

  #isName(json: string, node: JsonNode): boolean {
    return node.kind === 'text' && this.isSecret(read(json, node));
  }

  /** Undefined for what stays. */
  #edited(written: string, { hides, keepsNumbers }: Treatment): string | undefined {
    if (written.startsWith('"')) {
      const text = String(JSON.parse(written));
      const hidden = hides ? this.#hide(text) : this.#inValue(text);
      return hidden === text ? undefined : JSON.stringify(hidden);
    }
    const isNumber = /^[-\d]/.test(written);
    if (isNumber && hides && !keepsNumbers) return JSON.stringify(this.#hide(written));
    return isNumber && this.#hideKnown(written) !== written ? JSON.stringify(redacted) : undefined;
  }
}

const read = (json: string, { end, start }: JsonNode): string => String(JSON.parse(json.slice(start, end)));
