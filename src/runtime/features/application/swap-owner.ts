import {
  changedLists,
  type Collected,
  type EntryServices,
  type EntrySnapshot,
  type Forget,
  type LiveTool,
  type Registry,
  replaceOwner,
} from '../../entries/index.ts';
import { configInvalid, messageOf } from '../../errors/index.ts';
import { tellsUpdates } from '../../mcp/call/find-resource.ts';
import { encodeNotification } from '../../mcp/json-rpc.ts';
import { memberOf, type Logger } from '../../std/index.ts';
import type { ApplicationCore } from './application-core.ts';
import type { NamedFeature } from './feature.ts';
import type { ReplaceOwner, SwapOwner } from './services.ts';

interface Swapping {
  /** Those of the server; known once all are made. */
  readonly features: readonly NamedFeature[];
  readonly services: EntryServices;
  /** Faults in the options of entries, where these are checked. */
  readonly faultsOf?: (collected: Collected) => string[];
}

/** Puts other entries in the place of an owner's, all of them or none. */
export function createSwap({ mcp, runtime }: ApplicationCore, { faultsOf, features, services }: Swapping): SwapOwner {
  const { assembled, environment } = runtime;
  let current: EntrySnapshot | undefined;
  return (chain, lists) => {
    const { collected, entries } = assembled;
    const owner = collected?.owners.find((one) => one.chain === chain);
    if (collected === undefined || owner === undefined) throw configInvalid('only an owner that the server lists can have entries');
    const before = current ?? { collected, entries, model: runtime.model, registry: runtime.registry };
    const next = replaceOwner(before, { owner, lists: { ...lists }, services, environment, faultsOf });
    checkNext(next, features);
    current = next;
    // Nothing runs in between: no request sees a part of it.
    Object.assign(runtime, { model: next.model, registry: next.registry });
    mcp.methods.clear();
    mcp.descriptions.clear();
    for (const { entriesChanged } of features) entriesChanged?.();
    for (const kind of changedLists(before.model, next.model))
      runtime.changes.publish(kind === 'resources' ? { kind, forget: forgetGone(next.registry) } : { kind });
  };
}

/** Logs a cause once, not each time that a source is asked again. */
export function createReport(logger: Logger): (failure: unknown) => void {
  let known: string | undefined;
  return (failure) => {
    const cause = failure === undefined ? undefined : messageOf(failure);
    if (cause !== undefined && cause !== known) logger.error(`its entries stay as they are, because new ones were refused: ${cause}`);
    known = cause;
  };
}

/** The same for owners that keep what they have when others are refused. */
export function createReplace(parts: ApplicationCore, swap: SwapOwner): ReplaceOwner {
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
