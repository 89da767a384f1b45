import { lineOf } from '../read/source-module.ts';
import type { EntryKind, RequestHandler, TracedServer } from '../trace/traced.ts';
import type { MutableDeclared } from './declared.ts';
import { declareListedPrompt, declareListedResource, declareListedTool, listedEntries, type ListedEntry } from './declare-listed.ts';
import type { Declaration } from './declaration.ts';
import type { EntryNames } from './entry-names.ts';
import { findInStatement } from './find-call.ts';
import { parseFlat, type FlatModule } from './flat-module.ts';
import type { Constants } from './objects.ts';

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
