import type { Sentence } from './issues.ts';
import {
  elementText,
  formatText,
  includesText,
  invalidKeyText,
  keysText,
  multipleText,
  prefixText,
  regexText,
  sizeText,
  suffixText,
  typeText,
  unionText,
  valuesText,
} from './texts.ts';

const byFormat: Readonly<Record<string, Sentence>> = {
  regex: regexText,
  includes: includesText,
  starts_with: prefixText,
  ends_with: suffixText,
};

const byCode: Readonly<Record<string, Sentence>> = {
  invalid_type: typeText,
  invalid_value: valuesText,
  too_big: sizeText,
  too_small: sizeText,
  invalid_format: (issue) => {
    const format = String(issue['format']);
    return (byFormat[format] ?? formatText(formatNames[format] ?? format))(issue);
  },
  not_multiple_of: multipleText,
  unrecognized_keys: keysText,
  invalid_key: invalidKeyText,
  invalid_union: unionText,
  invalid_element: elementText,
};

/** The sentence of any issue: of one that an author's function makes, which may be of every kind. */
export const everyText: Sentence = (issue) => byCode[issue.code]?.(issue) ?? 'Invalid input';

/** Names of string formats in messages; a format without a row is named by its key. */
export const formatNames: Readonly<Record<string, string>> = {
  regex: 'input',
  email: 'email address',
  url: 'URL',
  uuid: 'UUID',
  uuidv4: 'UUIDv4',
  uuidv6: 'UUIDv6',
  guid: 'GUID',
  ulid: 'ULID',
  xid: 'XID',
  ksuid: 'KSUID',
  datetime: 'ISO datetime',
  date: 'ISO date',
  time: 'ISO time',
  duration: 'ISO duration',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  mac: 'MAC address',
  cidrv4: 'IPv4 range',
  cidrv6: 'IPv6 range',
  base64: 'base64-encoded string',
  base64url: 'base64url-encoded string',
  json_string: 'JSON string',
  e164: 'E.164 number',
  currency_code: 'currency code',
  credit_card: 'credit card number',
  iban: 'IBAN',
  jwt: 'JWT',
  template_literal: 'input',
};
