import { ts } from 'ts-morph';
import type { Finding } from '../findings.ts';
import { lineOf } from '../read/source-module.ts';
import { findInStatement } from './find-call.ts';
import type { Registration, TracedServer } from '../trace/traced.ts';
import { declarePrompt, printClass } from './declare-prompt.ts';
import { type Declaration, type EntrySource, printBuilder, type DeclaredModule, type MutableDeclared } from './declared.ts';
import { declareHandlers } from './declare-handlers.ts';
import type { EntryNames } from './entry-names.ts';
import { parseFlat, type FlatModule } from './flat-module.ts';
import { constantsOf, objectOf, propertyOf, propertyTexts, resolveConstant, keyOf, type Constants } from './objects.ts';
import { bare } from '../trace/syntax.ts';

/** Puts a declaration in the place of every registration of a module. */
export function declareEntries(module: FlatModule, server: TracedServer, names: EntryNames): DeclaredModule {
  const { source } = module;
  names.reserve(source.tree);
  const parsed = parseFlat(module);
  const constants = constantsOf(parsed.map(({ node }) => node));
  const made: MutableDeclared = { statements: [], entries: [], sdk: new Set(), support: new Set(), left: [] };
  for (const { from, node } of parsed) {
    const registration = server.registrations.find((one) => one.module === source && one.statement.getStart() === from.origin);
    const call = registration === undefined ? undefined : findInStatement(node, registration.call, registration.statement);
    const declaration =
      registration === undefined || call === undefined
        ? undefined
        : declareOne(registration, {
            call,
            constants,
            symbol: names.take(registration.kind, registration.name),
            report: reporter(made, registration),
          });
    if (registration === undefined) made.statements.push(from);
    else if (declaration === undefined) made.left.push(notRead(registration));
    else addEntry(made, registration, declaration);
  }
  declareHandlers(made, { module, server, names, constants });
  return { ...made, module: { source, statements: made.statements } };
}

interface NamedDeclaration extends Declaration {
  readonly symbol: string;
}

function declareOne({ call, kind }: Registration, source: EntrySource): NamedDeclaration | undefined {
  const method = call.expression.getText().split('.').at(-1) ?? '';
  const declaration =
    kind === 'prompt'
      ? declarePrompt(source, method === 'prompt')
      : kind === 'resource'
        ? declareResource(source)
        : method === 'tool'
          ? declarePositionalTool(source)
          : declareRegisteredTool(source);
  return declaration === undefined ? undefined : { symbol: source.symbol, ...declaration };
}

const locationOf = ({ module, statement }: Registration): Pick<Finding, 'file' | 'line'> => ({
  file: module.path,
  line: lineOf(module.tree, statement.getStart()),
});

const reporter =
  ({ left }: MutableDeclared, registration: Registration): EntrySource['report'] =>
  (problem) => {
    left.push({ ...locationOf(registration), ...problem });
  };

const notRead = (registration: Registration): Finding => ({
  ...locationOf(registration),
  message: `The ${registration.kind} ${registration.name ?? '(its name is computed)'} is registered with arguments that are not read`,
  hint: 'Declare it by hand in the migrated project',
});

function addEntry(made: MutableDeclared, registration: Registration, declaration: NamedDeclaration): void {
  made.statements.push({ text: declaration.text, origin: registration.statement.getStart(), fromFunction: false, role: 'entry' });
  made.entries.push({
    kind: registration.kind,
    name: registration.name ?? declaration.symbol,
    symbol: declaration.symbol,
    ...locationOf(registration),
  });
  for (const name of declaration.sdk) made.sdk.add(name);
  for (const name of declaration.support) made.support.add(name);
}

/** `registerResource(name, uri or template, config, handler)` and `resource(name, uri or template, config?, handler)`. */
function declareResource(source: EntrySource): Declaration | undefined {
  const [name, target, ...more] = source.call.arguments;
  const handler = more.pop();
  if (name === undefined || target === undefined || handler === undefined) return undefined;
  const [config] = more;
  const object = config === undefined ? undefined : objectOf(source.constants, config);
  const described = config === undefined ? [] : object === undefined ? [`...${config.getText()}`] : propertyTexts(object);
  const value = resolveConstant(source.constants, target);
  if (ts.isNewExpression(value)) return declareTemplate(source, { name, described, handler, template: value });
  const text = printBuilder(source.symbol, 'resource', {
    options: [`name: ${name.getText()}`, `uri: ${target.getText()}`, ...described],
    handler: `fromResourceHandler(${handler.getText()})`,
  });
  return { text, sdk: ['resource'], support: ['fromResourceHandler'] };
}

