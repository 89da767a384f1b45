import type { PropertySignature } from 'ts-morph';
import { type Field, type Rule, type SettingRule, settingRules, textRule } from '../../../src/config/setting-row.ts';
import { closestName } from '../../../src/runtime/std/closest-name.ts';
import { settingWorkingTags } from '../../packing/working-tags.ts';
import { OptionFault } from '../options/option-fault.ts';
import { tagTexts } from '../options/read-tags.ts';

const limits = ['minimum', 'maximum', 'minItems'] as const;

/** Tags of a setting's comment. */
export const settingTags = ['default', ...limits, 'variable', 'flag', 'refused', ...settingWorkingTags, 'see', 'example'];

/** Tags that say more of the text, the integer or the list in the type of a member: the first of its kind takes them. */
export class TypeTags {
  readonly #member: PropertySignature;
  readonly #left: Map<string, string>;

  constructor(member: PropertySignature) {
    this.#member = member;
    this.#left = new Map([...limits, 'rule'].flatMap((name) => tagTexts(member, name).map((text) => [name, text])));
  }

  limit(name: (typeof limits)[number]): number | undefined {
    const text = this.#take(name);
    if (text === undefined) return undefined;
    if (isWhole(text)) return wholeOf(text);
    throw new OptionFault(this.#member, `@${name} ${text}: expected a whole number`);
  }

  rule(): SettingRule | undefined {
    const text = this.#take('rule');
    const known = Object.keys(settingRules);
    if (text === undefined || isRule(text)) return text;
    const near = closestName(text, known);
    throw new OptionFault(
      this.#member,
      `no rule "${text}"; ${near === undefined ? 'add it to src/config/setting-row.ts' : `did you mean "${near}"?`}`,
    );
  }

  /** @throws {OptionFault} naming a tag that nothing in the type took */
  finish(): void {
    const [name] = this.#left.keys();
    if (name !== undefined)
      throw new OptionFault(this.#member, `@${name} says nothing of the type ${this.#member.getTypeNode()?.getText() ?? ''}`);
  }

  #take(name: string): string | undefined {
    const text = this.#left.get(name);
    this.#left.delete(name);
    return text;
  }
}

const isWhole = (text: string): boolean => /^\d[\d_]*$/.test(text);
const wholeOf = (text: string): number => Number(text.replaceAll('_', ''));
const isRule = (name: string): name is SettingRule => Object.hasOwn(settingRules, name);

/** What a comment says of a setting beside its type. */
export function fieldTags(member: PropertySignature, rule: Rule, sentence: string): Omit<Field, 'rule'> {
  return {
    summary: sentence,
    required: member.hasQuestionToken() ? undefined : true,
    standard: standardAt(member, rule),
    variable: wordAt(member, 'variable', /^[A-Z][A-Z_]*$/),
    flag: wordAt(member, 'flag', /^--[A-Za-z-]+$/),
    refusedBecause: wordAt(member, 'refused', /./),
  };
}

function wordAt(member: PropertySignature, name: 'variable' | 'flag' | 'refused', form: RegExp): string | undefined {
  const [text] = tagTexts(member, name);
  if (text === undefined || form.test(text)) return text;
  const expected = { variable: 'a name in capitals', flag: 'a flag such as --entry', refused: 'what to do instead' }[name];
  throw new OptionFault(member, `${`@${name} ${text}`.trim()}: expected ${expected}`);
}

/** `@default 3000`, `@default src/main.ts`; with `@words`, a text that says where the value is from. */
function standardAt(member: PropertySignature, rule: Rule): Field['standard'] {
  const [text] = tagTexts(member, 'default');
  const inWords = tagTexts(member, 'words').length > 0;
  if (text === undefined || text === '') {
    if (text === '' || inWords) throw new OptionFault(member, '@default says no value');
    return undefined;
  }
  const value = inWords ? text : valueOf(rule, text);
  if (value !== undefined) return value;
  const type = member.getTypeNode()?.getText() ?? '';
  throw new OptionFault(
    member,
    `@default ${text} does not fit the type ${type} or its tags; add @words where it says in words what is taken`,
  );
}

function valueOf(rule: Rule, text: string): Field['standard'] {
  if (rule.kind === 'switch' && (text === 'true' || text === 'false')) return text === 'true';
  if (rule.kind === 'integer' && isWhole(text)) {
    const value = wholeOf(text);
    return value < (rule.min ?? value) || value > (rule.max ?? value) ? undefined : value;
  }
  if (rule.kind !== 'text' || rule.choices?.includes(text) === false) return undefined;
  const { pattern, problemOf } = textRule(rule.rule);
  const fits = (pattern === undefined || new RegExp(pattern).test(text)) && problemOf?.(text) === undefined;
  return fits ? text : undefined;
}
