import { messageOf } from '@service/sdk/internal';
import type { ToolModel } from '@service/sdk/model';
import { _, Ajv2020, str, type CodeGen, type CodeKeywordDefinition, type Name } from 'ajv/dist/2020.js';
import { SchemaEnv } from 'ajv/dist/compile/index.js';
import names from 'ajv/dist/compile/names.js';
import type { Rule } from 'ajv/dist/compile/rules.js';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import { type PlannedValidators, unusableSchema } from './planned-validators.ts';

/** A module with a function for each tool, by ajv. */
export function compileValidators(raw: readonly ToolModel[], spans: Readonly<Record<string, Span>>): PlannedValidators {
  const ajv = new Ajv2020({
    code: { source: true, esm: true },
    strict: false,
    allErrors: true,
    validateFormats: true,
    logger: false,
    passContext: true,
    // Else every object has a member `constructor`.
    ownProperties: true,
  });
  formats.default(ajv);
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  for (const keyword of loopingKeywords) boundLoops(ajv.RULES.all[keyword]);
  const diagnostics = raw.flatMap((tool, index) =>
    // With an id of its own, no schema's `$id` or `$ref` can reach another tool's.
    compileOne(() => ajv.compile({ ...tool.inputSchema, $id: keyOf(index) }), tool, spans),
  );
  if (diagnostics.length > 0) return { diagnostics };
  const names = Object.fromEntries(raw.map((_, index) => [nameOf(index), keyOf(index)]));
  const rows = raw.map((tool, index) => `${JSON.stringify(tool.id)}: compiledValidator(${nameOf(index)})`);
  const module = [
    'import { compiledValidator, findRepeatedItem, onceCheck } from "@service/sdk/entries";',
    // Above everything that takes the functions by name, as declarations of functions allow.
    ...referringChecks(raw.map((_, index) => ajv.getSchema(keyOf(index)))).map((name) => `${name} = onceCheck(${name});`),
    standalone.default(ajv, names),
    `export const validators = { ${rows.join(', ')} };`,
    '',
  ].join('\n');
  return { module, diagnostics };
}

/** Keywords that look at as many elements as a caller sends. */
const loopingKeywords = [
  'items',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
];

/** A hundred problems are told: a list of megabytes must not fill the memory with more, nor add each to a copy of those before it. */
const maxLoopErrors = 1000;

/**
 * Ends the loops of a keyword once they have found many errors. Only errors of the loop itself count: others may be of an option that another
 * one replaces.
 */
function boundLoops(rule: Rule | boolean | undefined): void {
  const definition = typeof rule === 'object' ? rule.definition : undefined;
  if (definition === undefined || !('code' in definition)) return;
  const { code } = definition;
  definition.code = (context, ruleType) => {
    const { gen } = context;
    const before = gen.const('before', names.default.errors);
    const bounded =
      (body: (name: Name) => void) =>
      (name: Name): void => {
        body(name);
        gen.if(_`${names.default.errors} - ${before} >= ${maxLoopErrors}`, () => gen.break());
      };
    const forRange = (...[name, from, to, body]: Parameters<CodeGen['forRange']>): CodeGen => gen.forRange(name, from, to, bounded(body));
    const forIn = (...[name, object, body]: Parameters<CodeGen['forIn']>): CodeGen => gen.forIn(name, object, bounded(body));
    code(replacing(context, { gen: replacing(gen, { forRange, forIn }) }), ruleType);
  };
}

/** An object with other members in the place of some of its own. */
const replacing = <T extends object>(object: T, members: Partial<T>): T =>
  new Proxy(object, { get: (target, key): unknown => Reflect.get(key in members ? members : target, key) });

/** Stands for the run time's function, which the module imports: nothing is validated here. */
const noItem = (): undefined => undefined;

/** ajv compares every item with every other one. */
const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: {
    message: ({ params: { i, j } }) => str`must NOT have duplicate items (items ## ${i} and ${j} are identical)`,
    params: ({ params: { i, j } }) => _`{i: ${i}, j: ${j}}`,
  },
  code(context) {
    const { data, gen } = context;
    const wanted: unknown = context.schema;
    if (wanted !== true) return;
    const find = gen.scopeValue('func', { ref: noItem, code: _`findRepeatedItem` });
    const found = gen.const('repeated', _`${find}(${data})`);
    context.setParams({ i: _`${found}.i`, j: _`${found}.j` });
    context.fail(_`${found} !== undefined`);
  },
};

/** Names of the functions behind schemas with references: what they refer to is a function, and so are they to it. */
function referringChecks(roots: readonly (AnyValidateFunction | undefined)[]): readonly string[] {
  const names = new Set<string>();
  const visit = (check: AnyValidateFunction | undefined): void => {
    const source = check?.source;
    if (source === undefined || names.has(source.validateName.str)) return;
    names.add(source.validateName.str);
    for (const prefix of ['validate', 'wrapper', 'root'])
      for (const { value } of source.scopeValues[prefix] ?? []) visit(checkOf(value?.ref));
  };
  for (const root of roots) if (root !== undefined && refers(root.schema)) visit(root);
  return [...names];
}

/** ajv names a function, or the schema that will have one when it is compiled. */
const checkOf = (named: unknown): AnyValidateFunction | undefined =>
  named instanceof SchemaEnv ? named.validate : typeof named === 'function' ? (named as AnyValidateFunction) : undefined;

const refers = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(([key, part]) => ((key === '$ref' || key === '$dynamicRef') && typeof part === 'string') || refers(part));

const keyOf = (index: number): string => `tool:${index}`;
/** ajv calls its own functions `validate20` and so on. */
const nameOf = (index: number): string => `checkOfTool${index}`;

/** The finding of a schema that ajv refuses. */
function compileOne(compile: () => unknown, tool: ToolModel, spans: Readonly<Record<string, Span>>): Diagnostic[] {
  try {
    compile();
    return [];
  } catch (error) {
    return [unusableSchema(tool, messageOf(error), spans)];
  }
}
