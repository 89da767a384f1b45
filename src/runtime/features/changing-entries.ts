import type { AdapterEntries, AdapterHost } from '../define/index.ts';
import { invalidParams } from '../errors/index.ts';
import type { Around, McpServer, MethodCall } from '../mcp/protocol.ts';
import type { ServerModel } from '../model/index.ts';
import { moduleImporter, type LiveAdapter } from '../plugins/index.ts';
import { sha256Text, takeAll, type Logger } from '../std/index.ts';
import { defineFeature } from './application/define-feature.ts';
import type { ReplaceOwner, SwapOwner } from './application/services.ts';
import { createReport } from './application/swap-owner.ts';

/** What requests and cursors see of entries that change, and the adapters that change theirs. */
export const changingEntries = defineFeature('changing-entries', ({ mcp, replaceOwner: replace, runtime, swapOwner: swap }) => {
  if (replace === undefined || swap === undefined) return {};
  const changing = (runtime.assembled.adapters ?? []).filter(({ changes }) => changes);
  return {
    around: { method: pinEntries(mcp), methods: bindCursors() },
    start: async () => {
      const stops: (() => Promise<void>)[] = [];
      const stopAll = (): Promise<void> => takeAll(stops.reverse());
      try {
        for (const adapter of changing) {
          const module = moduleImporter(`adapter "${adapter.name}"`, adapter.modules, runtime.assembled.pluginModules);
          await startAdapter(adapter, { swap, replace, stops, module, logger: runtime.logger.child(adapter.name) });
        }
      } catch (failure) {
        await stopAll();
        throw failure;
      }
      return stopAll;
    },
  };
});

interface Start extends AdapterHost {
  readonly swap: SwapOwner;
  readonly replace: ReplaceOwner;
  readonly stops: (() => Promise<void>)[];
  readonly logger: Logger;
}

async function startAdapter(
  { instance, isComputed, makeEntries, owner }: LiveAdapter,
  { logger, module, replace, stops, swap }: Start,
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
  await instance.startPolling?.({ module });
}

/** A request keeps the entries that it began with. */
function pinEntries(mcp: McpServer): Around {
  let pinned: McpServer | undefined;
  return (call, next) => {
    if (pinned?.runtime.registry !== mcp.runtime.registry)
      pinned = { ...mcp, latest: mcp, runtime: { ...mcp.runtime }, descriptions: new Map() };
    return next({ ...call, server: pinned });
  };
}

/** A cursor keeps the entries of its list. */
const bindCursors = (): Readonly<Record<string, Around>> => ({
  'tools/list': boundCursors(({ tools }) => tools),
  'resources/list': boundCursors(({ resources }) => resources),
  'resources/templates/list': boundCursors(({ resourceTemplates }) => resourceTemplates),
  'prompts/list': boundCursors(({ prompts }) => prompts),
  'skills/list': boundCursors(({ skills }) => skills),
  'resources/directory/read': boundCursors(({ skills }) => skills),
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
