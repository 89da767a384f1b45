import type { AdapterEntries } from '../define/index.ts';
import { changedLists, type EntrySnapshot, type Forget, type LiveTool, type Registry, replaceOwner } from '../entries/index.ts';
import { configInvalid, invalidParams, messageOf } from '../errors/index.ts';
import { tellsUpdates } from '../mcp/call/find-resource.ts';
import { encodeNotification } from '../mcp/json-rpc.ts';
import type { Around, AroundCall, McpServer, MethodCall } from '../mcp/protocol.ts';
import type { ServerModel } from '../model/index.ts';
import type { LiveAdapter } from '../plugins/index.ts';
import { memberOf, sha256Text, takeAll, type Logger } from '../std/index.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { defineFeature } from './application/define-feature.ts';
import { extending, type Extend } from './application/extend.ts';
import type { NamedFeature } from './application/feature.ts';
import type { ReplaceOwner } from './application/services.ts';
import { checkRaw } from './interpreted-schemas.ts';

/** Entries that their owners replace while the server runs. */
export const changingEntries = defineFeature('changing-entries', (parts) => {
  const { assembled, logger } = parts.runtime;
  const changing = (assembled.adapters ?? []).filter(({ changes }) => changes);
  if (changing.length === 0) return {};
  const features: NamedFeature[] = [];
  const swap = createSwap(parts, features);
  const replace = createReplace(parts, swap);
  return {
    checkFeatures: (all) => void features.push(...all),
    around: { method: pinEntries(parts.mcp) },
    extend: bindCursors(),
    provides: { replaceOwner: replace },
    start: async () => {
      const stops: (() => Promise<void>)[] = [];
      const stopAll = (): Promise<void> => takeAll(stops.reverse());
      try {
        for (const adapter of changing) await startAdapter(adapter, { swap, replace, stops, logger: logger.child(adapter.name) });
      } catch (failure) {
        await stopAll();
        throw failure;
      }
      return stopAll;
    },
  };
});

interface Start {
  readonly swap: Swap;
  readonly replace: ReplaceOwner;
  readonly stops: (() => Promise<void>)[];
  readonly logger: Logger;
}

async function startAdapter(
  { instance, isComputed, makeEntries, owner }: LiveAdapter,
  { logger, replace, stops, swap }: Start,
): Promise<void> {
  // Without them there is no server: what refuses them stops the start.
  if (isComputed) swap(owner, await makeEntries());
  let latest = 0;
  let stopped = false;
  const report = createReport(logger);
  const fetchAgain = async (): Promise<AdapterEntries | undefined> => {
    try {
      const entries = await (instance.fetch?.() ?? makeEntries());
      report(undefined);
      return entries;
    } catch (failure) {
      report(failure);
      return undefined;
    }
  };
  await instance.onUpdate?.(async (given) => {
    const own = ++latest;
    const entries = given ?? (await fetchAgain());
    // Of several that overlap the last one wins.
    if (entries !== undefined && own === latest && !stopped) replace(owner, entries);
  });
  stops.push(async () => {
    stopped = true;
    await instance.stopPolling?.();
  });
  await instance.startPolling?.();
}

/** Logs a cause once, not each time that a source is asked again. */
function createReport(logger: Logger): (failure: unknown) => void {
  let known: string | undefined;
  return (failure) => {
    const cause = failure === undefined ? undefined : messageOf(failure);
    if (cause !== undefined && cause !== known) logger.error(`its entries stay as they are, because new ones were refused: ${cause}`);
    known = cause;
  };
}

function createReplace(parts: ApplicationCore, swap: Swap): ReplaceOwner {
  const reports = new Map<unknown, ReturnType<typeof createReport>>();
  return (owner, entries) => {
    const report = reports.get(owner) ?? createReport(parts.logger.child(owner.at(-1)?.id ?? ''));
    reports.set(owner, report);
    try {
      swap(owner, entries);
      report(undefined);
      return true;
    } catch (failure) {
      report(failure);
      return false;
    }
  };
}

/** @throws whatever refuses the entries; then nothing has changed */
type Swap = (...given: Parameters<ReplaceOwner>) => void;

