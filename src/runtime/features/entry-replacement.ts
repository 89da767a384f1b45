import { changedLists, type EntrySnapshot, type Forget, type LiveTool, type Registry, replaceOwner } from '../entries/index.ts';
import { configInvalid, messageOf } from '../errors/index.ts';
import { tellsUpdates } from '../mcp/call/find-resource.ts';
import { encodeNotification } from '../mcp/json-rpc.ts';
import { mayChange } from '../model/index.ts';
import { memberOf, type Logger } from '../std/index.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { defineFeature } from './application/define-feature.ts';
import type { NamedFeature } from './application/feature.ts';
import type { ReplaceOwner, SwapOwner } from './application/services.ts';
import { checkRaw } from './interpreted-schemas.ts';

/** Puts other entries in the place of those that an adapter or a plugin has brought, all of them or none. */
export const entryReplacement = defineFeature('entry-replacement', (parts) => {
  if (!mayChange(parts.runtime.model)) return {};
  const features: NamedFeature[] = [];
  const swapOwner = createSwap(parts, features);
  return { checkFeatures: (all) => void features.push(...all), provides: { swapOwner, replaceOwner: createReplace(parts, swapOwner) } };
});

/** Logs a cause once, not each time that a source is asked again. */
export function createReport(logger: Logger): (failure: unknown) => void {
  let known: string | undefined;
  return (failure) => {
    const cause = failure === undefined ? undefined : messageOf(failure);
    if (cause !== undefined && cause !== known) logger.error(`its entries stay as they are, because new ones were refused: ${cause}`);
    known = cause;
  };
}

function createReplace(parts: ApplicationCore, swap: SwapOwner): ReplaceOwner {
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

function createSwap({ mcp, runtime }: ApplicationCore, features: readonly NamedFeature[]): SwapOwner {
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
