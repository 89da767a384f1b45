import { ts } from 'ts-morph';
import { bare } from '../trace/syntax.ts';
import { printBuilder, type Declaration, type EntrySource } from './declaration.ts';
import { keyOf, objectOf, propertyOf, propertyTexts, resolveConstant, type Constants } from './objects.ts';

/** `registerTool(name, config, handler)` as a `tool()`. */
export function declareRegisteredTool(source: EntrySource): Declaration | undefined {
  const [name, config, handler] = source.call.arguments;
  if (name === undefined || config === undefined || handler === undefined) return undefined;
  const object = objectOf(source.constants, config);
  const options = object === undefined ? [`...${config.getText()}`] : propertyTexts(object);
  const takesInput = object === undefined || propertyOf(object, 'inputSchema') !== undefined;
  return print(source, { options: [`name: ${name.getText()}`, ...options], handler, takesInput });
}

/** `tool(name, description?, shape or annotations?, annotations?, handler)`. */
export function declarePositionalTool(source: EntrySource): Declaration | undefined {
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
  return print(source, { options, handler, takesInput });
}

function print(
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
