import { authProviderRecord } from '../define/index.ts';
import type { Collected } from './collected.ts';

/** Names in `authProviders` of an app; of an item that is none the empty name. */
export const authProviderNames = (list: unknown): readonly string[] => itemsOf(list).map(nameOf);

const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

function nameOf(item: unknown): string {
  const name: unknown = Reflect.get(Object(authProviderRecord(item)), 'name');
  return typeof name === 'string' ? name : '';
}

/** What the rules of the options cannot see: classes without their decorator, and tools that name what their app does not have. */
export function authProviderFaults({ apps, declaredApps, entries }: Collected): string[] {
  const namesOf = new Map(declaredApps.map(({ authProviders }, at) => [apps[at]?.id ?? '', authProviderNames(authProviders)]));
  const items = declaredApps.flatMap(({ authProviders, name }) => classFaults(`app "${String(name)}"`, itemsOf(authProviders)));
  const references = entries.flatMap(({ declaration: { options }, kind, owner }) => {
    const app = owner.find((one) => one.kind === 'app')?.id;
    const known = (app === undefined ? undefined : namesOf.get(app)) ?? [];
    return itemsOf(options['authProviders'])
      .map(referencedName)
      .filter((name): name is string => typeof name === 'string' && !known.includes(name))
      .map((name) => `${kind} "${String(options['name'])}": "authProviders": ${unknownText(name, app, known)}`);
  });
  return [...items, ...references];
}

function referencedName(reference: unknown): unknown {
  if (typeof reference !== 'object' || reference === null) return reference;
  return 'name' in reference ? reference.name : undefined;
}

function unknownText(name: string, app: string | undefined, known: readonly string[]): string {
  if (app === undefined) return `names the auth provider "${name}", and only tools of an app have auth providers; move it into an app`;
  const has = known.length === 0 ? 'has none' : `has ${known.join(', ')}`;
  return `names the auth provider "${name}", which its app does not have; the app "${app}" ${has}`;
}

function classFaults(label: string, items: readonly unknown[]): string[] {
  const names = items.map(nameOf);
  return items.flatMap((item, at) => {
    if (typeof item !== 'function') return [];
    if (authProviderRecord(item) === undefined) return [`${label}: "authProviders": item ${at + 1} is a class without @AuthProvider`];
    return names.indexOf(names[at] ?? '') === at ? [] : [`${label}: "authProviders": two are named "${names[at]}"`];
  });
}
