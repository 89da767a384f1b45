import { closestName, fieldsOf, isRecord, isSecretName } from '@service/sdk/internal';
import { type Field, type Fields, type Rule, textRule } from './setting-row.ts';
import { settings } from './generated.ts';

/** One fault of a config value. Messages name the path and the rule, never the value: it may be a secret. */
export interface ConfigFault {
  readonly code: 'config-unknown-key' | 'config-missing-key' | 'config-wrong-value' | 'config-unused-key';
  readonly severity: 'error' | 'warning';
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string;
  readonly hint?: string;
  /** The setting takes numbers, switches or texts of a known form: what stands there instead is no secret. */
  readonly showsValue?: true;
}

/** More than a person reads. Each is looked up in the text of the config, which for ten thousand unknown keys took minutes. */
const maxFaults = 100;

/** The faults of a config value, all at once, in the order of the file: the first hundred errors and the first hundred warnings. */
export function checkConfig(value: unknown): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  const counts = { error: 0, warning: 0 };
  const report = (fault: ConfigFault): void => {
    counts[fault.severity] += 1;
    if (counts[fault.severity] <= maxFaults) faults.push(fault);
  };
  checkFields(settings, value, { path: [], report });
  checkWorkerVariables(fieldsOf(value)['deployments'], { path: ['deployments'], report });
  return faults;
}

interface Location {
  readonly path: readonly (string | number)[];
  readonly report: (fault: ConfigFault) => void;
}

const below = (location: Location, key: string | number): Location => ({ ...location, path: [...location.path, key] });

/** `deployments[0].target`, as a person writes it. */
export function printPath(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('') || 'the config';
}

/** The platform shows the variables of a worker to everybody who may look at it, and its file is kept with the sources. */
function checkWorkerVariables(deployments: unknown, location: Location): void {
  const list: readonly unknown[] = Array.isArray(deployments) ? deployments : [];
  for (const [index, deployment] of list.entries()) {
    const { vars } = fieldsOf(fieldsOf(deployment)['wrangler']);
    for (const name of Object.keys(fieldsOf(vars)).filter(isSecretName)) {
      const path = [...location.path, index, 'wrangler', 'vars', name];
      location.report({
        code: 'config-wrong-value',
        severity: 'error',
        path,
        message: `${printPath(path)} is named like a secret, and variables of a worker are no place for it`,
        hint: `Remove it, and run \`wrangler secret put ${name}\``,
      });
    }
  }
}

type Shown = Pick<ConfigFault, 'showsValue' | 'suggestion'>;

function wrong(location: Location, must: string, shown: Shown = {}): void {
  location.report({
    code: 'config-wrong-value',
    severity: 'error',
    path: location.path,
    message: `${printPath(location.path)} must be ${must}`,
    ...shown,
  });
}

/** For a setting whose values are no secrets. */
const visible = (suggestion?: string): Shown => (suggestion === undefined ? { showsValue: true } : { showsValue: true, suggestion });

function checkFields(fields: Fields, value: unknown, location: Location): void {
  if (!isRecord(value)) return wrong(location, 'an object');
  for (const [key, inner] of Object.entries(value)) {
    const at = below(location, key);
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) reportUnknown(key, Object.keys(fields), at);
    else if (inner !== undefined) checkField(field, inner, at);
  }
  for (const [key, field] of Object.entries(fields)) {
    if (field.required && value[key] === undefined)
      location.report({
        code: 'config-missing-key',
        severity: 'error',
        path: location.path,
        message: `${printPath([...location.path, key])} is missing. ${field.summary.replace(/\.$/, '')}`,
      });
  }
}

function reportUnknown(key: string, known: readonly string[], at: Location): void {
  const near = closestName(key, known);
  at.report({
    code: 'config-unknown-key',
    severity: 'error',
    path: at.path,
    message: `${printPath(at.path)} is not a setting`,
    ...(near === undefined ? { hint: `Known here: ${known.join(', ')}` } : { suggestion: near }),
  });
}

