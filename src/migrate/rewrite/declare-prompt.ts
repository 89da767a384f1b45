import { ts } from 'ts-morph';
import { bare } from '../trace/syntax.ts';
import { printBuilder, type Declaration, type EntrySource } from './declared.ts';
import { keyOf, objectOf, propertyOf, propertyTexts, resolveConstant, type Constants } from './objects.ts';

/** `registerPrompt(name, { title, description, argsSchema }, handler)` and `prompt(name, description?, shape?, handler)`. */
export function declarePrompt(source: EntrySource, positional: boolean): Declaration | undefined {
  const [name, ...more] = source.call.arguments;
  const handler = more.pop();
  if (name === undefined || handler === undefined) return undefined;
  const { options, shape } = positional ? positionalParts(source, more) : registeredParts(source, more[0]);
  const head = [`name: ${name.getText()}`, ...options];
  if (shape === undefined) return print(source, head, `fromPromptHandlerWithoutArguments(${handler.getText()})`);
  const object = objectOf(source.constants, shape);
  if (object === undefined) {
    source.report({
      message: `The arguments of the prompt ${name.getText()} are computed`,
      hint: 'Write its `arguments` as a list of { name, description, required }',
    });
    return print(source, head, `fromPromptHandler(${handler.getText()})`);
  }
  const fields = object.properties.flatMap((property) => readField(source.constants, property));
  for (const { name: argument, isRead } of fields)
    if (!isRead)
      source.report({
        message: `The schema of the argument "${argument}" of the prompt ${name.getText()} is not in this module: its description and completions were not moved`,
        hint: 'Write them into the declaration',
      });
  const all = [...head, `arguments: [${fields.map(({ text }) => text).join(', ')}]`];
  const checked = fields.every(({ plain }) => plain) ? '' : `, ${shape.getText()}`;
  const completers = fields.flatMap(({ completer, name: argument }) =>
    completer === undefined ? [] : [{ argument, complete: completer }],
  );
  const wrapped = `fromPromptHandler(${handler.getText()}${checked})`;
  if (completers.length === 0) return print(source, all, wrapped);
  return printClass(source.symbol, {
    kind: 'Prompt',
    options: all,
    execute: `execute(args) {\n    return ${wrapped}(args, this);\n  }`,
    completers,
    support: ['fromPromptHandler'],
  });
}

const print = ({ symbol }: EntrySource, options: readonly string[], handler: string): Declaration => ({
  text: printBuilder(symbol, 'prompt', { options, handler }),
  sdk: ['prompt'],
  support: [handler.slice(0, handler.indexOf('('))],
});

interface PromptRegistration {
  readonly options: readonly string[];
  readonly shape: ts.Expression | undefined;
}

function registeredParts({ constants }: EntrySource, config: ts.Expression | undefined): PromptRegistration {
  const object = config === undefined ? undefined : objectOf(constants, config);
  if (object === undefined) return { options: config === undefined ? [] : [`...${config.getText()}`], shape: undefined };
  const schema = propertyOf(object, 'argsSchema');
  return { options: propertyTexts(object, ['argsSchema']), shape: schema === undefined ? undefined : shapeOf(constants, schema) };
}

/** The shape inside of `z.object(shape)`, as 2.x has it. */
function shapeOf(constants: Constants, schema: ts.Expression): ts.Expression {
  const value = resolveConstant(constants, schema);
  const callee = ts.isCallExpression(value) ? value.expression : undefined;
  const isObject = callee !== undefined && ts.isPropertyAccessExpression(callee) && callee.name.text === 'object';
  const [shape] = ts.isCallExpression(value) ? value.arguments : [];
  return isObject && shape !== undefined && objectOf(constants, shape) !== undefined ? shape : schema;
}

function positionalParts({ constants }: EntrySource, more: readonly ts.Expression[]): PromptRegistration {
  const shape = more.find((argument) => objectOf(constants, argument) !== undefined);
  return { options: more.filter((argument) => argument !== shape).map((argument) => `description: ${argument.getText()}`), shape };
}

interface PromptField {
  readonly name: string;
  readonly text: string;
  /** A text without further checks. */
  readonly plain: boolean;
  readonly completer: string | undefined;
  /** Its schema is written in the module. */
  readonly isRead: boolean;
}

/** One argument: `key: z.string().describe('…').optional()`, or `completable(schema, complete)` around it. */
function readField(constants: Constants, property: ts.ObjectLiteralElementLike): readonly PromptField[] {
  if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) return [];
  const name = keyOf(property.name);
  const value = resolveConstant(constants, ts.isPropertyAssignment(property) ? property.initializer : property.name);
  const facts = schemaFacts(constants, value);
  const parts = [`name: ${JSON.stringify(name)}`];
  if (facts.description !== undefined) parts.push(`description: ${facts.description}`);
  if (!facts.optional) parts.push('required: true');
  const plain = [...facts.calls].every((call) => ['string', 'describe', 'optional', 'completable'].includes(call));
  return [{ name, text: `{ ${parts.join(', ')} }`, plain, completer: facts.completer, isRead: facts.calls.size > 0 }];
}

function schemaFacts(constants: Constants, value: ts.Expression): SchemaFacts {
  const facts: SchemaFacts = { calls: new Set(), optional: false, description: undefined, completer: undefined };
  const read = (node: ts.Expression): void => {
    const expression = resolveConstant(constants, bare(node));
    if (!ts.isCallExpression(expression)) return;
    const { expression: callee } = expression;
    const [first, second] = expression.arguments;
    const called = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
    facts.calls.add(called);
    if (called === 'describe') facts.description ??= first?.getText();
    if (called === 'optional' || called === 'default') facts.optional = true;
    if (called === 'completable' && first !== undefined) {
      facts.completer = second?.getText();
      read(first);
    } else if (ts.isPropertyAccessExpression(callee)) read(callee.expression);
  };
  read(value);
  return facts;
}

interface SchemaFacts {
  readonly calls: Set<string>;
  optional: boolean;
  description: string | undefined;
  completer: string | undefined;
}

interface CompletedEntry {
  readonly kind: 'Prompt' | 'ResourceTemplate';
  readonly options: readonly string[];
  readonly execute: string;
  readonly completers: readonly { readonly argument: string; readonly complete: string }[];
  readonly support: readonly string[];
}

/** Entries with completions are classes: a method `<argument>Completer` answers for its argument. */
export function printClass(symbol: string, entry: CompletedEntry): Declaration {
  const name = symbol.charAt(0).toUpperCase() + symbol.slice(1);
  const options = entry.options.map((option) => `  ${option},`).join('\n');
  const completers = entry.completers
    .map(({ argument, complete }) => `  ${argument}Completer(value, context) {\n    return (${complete})(value, context);\n  }`)
    .join('\n');
  const text = `@${entry.kind}({\n${options}\n})\nexport class ${name} extends ${entry.kind}Context {\n  ${entry.execute}\n${completers}\n}`;
  return { text, sdk: [entry.kind, `${entry.kind}Context`], support: entry.support, symbol: name };
}
