import { ts } from 'ts-morph';
import { bare, bodyOf, walk } from '../trace/syntax.ts';
import { printBuilder, type Declaration } from './declaration.ts';
import { objectOf, propertyOf, propertyTexts, resolveConstant, type Constants } from './objects.ts';

export interface ListedEntry {
  readonly name: string;
  readonly object: ts.ObjectLiteralExpression;
}

/** Entries that a list handler answers with, where its source decides them: an array of objects and of constants that hold objects. */
export function listedEntries(
  constants: Constants,
  handler: ts.Expression,
  list: 'tools' | 'resources' | 'prompts',
): readonly ListedEntry[] | undefined {
  const answer = returned(resolveConstant(constants, handler));
  const object = answer === undefined ? undefined : objectOf(constants, answer);
  const items = object === undefined ? undefined : propertyOf(object, list);
  const array = items === undefined ? undefined : resolveConstant(constants, items);
  if (array === undefined || !ts.isArrayLiteralExpression(array)) return undefined;
  const entries = array.elements.map((element) => readListed(constants, element));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** What a function returns, where it returns in one place. */
function returned(handler: ts.Expression): ts.Expression | undefined {
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return undefined;
  if (!ts.isBlock(handler.body)) return bare(handler.body);
  const found: ts.Expression[] = [];
  for (const statement of bodyOf(handler))
    walk(statement, (node) => {
      if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    });
  return found.length === 1 ? found[0] : undefined;
}

function readListed(constants: Constants, element: ts.Expression): ListedEntry | undefined {
  const object = objectOf(constants, element);
  const name = object === undefined ? undefined : propertyOf(object, 'name');
  const value = name === undefined ? undefined : resolveConstant(constants, name);
  return object === undefined || value === undefined || !ts.isStringLiteralLike(value) ? undefined : { name: value.text, object };
}

/** A listed tool whose calls go to the handler of `tools/call`. */
export function declareListedTool(symbol: string, { name, object }: ListedEntry, handler: string): Declaration {
  const options = [...propertyTexts(object, ['inputSchema', 'outputSchema'])];
  const used = ['fromToolRequest'];
  for (const key of ['inputSchema', 'outputSchema']) {
    const schema = propertyOf(object, key);
    if (schema === undefined) continue;
    options.push(`${key}: listedSchema(${schema.getText()})`);
    used.push('listedSchema');
  }
  const text = printBuilder(symbol, 'tool', { options, handler: `fromToolRequest(${JSON.stringify(name)}, ${handler})` });
  return { text, sdk: ['tool'], support: used };
}

export function declareListedResource(symbol: string, { object }: ListedEntry, handler: string): Declaration {
  const text = printBuilder(symbol, 'resource', { options: propertyTexts(object), handler: `fromReadRequest(${handler})` });
  return { text, sdk: ['resource'], support: ['fromReadRequest'] };
}

export function declareListedPrompt(symbol: string, { name, object }: ListedEntry, handler: string): Declaration {
  const text = printBuilder(symbol, 'prompt', {
    options: propertyTexts(object),
    handler: `fromPromptRequest(${JSON.stringify(name)}, ${handler})`,
  });
  return { text, sdk: ['prompt'], support: ['fromPromptRequest'] };
}
