import type { Hide } from './hide-pairs.ts';

/** Beginnings that makers of services give their tokens. */
const prefixed =
  /(?<![\w-])(?:gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-(?=[\w-]{0,200}\d)[\w-]{16,}|[rs]k_(?:live|test)_\w{10,}|whsec_\S{10,}|bot\d{6,12}:[\w-]{30,}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w.-]{10,}|npm_\w{30,}|hf_\w{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|hvs\.[\w-]{20,}|dop_v1_\w{20,}|shp[a-z]{2}_\w{20,}|pypi-[\w-]{20,})/g;

const privateKeys = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** Hides what is a credential by its form: keys, tokens, and what stands before the host of an address. */
export const hideForms = (text: string, hide: Hide): string =>
  text
    .replaceAll(privateKeys, hide)
    .replaceAll(prefixed, hide)
    .replaceAll(/:\/\/([^\s/?#"<>]{1,1000})@/g, (_, login: string) => {
      hide(login.slice(login.indexOf(':') + 1));
      return '://redacted@';
    })
    .replaceAll(
      /\b((?:Bearer|Basic|DPoP|Negotiate)\s{1,9})([\w.~+/-]{8,}={0,2})(?![\w.~+/="'-])/gi,
      (whole, scheme: string, value: string) => (isNoWord(value) ? scheme + hide(value) : whole),
    )
    .replaceAll(/[\w.-]+/g, (run) => {
      const start = run.indexOf('eyJ');
      const token = run.slice(start);
      return start >= 0 && token.length >= 20 && token.split('.', 3).length === 3 ? run.slice(0, start) + hide(token) : run;
    });

const isNoWord = (value: string): boolean => value.length >= 20 || /\d|=|[a-z][A-Z]/.test(value);

/** Shorter values are words of other texts, too. */
const minKnown = 8;

/** Values in plain, JSON's, percent and base64 spelling, the longest first. */
export function spellingsOf(values: Iterable<string>): string[] {
  const spellings = [...values]
    .filter((value) => value.length >= minKnown)
    .flatMap((value) => {
      const form = new URLSearchParams([['', value]]).toString().slice(1);
      const encoded = encodeURIComponent(Buffer.from(value).toString());
      const inLowerCase = encoded.replaceAll(/%../g, (code) => code.toLowerCase());
      return [value, JSON.stringify(value).slice(1, -1), form, encoded, inLowerCase, ...inBase64(value)];
    });
  return [...new Set(spellings)].sort((one, other) => other.length - one.length);
}

/** What stands for a value in base64 after any number of other bytes, as in `user:value`. */
const inBase64 = (value: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + value);
    const start = Math.ceil((before * 8) / 6);
    const text = bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