function createSwap({ mcp, runtime }: ApplicationCore, features: readonly NamedFeature[]): Swap {
  const { assembled, environment } = runtime;
  const services = { ...assembled.services, checkRaw };
  let current: EntrySnapshot | undefined;
  return (chain, lists) => {
    const { collected, entries } = assembled;
    const owner = collected?.owners.find((one) => one.chain === chain);
    if (collected === undefined || owner === undefined) throw configInvalid('only an owner that the server lists can have entries');
    const before = current ?? { collected, entries, model: runtime.model, registry: runtime.registry };
    const next = replaceOwner(before, { owner, lists: { ...lists }, services, environment });
    checkNext(next, features);
    current = next;
    // Nothing runs in between: no request sees a part of it.
    Object.assign(runtime, { model: next.model, registry: next.registry });
    mcp.methods.clear();
    mcp.descriptions.clear();
    for (const kind of changedLists(before.model, next.model))
      runtime.changes.publish(kind === 'resources' ? { kind, forget: forgetGone(next.registry) } : { kind });
  };
}

/** Ends subscriptions to what can be read no more; their clients are told once that it changed. */
const forgetGone =
  (registry: Registry): Forget =>
  ({ background, deliver, subscribedUris, takenRoom }) => {
    for (const uri of [...subscribedUris].filter((one) => !tellsUpdates(registry, one))) {
      subscribedUris.delete(uri);
      takenRoom?.get(uri)?.();
      takenRoom?.delete(uri);
      deliver?.('notifications/resources/updated', { uri });
      background?.send(encodeNotification('notifications/resources/updated', { uri }));
    }
  };

/** Options of tools that mean nothing without a feature which a build may have left out. */
const standsFor: readonly {
  readonly feature: string;
  readonly option: string;
  readonly isAsked: (options: LiveTool['declaration']['options']) => boolean;
}[] = [
  { feature: 'auth-providers', option: 'authProviders', isAsked: ({ authProviders }) => authProviders !== undefined },
  { feature: 'tasks', option: 'execution.taskSupport', isAsked: ({ execution }) => memberOf(execution, 'taskSupport') === 'required' },
];

/** @throws {ServiceError} CONFIG_INVALID for entries that a feature refuses, or that need one which is not there */
function checkNext(next: EntrySnapshot, features: readonly NamedFeature[]): void {
  for (const { checkEntries } of features) checkEntries?.(next);
  for (const { feature, isAsked, option } of standsFor) {
    const asking = next.registry.tools.find(({ declaration }) => isAsked(declaration.options));
    if (asking === undefined || features.some(({ name }) => name === feature)) continue;
    throw configInvalid(`tool "${asking.model.listedName}" has "${option}", which no tool had when the server was built`);
  }
}

/** A request keeps the entries that it began with. */
function pinEntries(mcp: McpServer): AroundCall {
  let pinned: McpServer | undefined;
  return (call, _method, next) => {
    if (pinned?.runtime.registry !== mcp.runtime.registry)
      pinned = { ...mcp, latest: mcp, runtime: { ...mcp.runtime }, descriptions: new Map() };
    return next({ ...call, server: pinned });
  };
}

/** A cursor keeps the entries of its list. */
const bindCursors = (): Extend =>
  extending({
    around: {
      'tools/list': boundCursors(({ tools }) => tools),
      'resources/list': boundCursors(({ resources }) => resources),
      'resources/templates/list': boundCursors(({ resourceTemplates }) => resourceTemplates),
      'prompts/list': boundCursors(({ prompts }) => prompts),
      'skills/list': boundCursors(({ skills }) => skills),
      'resources/directory/read': boundCursors(({ skills }) => skills),
    },
  });

/** Pages of one list are of one state of it: after a change its cursors are refused. Instances with the same entries take each other's. */
function boundCursors(listOf: (model: ServerModel) => unknown): Around {
  const states = new WeakMap<ServerModel, Promise<string>>();
  const stateOf = ({ server }: MethodCall): Promise<string> => {
    const { model } = server.runtime;
    const state = states.get(model) ?? sha256Text(JSON.stringify(listOf(model) ?? []));
    states.set(model, state);
    return state;
  };
  return async (call, next) => {
    const page = await next(await withInnerCursor(call, stateOf));
    if (!('nextCursor' in page)) return page;
    return { ...page, nextCursor: `${await stateOf(call)}.${String(page.nextCursor)}` };
  };
}

/** @throws {ProtocolError} -32602 for a cursor of another state */
async function withInnerCursor(call: MethodCall, stateOf: (call: MethodCall) => Promise<string>): Promise<MethodCall> {
  const { cursor } = call.params;
  if (typeof cursor !== 'string') return call;
  const state = await stateOf(call);
  if (!cursor.startsWith(`${state}.`)) throw invalidParams('Invalid cursor: the list has changed; begin again without one');
  return { ...call, params: { ...call.params, cursor: cursor.slice(state.length + 1) } };
}
