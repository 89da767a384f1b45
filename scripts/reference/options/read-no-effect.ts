import type { PropertySignature } from 'ts-morph';
import type { OptionCondition, UnservedRow } from '../../../src/runtime/options/option-row.ts';
import { OptionFault } from './option-fault.ts';
import { tagTexts } from './read-tags.ts';

/** What `@noEffect` and `@refused` say of an option. */
export type Unserved = Omit<UnservedRow, 'owner' | 'path'>;

const form = 'expected [unless <value> | even false] [when <option> is <value or absent or given or empty> and …]: <what happens instead>';

/**
 * `@noEffect no pages are served`; with values that ask for nothing, or a condition, before a colon: `@noEffect unless 'call' when a.b is absent
 * or false and c is given: …`. False asks for nothing where no value is named.
 */
export const unservedAt = (member: PropertySignature): readonly Unserved[] => [
  ...tagTexts(member, 'refused').map((text) => ({ refused: true as const, ...parsed(member, text, []) })),
  ...tagTexts(member, 'noEffect').map((text) => parsed(member, text, [false])),
];

function parsed(member: PropertySignature, text: string, standard: readonly unknown[]): Unserved {
  if (text === '') throw new OptionFault(member, `the tag says no reason: ${form}`);
  if (!/^(?:unless|even|when)\b/.test(text)) return { instead: text, neutral: standard };
  const [, unless, even, when, instead] = /^(?:unless (\S+?)|(even false))?(?: ?when (.+?))?: (.+)$/.exec(text) ?? [];
  if (instead === undefined) throw new OptionFault(member, `"${text}": ${form}`);
  const neutral = even !== undefined ? [] : unless === undefined ? standard : [valueOf(member, unless)];
  return { instead, neutral, ...(when === undefined ? {} : { conditions: when.split(' and ').map((one) => conditionOf(member, one)) }) };
}

function conditionOf(member: PropertySignature, text: string): OptionCondition {
  const [, path, not, values] = /^([\w.]+) is (not )?(.+)$/.exec(text) ?? [];
  if (path === undefined || values === undefined) throw new OptionFault(member, `"${text}" is no condition: ${form}`);
  if (not === undefined && (values === 'given' || values === 'empty')) return [path, `is ${values}`];
  return [path, not === undefined ? 'is' : 'is not', values.split(' or ').map((value) => valueOf(member, value))];
}

function valueOf(member: PropertySignature, text: string): unknown {
  if (text === 'absent') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^\d+$/.test(text)) return Number(text);
  throw new OptionFault(member, `${text} is no value: write a number, true, false, absent or a text in single quotes`);
}
