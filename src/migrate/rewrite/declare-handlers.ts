import { ts } from 'ts-morph';
import { lineOf } from '../read/source-module.ts';
import type { EntryKind, RequestHandler, TracedServer } from '../trace/traced.ts';
import { type MutableDeclared, type Declaration, printBuilder } from './declared.ts';
import type { EntryNames } from './entry-names.ts';
import { findInStatement } from './find-call.ts';
import { parseFlat, type FlatModule } from './flat-module.ts';
import { type Constants, objectOf, propertyOf, propertyTexts, resolveConstant } from './objects.ts';
import { bare, bodyOf, walk } from '../trace/syntax.ts';

/** Pairs of request handlers: what lists the entries, and what answers for them. */
const pairs = [
  {
    kind: 'tool',
    list: 'tools',
    lists: 'ListToolsRequestSchema',
    answers: 'CallToolRequestSchema',
    symbol: 'callTool',
    declare: declareListedTool,
  },
  {
    kind: 'resource',
    list: 'resources',
    lists: 'ListResourcesRequestSchema',
    answers: 'ReadResourceRequestSchema',
    symbol: 'readResource',
    declare: declareListedResource,
  },
  {
    kind: 'prompt',
    list: 'prompts',
    lists: 'ListPromptsRequestSchema',
    answers: 'GetPromptRequestSchema',
    symbol: 'getPrompt',
    declare: declareListedPrompt,
  },
] as const satisfies readonly {
  readonly kind: EntryKind;
  readonly list: string;
  readonly lists: string;
  readonly answers: string;
  readonly symbol: string;
  readonly declare: (symbol: string, entry: ListedEntry, handler: string) => Declaration;
}[];

/** 2.x names requests by their method. */
const methods: Readonly<Record<string, string>> = {
  "'tools/list'": 'ListToolsRequestSchema',
  "'tools/call'": 'CallToolRequestSchema',
  "'resources/list'": 'ListResourcesRequestSchema',
  "'resources/read'": 'ReadResourceRequestSchema',
  "'prompts/list'": 'ListPromptsRequestSchema',
  "'prompts/get'": 'GetPromptRequestSchema',
};

interface Handlers {
  readonly module: FlatModule;
  readonly server: TracedServer;
  readonly names: EntryNames;
  readonly constants: Constants;
}

/** Low-level servers: every listed entry becomes a declaration whose calls go to the original handler. */
export function declareHandlers(made: MutableDeclared, { constants, module, names, server }: Handlers): void {
  const own = server.handlers.filter((handler) => handler.module === module.source);
  const find = (schema: string): RequestHandler | undefined =>
    own.find((handler) => (methods[handler.schema.replaceAll('"', "'")] ?? handler.schema.split('.').at(-1)) === schema);
  const taken = new Set<RequestHandler>();
  for (const { answers, declare, kind, list, lists, symbol } of pairs) {
    const listing = find(lists);
    const answering = find(answers);
    if (listing === undefined || answering === undefined) continue;
    const listHandler = handlerText(module, listing);
    const entries = listHandler === undefined ? undefined : listedEntries(constants, listHandler, list);
    const handler = handlerText(module, answering);
    if (entries === undefined || handler === undefined) continue;
    const at = made.statements.findIndex(({ origin }) => origin === answering.statement.getStart());
    const name = names.take(kind, symbol);
    const declared = entries.map((entry) => {
      const own = names.take(kind, entry.name);
      return { entry, symbol: own, declaration: declare(own, entry, name) };
    });
    made.statements.splice(
      at,
      1,
      { text: `const ${name} = ${handler.getText()};`, origin: -1, fromFunction: false, role: 'source' },
      ...declared.map(({ declaration }) => ({ text: declaration.text, origin: -1, fromFunction: false, role: 'entry' as const })),
    );
    for (const { declaration, entry, symbol: own } of declared) {
      const line = lineOf(module.source.tree, listing.statement.getStart());
      made.entries.push({ kind, name: entry.name, symbol: own, file: module.source.path, line });
      for (const used of declaration.sdk) made.sdk.add(used);
      for (const used of declaration.support) made.support.add(used);
    }
    taken.add(listing).add(answering);
  }
  for (const handler of own) {
    const at = made.statements.findIndex(({ origin }) => origin === handler.statement.getStart());
    if (at >= 0) made.statements.splice(at, 1);
    if (!taken.has(handler)) made.left.push(notMoved(handler));
  }
}

function handlerText(module: FlatModule, { call, statement }: RequestHandler) {
  const moved = parseFlat(module).find(({ from }) => from.origin === statement.getStart());
  return moved === undefined ? undefined : findInStatement(moved.node, call, statement)?.arguments[1];
}

const notMoved = ({ module, schema, statement }: RequestHandler) => ({
  file: module.path,
  line: lineOf(module.tree, statement.getStart()),
  message: `The handler of ${schema} was not moved: what it lists is decided while the server runs, or nothing here takes its place`,
  hint: 'Declare its entries by hand; subscriptions, completions and log levels are served without a handler',
});

interface ListedEntry {
  readonly name: string;
  readonly object: ts.ObjectLiteralExpression;
}

/** Entries that a list handler answers with, where its source decides them: an array of objects and of constants that hold objects. */
function listedEntries(
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
function declareListedTool(symbol: string, { name, object }: ListedEntry, handler: string): Declaration {
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

function declareListedResource(symbol: string, { object }: ListedEntry, handler: string): Declaration {
  const text = printBuilder(symbol, 'resource', { options: propertyTexts(object), handler: `fromReadRequest(${handler})` });
  return { text, sdk: ['resource'], support: ['fromReadRequest'] };
}

function declareListedPrompt(symbol: string, { name, object }: ListedEntry, handler: string): Declaration {
  const text = printBuilder(symbol, 'prompt', {
    options: propertyTexts(object),
    handler: `fromPromptRequest(${JSON.stringify(name)}, ${handler})`,
  });
  return { text, sdk: ['prompt'], support: ['fromPromptRequest'] };
}
