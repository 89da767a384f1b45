import { pageOf, type LiveEntry } from '../../entries/index.ts';
import type { EntryModel, JsonObject } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import { guardsOf, listsEntry } from './admit-entry.ts';
import { constantResult } from '../json-rpc.ts';
import type { CallRequest } from './channel.ts';
import { passesFilters } from './check-visible.ts';
import { promptItem, resourceItem, templateItem, toolItem } from './list-items.ts';
import type { ServerRuntime } from './server-runtime.ts';

export interface ListCall {
  readonly cursor?: string;
}

interface ListedEntry {
  readonly live: LiveEntry;
  readonly item: JsonObject;
}

interface ListedKind {
  readonly entries: readonly ListedEntry[];
  /** Whether what is listed depends on the caller. */
  readonly filtered: boolean;
}

/** List items of a server, made once: what a list answers is the same object for every request. */
interface Listed {
  readonly tools: ListedKind;
  readonly resources: ListedKind;
  readonly resourceTemplates: ListedKind;
  readonly prompts: ListedKind;
}

const listedOf = new WeakMap<ServerRuntime, Listed>();

function listed(runtime: ServerRuntime): Listed {
  const known = listedOf.get(runtime);
  if (known !== undefined) return known;
  const { registry } = runtime;
  const kindOf = (entries: readonly ListedEntry[]): ListedKind => ({
    entries,
    filtered: entries.some(({ live }) => runtime.plugins.hooksFor(live.model).filters.length + guardsOf(runtime, live).length > 0),
  });
  const made: Listed = {
    tools: kindOf(registry.tools.filter(({ model }) => model.visibility === 'public').map(itemOf(toolItem))),
    resources: kindOf(registry.resources.map(itemOf(resourceItem))),
    resourceTemplates: kindOf(registry.templates.map(itemOf(templateItem))),
    prompts: kindOf(registry.prompts.map(itemOf(promptItem))),
  };
  listedOf.set(runtime, made);
  return made;
}

const itemOf =
  <M extends EntryModel>(make: (model: M) => JsonObject) =>
  (live: LiveEntry<M>): ListedEntry => ({ live, item: make(live.model) });

/** Tools, resources, templates and prompts that this caller may see, a page at a time. @throws {ProtocolError} -32602 for a bad cursor */
function list(
  runtime: ServerRuntime,
  request: CallRequest,
  of: { readonly key: keyof Listed; readonly cursor: string | undefined },
): Awaitable<JsonObject> {
  const { entries, filtered } = listed(runtime)[of.key];
  return filtered ? visibleTo(runtime, request, entries).then((view) => pageOfView(runtime, of, view)) : pageOfView(runtime, of, entries);
}

/** First pages by the entries in them. */
const firstPages = new WeakMap<ServerRuntime, Map<string, JsonObject>>();
/** Views of different callers that are kept; beyond it they are made again. */
const mostViews = 64;

/**
 * One page of what a caller may see. A first page is the same object for every caller with the same view, so that its text is made
 * once and not for each request.
 */
function pageOfView(
  runtime: ServerRuntime,
  of: { readonly key: keyof Listed; readonly cursor: string | undefined },
  view: readonly ListedEntry[],
): JsonObject {
  if (of.cursor !== undefined) return makePage(runtime, of, view);
  let pages = firstPages.get(runtime);
  if (pages === undefined) firstPages.set(runtime, (pages = new Map<string, JsonObject>()));
  const name = view === listed(runtime)[of.key].entries ? of.key : `${of.key} ${view.map(({ live }) => live.model.id).join(' ')}`;
  let page = pages.get(name);
  if (page === undefined) {
    page = constantResult(makePage(runtime, of, view));
    if (pages.size < mostViews) pages.set(name, page);
  }
  return page;
}

function makePage(
  runtime: ServerRuntime,
  { key, cursor }: { readonly key: keyof Listed; readonly cursor: string | undefined },
  view: readonly ListedEntry[],
): JsonObject {
  const { items, nextCursor } = pageOf(view, runtime.model.options.pagination.tools, cursor);
  const page: JsonObject = { [key]: items.map(({ item }) => item) };
  if (nextCursor !== undefined) page['nextCursor'] = nextCursor;
  return page;
}

async function visibleTo(runtime: ServerRuntime, request: CallRequest, entries: readonly ListedEntry[]): Promise<readonly ListedEntry[]> {
  const passes = await Promise.all(entries.map(({ live }) => isVisible(runtime, request, live)));
  return entries.filter((_entry, index) => passes[index]);
}

async function isVisible(runtime: ServerRuntime, request: CallRequest, live: LiveEntry): Promise<boolean> {
  const passes = await passesFilters(live.model, runtime.plugins.hooksFor(live.model), request);
  return passes && listsEntry(guardsOf(runtime, live), live, request.auth);
}

export const listTools = (runtime: ServerRuntime, request: CallRequest, call: ListCall): Awaitable<JsonObject> =>
  list(runtime, request, { key: 'tools', cursor: call.cursor });
export const listResources = (runtime: ServerRuntime, request: CallRequest, call: ListCall): Awaitable<JsonObject> =>
  list(runtime, request, { key: 'resources', cursor: call.cursor });
export const listResourceTemplates = (runtime: ServerRuntime, request: CallRequest, call: ListCall): Awaitable<JsonObject> =>
  list(runtime, request, { key: 'resourceTemplates', cursor: call.cursor });
export const listPrompts = (runtime: ServerRuntime, request: CallRequest, call: ListCall): Awaitable<JsonObject> =>
  list(runtime, request, { key: 'prompts', cursor: call.cursor });
