import { formatNames } from './format-names.ts';
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
