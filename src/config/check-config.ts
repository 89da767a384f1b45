import { closestMatch } from '../compiler/diagnostics/index.ts';
import type { Field, Fields, Rule } from './setting-row.ts';
import { settings } from './settings.ts';

/** One fault of a config value. Messages name the place and the rule, never the value: it may be a secret. */
export interface ConfigFault {
  readonly code: 'config-unknown-key' | 'config-missing-key' | 'config-wrong-value' | 'config-unused-key';
  readonly severity: 'error' | 'warning';
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string;
  readonly hint?: string;
}

/** Every fault of a config value, all at once, in the order of the file. */
export function checkConfig(value: unknown): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  checkFields(settings, value, { path: [], report: (fault) => faults.push(fault) });
  return faults;
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly report: (fault: ConfigFault) => void;
}

const below = (place: Place, key: string | number): Place => ({ ...place, path: [...place.path, key] });

/** `deployments[0].target`, as a person writes it. */
export function printPath(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('') || 'the config';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(place: Place, must: string, suggestion?: string): void {
  place.report({
    code: 'config-wrong-value',
    severity: 'error',
    path: place.path,
    message: `${printPath(place.path)} must be ${must}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

function checkFields(fields: Fields, value: unknown, place: Place): void {
  if (!isRecord(value)) return wrong(place, 'an object');
  for (const [key, inner] of Object.entries(value)) {
    const at = below(place, key);
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) reportUnknown(key, Object.keys(fields), at);
    else if (inner !== undefined) checkField(field, inner, at);
  }
  for (const [key, field] of Object.entries(fields)) {
    if (field.required && value[key] === undefined)
      place.report({
        code: 'config-missing-key',
        severity: 'error',
        path: place.path,
        message: `${printPath([...place.path, key])} is missing. ${field.summary.replace(/\.$/, '')}`,
      });
  }
}

function reportUnknown(key: string, known: readonly string[], at: Place): void {
  const near = closestMatch(key, known);
  at.report({
    code: 'config-unknown-key',
    severity: 'error',
    path: at.path,
    message: `${printPath(at.path)} is not a setting`,
    ...(near === undefined ? { hint: `Known here: ${known.join(', ')}` } : { suggestion: near }),
  });
}

function checkField(field: Field, value: unknown, at: Place): void {
  checkRule(field.rule, value, at);
  if (field.later)
    at.report({
      code: 'config-unused-key',
      severity: 'warning',
      path: at.path,
      message: `${printPath(at.path)} is accepted but has no effect in this version`,
    });
}

function checkRule(rule: Rule, value: unknown, place: Place): void {
  switch (rule.kind) {
    case 'text':
      return checkText(rule, value, place);
    case 'integer':
      return checkInteger(rule, value, place);
    case 'switch':
      return typeof value === 'boolean' ? undefined : wrong(place, 'true or false');
    case 'off':
      return value === false ? undefined : wrong(place, 'false');
    case 'json':
      return undefined;
    case 'list':
      return checkList(rule, value, place);
    case 'map':
      return checkMap(rule, value, place);
    case 'object':
      return checkFields(rule.fields, value, place);
    case 'variant':
      return checkVariant(rule, value, place);
    case 'either':
      if (!rule.of.some((one) => accepts(one, value))) wrong(place, rule.of.map(describeRule).join(' or '));
  }
}

function checkText(rule: Extract<Rule, { kind: 'text' }>, value: unknown, place: Place): void {
  if (typeof value !== 'string') return wrong(place, 'text');
  if (rule.choices !== undefined && !rule.choices.includes(value)) {
    const near = closestMatch(value, rule.choices);
    return wrong(place, `one of ${rule.choices.join(', ')}`, near);
  }
  if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(value))
    return wrong(place, `text that ${rule.patternSays ?? `matches ${rule.pattern}`}`);
  const problem = rule.problemOf?.(value);
  if (problem !== undefined)
    place.report({ code: 'config-wrong-value', severity: 'error', path: place.path, message: `${printPath(place.path)}: ${problem}` });
}

function checkInteger(rule: Extract<Rule, { kind: 'integer' }>, value: unknown, place: Place): void {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rule;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) wrong(place, describeRule(rule));
}

function checkList(rule: Extract<Rule, { kind: 'list' }>, value: unknown, place: Place): void {
  if (!Array.isArray(value)) return wrong(place, 'a list');
  if (value.length < (rule.atLeast ?? 0)) wrong(place, `a list with at least ${rule.atLeast} item`);
  value.forEach((item, index) => checkRule(rule.of, item, below(place, index)));
}

function checkMap(rule: Extract<Rule, { kind: 'map' }>, value: unknown, place: Place): void {
  if (!isRecord(value)) return wrong(place, 'an object');
  for (const [key, item] of Object.entries(value)) {
    const at = below(place, key);
    if (rule.keys !== undefined && !rule.keys.includes(key)) reportUnknown(key, rule.keys, at);
    else checkRule(rule.of, item, at);
  }
}

function checkVariant(rule: Extract<Rule, { kind: 'variant' }>, value: unknown, place: Place): void {
  if (!isRecord(value)) return wrong(place, 'an object');
  const chosen = value[rule.by];
  const names = Object.keys(rule.cases);
  const fields = typeof chosen === 'string' && Object.hasOwn(rule.cases, chosen) ? rule.cases[chosen] : undefined;
  if (fields !== undefined) return checkFields(fields, value, place);
  const near = typeof chosen === 'string' ? closestMatch(chosen, names) : undefined;
  wrong(
    chosen === undefined ? place : below(place, rule.by),
    chosen === undefined ? `an object with ${rule.by}, one of ${names.join(', ')}` : `one of ${names.join(', ')}`,
    near,
  );
}

function accepts(rule: Rule, value: unknown): boolean {
  let ok = true;
  checkRule(rule, value, { path: [], report: () => (ok = false) });
  return ok;
}

function describeRule(rule: Rule): string {
  if (rule.kind === 'integer')
    return `a whole number${rule.min === undefined ? '' : ` from ${rule.min}`}${rule.max === undefined ? '' : ` to ${rule.max}`}`;
  return {
    text: 'text',
    switch: 'true or false',
    off: 'false',
    json: 'a JSON value',
    list: 'a list',
    map: 'an object',
    object: 'an object',
    variant: 'an object',
    either: 'one of several kinds',
  }[rule.kind];
}
