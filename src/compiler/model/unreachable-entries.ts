import { declaredAuths, entriesOf, isJsonObject, type EntryModel, type Json, type JsonObject, type ServerModel } from '@service/sdk/model';
import { namedProfiles } from '@service/sdk/options';

/** Parts of the evaluated model that decide who may use an entry. */
export type ReachedServer = Pick<ServerModel, 'apps' | 'options' | 'prompts' | 'resources' | 'resourceTemplates' | 'scopes' | 'tools'>;

/**
 * Why all callers of a build are anonymous; undefined where some may have signed in.
 * @param isArchive it is started by its host, and asked over stdio
 */
function anonymousBecause(server: Pick<ReachedServer, 'apps' | 'options' | 'scopes'>, isArchive: boolean): string | undefined {
  if (isArchive) return 'callers of an archive are anonymous';
  const isOpen = server.options.live.some((path) => path === 'auth' || path.startsWith('auth.'));
  return isOpen || declaredAuths(server).length > 0 ? undefined : 'callers of a server without `auth` are anonymous';
}

/** Where a bundle runs, as far as its target says. */
export interface BundlePlace {
  /** Started by its host, and asked over stdio. */
  readonly isArchive: boolean;
  readonly runtime: 'node' | 'edge' | 'browser';
  /** Undefined where any target of the runtime may be meant. */
  readonly target?: string;
}

export interface UnreachableEntry {
  readonly entry: EntryModel;
  /** Its option that keeps all callers away, and why. */
  readonly option: 'authorities' | 'availableWhen';
  readonly because: string;
}

/** Entries that no caller of a bundle can use. What code or a variable decides counts as reachable. */
export function unreachableEntries(server: ReachedServer, place: BundlePlace): readonly UnreachableEntry[] {
  const denied = new Set(deniedEntries(server, place.isArchive));
  const anonymous = anonymousBecause(server, place.isArchive) ?? '';
  return entriesOf(server).flatMap((entry): UnreachableEntry[] => {
    const because = absentBecause(entry, place);
    if (because !== undefined) return [{ entry, option: 'availableWhen', because }];
    return denied.has(entry) ? [{ entry, option: 'authorities', because: `its \`authorities\` need an identity, and ${anonymous}` }] : [];
  });
}

/** Axes that no variable changes. Nothing tells a server its provider. */
function absentBecause({ availableWhen = {} }: EntryModel, { runtime, target }: BundlePlace): string | undefined {
  if (availableWhen.provider !== undefined) return 'its `availableWhen` names a provider, which nothing tells a server';
  const here = { runtime, target };
  const axis = (['runtime', 'target'] as const).find((one) => here[one] !== undefined && availableWhen[one]?.includes(here[one]) === false);
  return axis === undefined ? undefined : `its \`availableWhen\` does not name the ${axis} "${here[axis]}"`;
}

/** Entries whose rules need what no anonymous caller has: roles, permissions or claims. */
function deniedEntries(server: ReachedServer, isArchive: boolean): readonly EntryModel[] {
  const { live, rest } = server.options;
  const isDecidedByCode = ['authorities', 'authorities.claimsResolver', 'authorities.profiles'].some((path) => live.includes(path));
  if (isDecidedByCode || anonymousBecause(server, isArchive) === undefined) return [];
  const profiles = memberOf(rest['authorities'], 'profiles');
  const isDenied = ({ authorities }: EntryModel): boolean => {
    if (isPolicy(authorities)) return needsAnIdentity(authorities);
    const named = namedProfiles(authorities).map((name) => memberOf(profiles, name));
    // One that is not there is an error of its own.
    return !named.includes(undefined) && named.some(needsAnIdentity);
  };
  return entriesOf(server).filter(isDenied);
}

/** Whether a policy denies everybody who has no claims. */
function needsAnIdentity(policy: Json | undefined): boolean {
  // Of rules of which one is enough, the model lacks those that are functions.
  if (!isPolicy(policy) || policy['operator'] === 'OR') return false;
  const { allOf = [], anyOf = [], attributes, permissions, roles } = policy;
  // A missing claim denies below `not` as well.
  if (roles !== undefined || permissions !== undefined || needsAnIdentity(policy['not'])) return true;
  const matched = memberOf(attributes, 'match');
  if (isJsonObject(matched) && Object.keys(matched).some((path) => !/^(?:input|user)\./.test(path))) return true;
  const each = (policies: Json): readonly boolean[] => (Array.isArray(policies) ? policies.map(needsAnIdentity) : []);
  return each(allOf).some(Boolean) || (each(anyOf).length > 0 && each(anyOf).every(Boolean));
}

const isPolicy = (value: Json | undefined): value is JsonObject => isJsonObject(value);
const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
