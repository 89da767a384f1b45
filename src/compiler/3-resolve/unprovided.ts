import { ownerPath } from '@service/sdk/model';
import type { UnprovidedNeed } from '../model/compiled-model.ts';
import type { Need } from '../model/declarations.ts';
import type { ProviderNode } from './provider-graph.ts';
import type { OwnerChain, Resolution } from './resolution.ts';

export function keepNeeds(
  { asked }: Pick<Resolution, 'asked'>,
  { name, needs, owner }: { readonly name: string; readonly needs: readonly Need[]; readonly owner: OwnerChain },
): void {
  for (const need of needs) asked.push({ name, need, owner });
}

/** Tokens that are asked for and that no list gives to the asker. None where a list or a provider's token is computed. */
export function unprovidedNeeds({ asked, graph, openLists }: Pick<Resolution, 'asked' | 'graph' | 'openLists'>): readonly UnprovidedNeed[] {
  const openers = ['providers', 'plugins', 'apps'].filter((list) => openLists.has(list));
  if (openers.length > 0 || graph.some(({ tokenKnown }) => !tokenKnown)) return [];
  const found = new Map<string, UnprovidedNeed>();
  for (const { name, need, owner } of asked) {
    if (!need.isDecided) continue;
    const same = graph.filter(({ token }) => token === need.token);
    if (same.some((provider) => isSeen(provider, owner))) continue;
    const place = same[0]?.owner.at(-1);
    found.set(`${need.span.file}:${need.span.start}`, {
      asker: name,
      token: need.text,
      ...(place === undefined ? {} : { elsewhere: `the ${place.kind} "${place.id}"` }),
      span: need.span,
    });
  }
  return [...found.values()];
}

/** Owners see their own providers, those of the owners around them, and those of plugins that were registered in one of these. */
function isSeen({ isExported, owner }: ProviderNode, asker: OwnerChain): boolean {
  if (isExported) return true;
  const around = asker.map((_step, at) => ownerPath(asker.slice(0, at + 1)));
  const registrar = owner.filter(({ kind }) => kind === 'server' || kind === 'app');
  return around.includes(ownerPath(owner)) || around.includes(ownerPath(registrar));
}
