import {
  checkOptions,
  describeType,
  insteadOfKind,
  laterOptions,
  noEffectOf,
  notKnown,
  type OptionFault,
  type OptionOwner,
  optionRowsOf,
  sentenceOf,
} from '@service/sdk/options';
import type { DiagnosticCollector } from '../diagnostics/index.ts';
import type { Declaration, DeclarationKind, StaticProperty, StaticValue } from '../model/declarations.ts';

/** Checks the declared options against their rows, as the run time does, and locates each fault. */
export function checkDeclaredOptions(declaration: Declaration, found: DiagnosticCollector): void {
  const owner = optionOwners[declaration.kind];
  const { options } = declaration;
  if (owner === undefined || options.kind === 'unknown' || options.kind === 'one-of') return;
  for (const fault of checkOptions(owner, standIn(options), declaration.pluginOptions)) reportFault({ declaration, owner, fault }, found);
  reportUnserved(declaration, owner, found);
}

/** Options that are known and not served: guards and lists are refused, the rest is said. A value that is not known counts as given. */
function reportUnserved(declaration: Declaration, owner: OptionOwner, found: DiagnosticCollector): void {
  const text = declaration.form === 'class' ? `@${declaration.calledAs}` : `${declaration.calledAs}()`;
  const rows = laterOptions.filter((row) => row.owner === owner && row.when?.((path) => knownValue(declaration.options, path)) !== false);
  for (const row of rows) {
    const { property } = findPath(declaration.options, row.path);
    if (property === undefined || asksForNothing(property.value, row.neutral)) continue;
    const span = property.nameSpan;
    if (row.refused === true) found.report('not-supported', { what: `\`${row.path}\` of ${text}`, instead: row.instead }, { span });
    else found.report('option-without-effect', { owner: text, option: row.path, problem: noEffectOf(row) }, { span });
  }
}

/** The value of an option, for conditions of other options. */
function knownValue(options: StaticValue, path: string): unknown {
  const { parent, property } = findPath(options, path);
  // What a spread brings, or a value from elsewhere, is seen when the server starts.
  if (property === undefined) return parent.complete ? undefined : notKnown;
  const { value } = property;
  return value.kind === 'literal' ? value.value : (standIn(value) ?? notKnown);
}

const asksForNothing = (value: StaticValue, neutral: readonly unknown[]): boolean =>
  (value.kind === 'literal' && (value.value === undefined || neutral.includes(value.value))) ||
  (value.kind === 'array' && value.items.length === 0 && value.complete);

interface Faulty {
  readonly declaration: Declaration;
  readonly owner: OptionOwner;
  readonly fault: OptionFault;
}

function reportFault({ declaration, owner, fault }: Faulty, found: DiagnosticCollector): void {
  const { instead: write, kind, path: option, suggestion } = fault;
  const text = declaration.form === 'class' ? `@${declaration.calledAs}` : `${declaration.calledAs}()`;
  const at = findPath(declaration.options, option);
  if (kind === 'missing') {
    // Present and not known, or perhaps within a spread that could not be followed.
    if (at.property !== undefined || !at.parent.complete) return;
    found.report(
      'missing-option',
      { owner: text, option, example: exampleOf(option) },
      { span: at.parent === declaration.options ? declaration.span : at.parent.span },
    );
  } else if (write !== undefined) {
    found.report('not-supported', { what: `\`${option}\` of ${text}`, write }, { span: at.property?.nameSpan });
  } else if (kind === 'unknown') {
    const prefix = option.slice(0, option.lastIndexOf('.') + 1);
    const rows = suggestion !== undefined ? [] : optionRowsOf(owner);
    const known = rows.filter((row) => row.path.startsWith(prefix)).map((row) => row.path.slice(prefix.length));
    const location = { span: at.property?.nameSpan, suggestion };
    found.report('unknown-option', { owner: text, option, known: known.filter((name) => !name.includes('.')) }, location);
  } else {
    const row = optionRowsOf(owner).find((one) => one.path === option);
    const value = at.property?.value ?? declaration.options;
    const expected = row === undefined ? 'an object' : describeType(row.type);
    found.report(
      'wrong-option-type',
      {
        owner: text,
        option: option === '' ? 'options' : option,
        expected,
        found: valueText(value),
        purpose: purposeOf(owner, option, value),
      },
      { span: value.span },
    );
  }
}

/** What the option is for; for a kind of value that only the documents list, also what to write instead. */
function purposeOf(owner: OptionOwner, option: string, value: StaticValue): string | undefined {
  const instead = insteadOfKind(owner, option, value.kind);
  return instead === undefined
    ? sentenceOf(owner, option)
    : `${sentenceOf(owner, option) ?? ''} ${instead.charAt(0).toUpperCase()}${instead.slice(1)}`;
}

interface Found {
  readonly parent: { readonly complete: boolean; readonly span: StaticValue['span'] };
  readonly property?: StaticProperty;
}

function findPath(options: StaticValue, path: string): Found {
  let value: StaticValue | undefined = options;
  let parent: StaticValue & { readonly kind: 'object' } =
    options.kind === 'object' ? options : { kind: 'object', properties: [], complete: false, span: options.span };
  let property: StaticProperty | undefined;
  for (const part of path.split('.')) {
    if (value?.kind !== 'object')
      return { parent: { complete: value === undefined ? parent.complete : value.kind === 'literal', span: parent.span } };
    parent = value;
    property = value.properties.find(({ name }) => name === part);
    value = property?.value;
  }
  return { parent, property };
}

const examples: Readonly<Record<string, string>> = {
  info: "info: { name: 'my-server', version: '1.0.0' }",
  'info.version': "version: '1.0.0'",
  uri: "uri: 'docs://readme'",
  uriTemplate: "uriTemplate: 'docs://{page}'",
};

const exampleOf = (option: string): string => examples[option] ?? `${option.slice(option.lastIndexOf('.') + 1)}: '…'`;

/** A value of the same type for the rows to look at; `undefined` where the type is not known either. */
function standIn(value: StaticValue): unknown {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'object':
      return Object.fromEntries(value.properties.map((property) => [property.name, standIn(property.value)]));
    case 'array':
      return value.items.map(standIn).filter((item) => item !== undefined);
    case 'declaration':
    case 'class':
      return class {};
    case 'function':
      return (): void => {};
    case 'schema':
      return {};
    case 'environment':
    case 'one-of':
    case 'unknown':
      return undefined;
  }
}

/** What a value is, in words. */
function valueText(value: StaticValue): string {
  if (value.kind === 'literal')
    return value.value === null || value.value === undefined
      ? String(value.value)
      : typeof value.value === 'boolean'
        ? String(value.value)
        : `the ${typeof value.value} ${JSON.stringify(value.value)}`;
  if (value.kind === 'array') return 'a list';
  if (value.kind === 'declaration' || value.kind === 'class') return 'a class';
  return value.kind === 'object' ? 'an object' : `a ${value.kind}`;
}

/** The option rows that apply to each kind of declaration. */
export const optionOwners: Readonly<Partial<Record<DeclarationKind, OptionOwner>>> = {
  server: 'service',
  app: 'app',
  tool: 'tool',
  resource: 'resource',
  'resource-template': 'resource-template',
  prompt: 'prompt',
  plugin: 'plugin',
  provider: 'provider',
  adapter: 'adapter',
  skill: 'skill',
};
