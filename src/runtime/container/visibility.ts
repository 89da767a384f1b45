import { ownerPath, type OwnerModel } from '../model/index.ts';
import type { ProviderDefinition } from './provider-definition.ts';

export interface ExportedTokens {
  /** Chain of the plugin. */
  readonly owner: readonly OwnerModel[];
  readonly tokens: readonly unknown[];
}

/** Which owner sees which provider. */
export interface Visibility {
  find(owner: readonly OwnerModel[], token: unknown): ProviderDefinition | undefined;
  /** A definition of the token that its asker does not see. */
  elsewhere(token: unknown): ProviderDefinition | undefined;
  /** Whether an owner sees this provider, or one that may need it; a closer provider of the same token may hide it. */
  reaches(owner: readonly OwnerModel[], definition: ProviderDefinition): boolean;
}

/**
 * Lookup goes entry, plugin, app, server. A plugin's providers are seen in the whole app that registered it and nowhere else;
 * exported ones everywhere. An owner's own provider wins over one that a plugin brings.
 */
export function createVisibility(definitions: readonly ProviderDefinition[], exported: readonly ExportedTokens[]): Visibility {
  const scopes = new Map<string, Map<unknown, ProviderDefinition>>();
  const put = (path: string, definition: ProviderDefinition, weak: boolean): void => {
    const scope = scopes.get(path) ?? new Map<unknown, ProviderDefinition>();
    scopes.set(path, scope);
    if (!weak || !scope.has(definition.token)) scope.set(definition.token, definition);
  };
  for (const definition of definitions) put(ownerPath(definition.owner), definition, false);
  for (const definition of definitions) {
    const registrar = registrarOf(definition.owner);
    if (registrar.length < definition.owner.length) put(ownerPath(registrar), definition, true);
    const isExported = exported.some(
      ({ owner, tokens }) => ownerPath(owner) === ownerPath(definition.owner) && tokens.includes(definition.token),
    );
    if (isExported) put(ownerPath(definition.owner.slice(0, 1)), definition, true);
  }
  const find: Visibility['find'] = (owner, token) => {
    for (let length = owner.length; length > 0; length--) {
      const found = scopes.get(ownerPath(owner.slice(0, length)))?.get(token);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    find,
    reaches: (owner, definition) =>
      find(owner, definition.token) === definition ||
      registrarOf(definition.owner).every(({ id, kind }, at) => owner[at]?.kind === kind && owner[at].id === id),
    elsewhere: (token) => definitions.find((definition) => definition.token === token),
  };
}

/** The server or app that a plugin was registered in. */
const registrarOf = (owner: readonly OwnerModel[]): readonly OwnerModel[] =>
  owner.filter((step) => step.kind === 'server' || step.kind === 'app');
