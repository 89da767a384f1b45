import { entryIdOf, kebabOf, ownerPath } from '@service/sdk/model';
import type { Declaration, StaticValue } from '../model/declarations.ts';
import { type ListItem, resolveList } from './list-items.ts';
import { stringOf, valueOf } from './plain.ts';
import { requiredString, resolveEntry, stringsOf } from './resolve-entry.ts';
import { needsOfInject, resolveProviders } from './resolve-providers.ts';
import { keepNeeds } from './unprovided.ts';
import type { OwnerChain, Resolution } from './resolution.ts';

/** Everything that a server, an app or a plugin lists, in the order of registration. */
export function resolveOwner(resolution: Resolution, options: StaticValue, owner: OwnerChain): void {
  const itemsOf = (list: string): readonly ListItem[] => resolveList(resolution, { options, owner, list });
  for (const list of ['tools', 'resources', 'resourceTemplates', 'prompts'] as const) {
    for (const item of itemsOf(list)) {
      if (item.kind === 'declaration') resolveEntry(resolution, item.declaration, owner);
      else resolution.openOwners.add(ownerPath(owner));
    }
  }
  for (const item of itemsOf('skills')) resolveSkill(resolution, item, owner);
  resolveProviders(resolution, options, owner);
  for (const item of itemsOf('plugins')) resolvePlugin(resolution, item, owner);
  for (const item of itemsOf('adapters')) resolveAdapter(resolution, item, owner);
  for (const item of itemsOf('apps')) resolveApp(resolution, item, owner);
}

/** Spans alone: evaluation and the skill folder give the rest. */
function resolveSkill(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  if (item.kind !== 'declaration') return;
  const { options, span } = item.declaration;
  const name = stringOf(valueOf(options, 'name')) ?? stringOf(valueOf(options, 'folder'))?.split('/').at(-1);
  if (name !== undefined) resolution.spans[entryIdOf({ kind: 'skill', owner, name })] ??= span;
}

function resolveApp(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  if (item.kind === 'opaque') resolution.openOwners.add(ownerPath(owner));
  if (item.kind !== 'declaration') return;
  const { declaration } = item;
  const name = requiredString(resolution, declaration, 'name');
  if (name === undefined) return;
  const id = stringOf(valueOf(declaration.options, 'id')) ?? kebabOf(name);
  const description = stringOf(valueOf(declaration.options, 'description'));
  const known = resolution.apps.some((app) => app.id === id);
  const first = resolution.spans[`app:${id}`];
  if (known) {
    const related = first === undefined ? {} : { related: [{ message: 'the other one', span: first }] };
    resolution.found.report('duplicate-app', { id }, { span: declaration.span, ...related });
    return;
  }
  resolution.spans[`app:${id}`] = declaration.span;
  if (valueOf(declaration.options, 'availableWhen') !== undefined) resolution.availableApps.add(id);
  resolution.apps.push({ id, name, ...(description === undefined ? {} : { description }) });
  walkInto(resolution, declaration, [...owner, { kind: 'app', id }]);
}

function resolvePlugin(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  if (item.kind === 'opaque') resolution.openOwners.add(ownerPath(owner));
  if (item.kind !== 'declaration') return;
  const { declaration } = item;
  const name = requiredString(resolution, declaration, 'name');
  if (name === undefined) return;
  const id = stringOf(valueOf(declaration.options, 'id')) ?? kebabOf(name);
  const chain: OwnerChain = [...owner, { kind: 'plugin', id }];
  const enforces = stringsOf(declaration, 'enforces');
  resolution.spans[`plugin:${id}`] ??= declaration.span;
  const factory = needsOfInject(resolution, valueOf(item.value.init?.[0], 'inject'));
  keepNeeds(resolution, { name: declaration.name, needs: [...declaration.needs, ...factory], owner: chain });
  resolution.plugins.push({
    id,
    name,
    owner: chain,
    scope: stringOf(valueOf(declaration.options, 'scope')) === 'server' ? 'server' : 'app',
    ...(enforces.length > 0 ? { enforces } : {}),
  });
  // `getPluginMetadata(options)` and the lists given to `init` are made at run time.
  if (declaration.bases.includes('DynamicPlugin')) resolution.openOwners.add(ownerPath(chain));
  walkInto(resolution, declaration, chain);
}

function resolveAdapter(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  resolution.openOwners.add(ownerPath(owner));
  if (item.kind === 'record') return;
  const { value } = item;
  const className = item.kind === 'declaration' ? item.declaration.name : item.value.name;
  const options = value.init?.[0];
  const declared = item.kind === 'declaration' ? stringOf(valueOf(item.declaration.options, 'name')) : undefined;
  const name = stringOf(valueOf(options, 'name')) ?? declared;
  if (name === undefined) return;
  const twin = resolution.adapters.find((adapter) => adapter.className === className && adapter.name === name);
  if (twin !== undefined) {
    resolution.found.report('duplicate-adapter', { name, className }, { span: value.span });
    return;
  }
  resolution.spans[`adapter:${name}`] ??= value.span;
  resolution.adapters.push({ id: name, name, className, owner: [...owner, { kind: 'adapter', id: name }] });
}

function walkInto(resolution: Resolution, declaration: Declaration, owner: OwnerChain): void {
  if (resolution.walking.has(declaration.id)) return;
  resolution.walking.add(declaration.id);
  resolveOwner(resolution, declaration.options, owner);
  resolution.walking.delete(declaration.id);
}