function checkField(field: Field, value: unknown, at: Location): void {
  if (field.refusedBecause !== undefined)
    return at.report({
      code: 'config-wrong-value',
      severity: 'error',
      path: at.path,
      message: `${printPath(at.path)} is not built`,
      hint: field.refusedBecause,
    });
  checkRule(field.rule, value, at);
  const unused = field.rule.kind === 'text' && typeof value === 'string' ? textRule(field.rule.rule).unusedBecause?.(value) : undefined;
  if (unused !== undefined)
    at.report({ code: 'config-unused-key', severity: 'warning', path: at.path, message: `${printPath(at.path)} ${unused}` });
}

function checkRule(rule: Rule, value: unknown, location: Location): void {
  switch (rule.kind) {
    case 'text':
      return checkText(rule, value, location);
    case 'integer':
      return checkInteger(rule, value, location);
    case 'switch':
      return typeof value === 'boolean' ? undefined : wrong(location, 'true or false', visible());
    case 'off':
      return value === false ? undefined : wrong(location, 'false', visible());
    case 'json':
      return undefined;
    case 'list':
      return checkList(rule, value, location);
    case 'map':
      return checkMap(rule, value, location);
    case 'object':
      return checkFields(rule.fields, value, location);
    case 'variant':
      return checkVariant(rule, value, location);
    case 'either':
      if (!rule.of.some((one) => accepts(one, value))) wrong(location, rule.of.map(describeRule).join(' or '));
  }
}

function checkText(rule: Extract<Rule, { kind: 'text' }>, value: unknown, location: Location): void {
  if (typeof value !== 'string') return wrong(location, 'text');
  if (rule.choices !== undefined && !rule.choices.includes(value)) {
    return wrong(location, `one of ${rule.choices.join(', ')}`, visible(closestName(value, rule.choices)));
  }
  const { pattern, patternSays, problemOf } = textRule(rule.rule);
  if (pattern !== undefined && !new RegExp(pattern).test(value))
    return wrong(location, `text that ${patternSays ?? `matches ${pattern}`}`, visible());
  const problem = problemOf?.(value);
  if (problem !== undefined)
    location.report({
      code: 'config-wrong-value',
      severity: 'error',
      path: location.path,
      message: `${printPath(location.path)}: ${problem}`,
      ...(pattern === undefined ? {} : visible()),
    });
}

function checkInteger(rule: Extract<Rule, { kind: 'integer' }>, value: unknown, location: Location): void {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rule;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) wrong(location, describeRule(rule), visible());
}

function checkList(rule: Extract<Rule, { kind: 'list' }>, value: unknown, location: Location): void {
  if (!Array.isArray(value)) return wrong(location, 'a list');
  if (value.length < (rule.atLeast ?? 0)) wrong(location, `a list with at least ${rule.atLeast} item`);
  value.forEach((item, index) => checkRule(rule.of, item, below(location, index)));
}

function checkMap(rule: Extract<Rule, { kind: 'map' }>, value: unknown, location: Location): void {
  if (!isRecord(value)) return wrong(location, 'an object');
  for (const [key, item] of Object.entries(value)) {
    const at = below(location, key);
    if (rule.keys !== undefined && !rule.keys.includes(key)) reportUnknown(key, rule.keys, at);
    else checkRule(rule.of, item, at);
  }
}

function checkVariant(rule: Extract<Rule, { kind: 'variant' }>, value: unknown, location: Location): void {
  if (!isRecord(value)) return wrong(location, 'an object');
  const chosen = value[rule.by];
  const names = Object.keys(rule.cases).filter((name) => rule.unnamed?.includes(name) !== true);
  const fields = typeof chosen === 'string' && Object.hasOwn(rule.cases, chosen) ? rule.cases[chosen] : undefined;
  if (fields !== undefined) return checkFields(fields, value, location);
  wrong(
    chosen === undefined ? location : below(location, rule.by),
    chosen === undefined ? `an object with ${rule.by}, one of ${names.join(', ')}` : `one of ${names.join(', ')}`,
    visible(typeof chosen === 'string' ? closestName(chosen, names) : undefined),
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
