import { declaredAs } from '../define/index.ts';
import { checkOptionRules, checkOptions, refusalOf, unservedOptions, warningOf, type OptionOwner } from '../options/index.ts';
import type { Collected } from './collected.ts';

/** Warnings for options that are accepted and have no effect in this version. */
export const optionWarnings = (collected: Collected): readonly string[] => unserved(collected, false);

/** Options that this version does not serve: refused where they would protect something, else only a warning. */
function unserved(collected: Collected, refused: boolean): string[] {
  return declaredOptions(collected).flatMap(({ owner, label, options }) =>
    unservedOptions(owner, options)
      .filter((option) => (option.refused === true) === refused)
      .map((option) => `${label}: ${refused ? refusalOf(option) : warningOf(option)}`),
  );
}

interface DeclaredOptions {
  readonly owner: OptionOwner;
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The argument of every decorator and builder, with a name for messages. */
function declaredOptions(collected: Collected): readonly DeclaredOptions[] {
  return [
    { owner: 'service', label: '@Service', options: collected.server.options },
    ...collected.declaredApps.map((options) => ({ owner: 'app' as const, label: `app "${String(options['name'])}"`, options })),
    ...collected.entries.map(({ kind, declaration: { options } }) => ({
      owner: kind,
      label: `${kind} "${String(options['name'])}"`,
      options,
    })),
    ...collected.skills.map(({ declaration: { options } }) => ({
      owner: 'skill' as const,
      label: `skill "${String(options['name'] ?? options['folder'])}"`,
      options,
    })),
    ...collected.plugins.map((plugin) => ({
      owner: 'plugin' as const,
      label: `plugin "${plugin.model.name}"`,
      options: plugin.declaration.options,
    })),
    ...collected.declaredAdapters.map((options) => ({ owner: 'adapter' as const, label: `adapter "${String(options['name'])}"`, options })),
    ...collected.providers.flatMap(({ item }) => {
      const options = declaredAs('provider', item)?.options;
      return options === undefined ? [] : [{ owner: 'provider' as const, label: `provider "${String(options['name'])}"`, options }];
    }),
  ];
}

/** Faults of every decorator's argument. Fields that plugins add to entries are theirs to check. */
export function optionFaults(collected: Collected): string[] {
  const openOwners = new Set<OptionOwner>(collected.plugins.length > 0 ? collected.entries.map(({ kind }) => kind) : []);
  return [
    ...declaredOptions(collected).flatMap(({ owner, label, options }) => [
      ...checkOptions(owner, options)
        .filter((fault) => !(openOwners.has(owner) && fault.kind === 'unknown' && fault.suggestion === undefined))
        .map((fault) => `${label}: ${fault.message}`),
      ...checkOptionRules(owner, options).map((fault) => `${label}: ${fault.message}`),
    ]),
    ...unserved(collected, true),
  ];
}
