import type { AuthoritiesOptions } from '../define/authorities.ts';
import type { LiveEntry } from '../entries/index.ts';
import { configInvalid } from '../errors/index.ts';
import { createCallerCompleter } from '../mcp/authorities/caller-facts.ts';
import { authoritiesOf, createAuthorities } from '../mcp/authorities/create-rule.ts';
import { mayChange } from '../model/index.ts';
import { namedProfiles, usedNames } from '../options/authority-policy.ts';
import { guarding } from '../mcp/call/admission.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import { defineFeature } from './application/define-feature.ts';

/** Roles, permissions, attributes and relationships: who may use which entries. */
export const authorities = defineFeature('authorities', ({ logger, runtime }) => {
  const declared = runtime.declared.authorities;
  const guarded = guardedEntries(runtime);
  if (declared === undefined && guarded.length === 0 && !mayChange(runtime.model)) return {};
  const options = declared ?? {};
  checkNames(options, guarded);
  // A page names its callers itself.
  if (guarded.length > 0 && runtime.declared.auth === undefined && runtime.environment.runtime !== 'browser') {
    logger.warn('authorities guard entries of a server without auth: every caller is anonymous, and what needs a claim is denied');
  }
  const callers = createCallerCompleter(options);
  return {
    around: { use: guarding(createAuthorities(options, callers, logger.child('authorities'))) },
    completeCaller: (auth) => callers.complete(auth),
    checkEntries: (next) => checkNames(options, guardedEntries(next)),
  };
});

function guardedEntries({ registry }: Pick<ServerRuntime, 'registry'>): readonly LiveEntry[] {
  const entries: readonly LiveEntry[] = [...registry.tools, ...registry.resources, ...registry.templates, ...registry.prompts];
  return entries.filter((entry) => authoritiesOf(entry) !== undefined);
}

/** @throws {ServiceError} CONFIG_INVALID for a profile, an evaluator or a resolver that is named and not there */
function checkNames(options: AuthoritiesOptions, guarded: readonly LiveEntry[]): void {
  const { evaluators = {}, profiles = {}, relationshipResolver } = options;
  const problems = guarded.flatMap((entry) =>
    namedProfiles(authoritiesOf(entry))
      .filter((name) => !Object.hasOwn(profiles, name))
      .map(
        (name) => `${entry.model.kind} "${entry.model.listedName}" names the profile "${name}", which authorities.profiles does not have`,
      ),
  );
  for (const policy of [...guarded.map(authoritiesOf), ...Object.values(profiles)]) {
    const used = usedNames(policy);
    problems.push(
      ...used.evaluators
        .filter((name) => !Object.hasOwn(evaluators, name))
        .map((name) => `a policy uses the evaluator "${name}", which authorities.evaluators does not have`),
    );
    if (used.relationships && relationshipResolver === undefined)
      problems.push('a policy uses relationships, and authorities.relationshipResolver is not set');
  }
  if (problems.length > 0) throw configInvalid([...new Set(problems)].join('\n'));
}
