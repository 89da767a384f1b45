import { type LiveEntry, pageOf, type Registry } from '../../entries/index.ts';
import type { EntryModel, JsonObject } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import { constantResult } from '../json-rpc.ts';
import { viewerOf } from './call-pipeline.ts';
import type { CallRequest } from './call-request.ts';
import type { ServerRuntime } from './server-runtime.ts';
import type { MethodCall } from '../protocol.ts';
import { readCursor } from '../params.ts';

/** The member of a list's answer that holds the entries. */
type ListKey = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

interface ListCall {
  readonly key: ListKey;
  readonly cursor?: string;
}

type Listed = readonly LiveEntry[];

/** Lists of a registry, made once: what a list answers is the same object for every request. */
interface Lists {
  readonly entries: Readonly<Record<ListKey, Listed>>;
  readonly items: WeakMap<LiveEntry, JsonObject>;
  /** First pages by the entries in them. */
  readonly firstPages: Map<string, JsonObject>;
}

const listsOf = new WeakMap<Registry, Lists>();
/** Views of different callers that are kept; beyond it they are made again. */
const maxViews = 64;

function makeLists(registry: Registry): Lists {
  const tools = registry.tools.filter(({ model }) => model.visibility === 'public');
  const { prompts, resources, templates: resourceTemplates } = registry;
  return { entries: { tools, resources, resourceTemplates, prompts }, items: new WeakMap(), firstPages: new Map() };
}

/** Entries of a kind that this caller may see, a page at a time. @throws {ProtocolError} -32602 for a bad cursor */
export function listEntries(runtime: ServerRuntime, request: CallRequest, call: ListCall): Awaitable<JsonObject> {
  const { registry } = runtime;
  let lists = listsOf.get(registry);
  if (lists === undefined) listsOf.set(registry, (lists = makeLists(registry)));
  const { entries } = lists;
  const known = lists;
  const all = entries[call.key];
  const view = runtime.pipeline.admission?.view(all, viewerOf(request));
  if (view === undefined) return pageOfView(runtime, call, { lists: known, view: all, name: call.key });
  return view.then((seen) => pageOfView(runtime, call, { lists: known, view: seen, name: nameOf(call, seen) }));
}

const nameOf = ({ key }: ListCall, view: Listed): string => `${key} ${view.map(({ model }) => model.id).join(' ')}`;

interface View {
  readonly lists: Lists;
  readonly view: Listed;
  /** The same for callers who see the same. */
  readonly name: string;
}

/**
 * One page of what a caller may see. A first page is the same object for every caller with the same view, so that its text is made
 * once and not for each request.
 */
function pageOfView(runtime: ServerRuntime, call: ListCall, view: View): JsonObject {
  const { firstPages } = view.lists;
  if (call.cursor !== undefined) return makePage(runtime, call, view);
  let page = firstPages.get(view.name);
  if (page === undefined) {
    page = constantResult(makePage(runtime, call, view));
    if (firstPages.size < maxViews) firstPages.set(view.name, page);
  }
  return page;
}

function makePage(runtime: ServerRuntime, { cursor, key }: ListCall, { lists, view }: View): JsonObject {
  const { items, nextCursor } = pageOf(view, runtime.model.options.pagination.tools, cursor);
  const page: JsonObject = { [key]: items.map((entry) => itemOf(lists, entry)) };
  if (nextCursor !== undefined) page['nextCursor'] = nextCursor;
  return page;
}

function itemOf({ items }: Lists, entry: LiveEntry): JsonObject {
  const item = items.get(entry) ?? listItem(entry.model);
  items.set(entry, item);
  return item;
}

/** Members of models that lists show, in their order there; each kind of entry has its own of them. */
const shown = ['title', 'description', 'icons', 'uri', 'uriTemplate', 'mimeType', 'size', 'inputSchema', 'outputSchema', 'annotations'];

/** An entry as lists show it, in the newest revision's shape. */
function listItem(entry: EntryModel): JsonObject {
  // Models are JSON already; this only widens their readonly types.
  const model = JSON.parse(JSON.stringify(entry)) as JsonObject;
  const item: JsonObject = { name: entry.listedName };
  for (const key of shown) if (model[key] !== undefined) item[key] = model[key];
  if (entry.kind === 'prompt' && entry.arguments.length > 0) item['arguments'] = model['arguments'];
  if (entry.kind === 'tool' && entry.taskSupport !== undefined) item['execution'] = { taskSupport: entry.taskSupport };
  if (entry.meta !== undefined) item['_meta'] = model['meta'];
  return item;
}

/** A list method: one page of a kind of entries. */
export const listPage = (call: MethodCall, key: ListKey): Awaitable<JsonObject> =>
  listEntries(call.server.runtime, call, { key, ...readCursor(call.params) });