interface TemplateSource {
  readonly name: ts.Expression;
  readonly described: readonly string[];
  readonly handler: ts.Expression;
  /** `new ResourceTemplate(uriTemplate, { list, complete })` */
  readonly template: ts.NewExpression;
}

function declareTemplate(source: EntrySource, { described, handler, name, template }: TemplateSource): Declaration | undefined {
  const [uriTemplate, more] = template.arguments ?? [];
  if (uriTemplate === undefined) return undefined;
  const callbacks = more === undefined ? undefined : objectOf(source.constants, more);
  const list = callbacks === undefined ? undefined : propertyOf(callbacks, 'list');
  if (list !== undefined && bare(list).getText() !== 'undefined')
    source.report({
      message: `The template ${name.getText()} lists resources while the server runs; the migrated one lists the template alone`,
      hint: 'Give the migrated template a `list` that returns { resources }',
    });
  const options = [`name: ${name.getText()}`, `uriTemplate: ${uriTemplate.getText()}`, ...described];
  const complete = callbacks === undefined ? undefined : propertyOf(callbacks, 'complete');
  const completers = complete === undefined ? undefined : objectOf(source.constants, complete);
  if (completers !== undefined && completers.properties.length > 0)
    return printClass(source.symbol, {
      kind: 'ResourceTemplate',
      options,
      execute: `execute(uri, params) {\n    return fromTemplateHandler(${handler.getText()})(uri, params, this);\n  }`,
      completers: completers.properties.flatMap((property) =>
        ts.isPropertyAssignment(property) ? [{ argument: property.name.getText(), complete: property.initializer.getText() }] : [],
      ),
      support: ['fromTemplateHandler'],
    });
  const text = printBuilder(source.symbol, 'resourceTemplate', { options, handler: `fromTemplateHandler(${handler.getText()})` });
  return { text, sdk: ['resourceTemplate'], support: ['fromTemplateHandler'] };
}

/** `registerTool(name, config, handler)` as a `tool()`. */
function declareRegisteredTool(source: EntrySource): Declaration | undefined {
  const [name, config, handler] = source.call.arguments;
  if (name === undefined || config === undefined || handler === undefined) return undefined;
  const object = objectOf(source.constants, config);
  const options = object === undefined ? [`...${config.getText()}`] : propertyTexts(object);
  const takesInput = object === undefined || propertyOf(object, 'inputSchema') !== undefined;
  return printTool(source, { options: [`name: ${name.getText()}`, ...options], handler, takesInput });
}

/** `tool(name, description?, shape or annotations?, annotations?, handler)`. */
function declarePositionalTool(source: EntrySource): Declaration | undefined {
  const [name, ...more] = source.call.arguments;
  const handler = more.pop();
  if (name === undefined || handler === undefined) return undefined;
  const options = [`name: ${name.getText()}`];
  let takesInput = false;
  for (const argument of more) {
    if (isText(source.constants, argument)) options.push(`description: ${argument.getText()}`);
    else if (isAnnotations(source.constants, argument)) options.push(`annotations: ${argument.getText()}`);
    else {
      takesInput = true;
      options.push(`inputSchema: ${argument.getText()}`);
    }
  }
  return printTool(source, { options, handler, takesInput });
}

function printTool(
  { symbol }: EntrySource,
  parts: { readonly options: readonly string[]; readonly handler: ts.Expression; readonly takesInput: boolean },
): Declaration {
  const wrapper = parts.takesInput ? 'fromToolHandler' : 'fromToolHandlerWithoutInput';
  const text = printBuilder(symbol, 'tool', { options: parts.options, handler: `${wrapper}(${parts.handler.getText()})` });
  return { text, sdk: ['tool'], support: [wrapper] };
}

function isText(constants: Constants, node: ts.Expression): boolean {
  const value = resolveConstant(constants, node);
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return true;
  return ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.PlusToken && isText(constants, bare(value.left));
}

const annotationKeys = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** Annotations hold literals, a shape of arguments holds schemas. */
function isAnnotations(constants: Constants, node: ts.Expression): boolean {
  const object = objectOf(constants, node);
  if (object === undefined || object.properties.length === 0) return false;
  return object.properties.every(
    (property) =>
      ts.isPropertyAssignment(property) &&
      annotationKeys.includes(keyOf(property.name)) &&
      !ts.isCallExpression(bare(property.initializer)) &&
      !ts.isPropertyAccessExpression(bare(property.initializer)),
  );
}
