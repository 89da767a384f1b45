import { type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import type { Target } from '../target.ts';
import type { CheckedModel, Rule } from './rule.ts';
import { checkAffinityWithoutInstances } from './rules/affinity-without-instances.ts';
import { checkDistributedWithoutRedis } from './rules/distributed-without-redis.ts';
import { checkDottedName } from './rules/dotted-name.ts';
import { checkExponentialPattern } from './rules/exponential-pattern.ts';
import { checkHiddenText } from './rules/hidden-text.ts';
import { checkPromptInjectionText } from './rules/prompt-injection-text.ts';
import { checkInvalidName } from './rules/invalid-name.ts';
import { checkInvalidParameterHeader } from './rules/invalid-parameter-header.ts';
import { checkInvalidUri } from './rules/invalid-uri.ts';
import { checkInvalidUriTemplate } from './rules/invalid-uri-template.ts';
import { checkMissingDescription } from './rules/missing-description.ts';
import { checkMissingParameterDescription } from './rules/missing-parameter-description.ts';
import { checkNameTooLong } from './rules/name-too-long.ts';
import { checkNoEntries } from './rules/no-entries.ts';
import { checkOptionWithoutEffect } from './rules/option-without-effect.ts';
import { checkReservedRoute } from './rules/reserved-route.ts';
import { checkProviderMissing } from './rules/provider-missing.ts';
import { checkScopeNotAllowed } from './rules/scope-not-allowed.ts';
import { checkSecretUndocumented } from './rules/secret-undocumented.ts';
import { checkSignInAddressOpen } from './rules/sign-in-address-open.ts';
import { checkSignInInMemory } from './rules/sign-in-in-memory.ts';
import { checkSignInOpenClients } from './rules/sign-in-open-clients.ts';
import { checkOpenMetrics } from './rules/open-metrics.ts';
import { checkSignInUnchecked } from './rules/sign-in-unchecked.ts';
import { checkSplitByApp } from './rules/split-by-app.ts';
import { checkStartCall } from './rules/start-call.ts';
import { checkTakenPath } from './rules/taken-path.ts';
import { checkTargetUnsupported } from './rules/target-unsupported.ts';
import { checkTasksWithoutStore } from './rules/tasks-without-store.ts';
import { checkTaskRunner } from './rules/task-runner.ts';
import { checkUnboundedInput } from './rules/unbounded-input.ts';
import { checkUnenforcedMetadata } from './rules/unenforced-metadata.ts';
import { checkUnguardedDestruction } from './rules/unguarded-destruction.ts';
import { checkUnknownProfile } from './rules/unknown-profile.ts';
import { checkUnlistedClientDomains } from './rules/unlisted-client-domains.ts';
import { checkUnlistedHosts } from './rules/unlisted-hosts.ts';
import { checkUnreachableEntry } from './rules/unreachable-entry.ts';
import { checkWildcardCors } from './rules/wildcard-cors.ts';

const rules: readonly Rule[] = [
  checkNameTooLong,
  checkDottedName,
  checkInvalidName,
  checkInvalidUri,
  checkInvalidUriTemplate,
  checkMissingDescription,
  checkMissingParameterDescription,
  checkUnenforcedMetadata,
  checkUnknownProfile,
  checkUnreachableEntry,
  checkNoEntries,
  checkProviderMissing,
  checkSplitByApp,
  checkReservedRoute,
  checkTakenPath,
  checkDistributedWithoutRedis,
  checkAffinityWithoutInstances,
  checkInvalidParameterHeader,
  checkTargetUnsupported,
  checkOptionWithoutEffect,
  checkTasksWithoutStore,
  checkStartCall,
  checkTaskRunner,
  checkOpenMetrics,
  checkSignInUnchecked,
  checkSignInOpenClients,
  checkSignInInMemory,
  checkSignInAddressOpen,
  checkSecretUndocumented,
  checkScopeNotAllowed,
  checkUnguardedDestruction,
  checkWildcardCors,
  checkUnlistedHosts,
  checkUnlistedClientDomains,
  checkHiddenText,
  checkPromptInjectionText,
  checkExponentialPattern,
];

/** Worth a look, and too common for every build. */
const auditRules: readonly Rule[] = [checkUnboundedInput];

/** Runs every rule over a model: over the sources' view to stop early, and over the evaluated one. */
export function checkModel(model: CheckedModel, target?: Target, audit = false): readonly Diagnostic[] {
  const found = new DiagnosticCollector();
  for (const rule of audit ? [...rules, ...auditRules] : rules) found.add(...rule(model, target));
  return found.diagnostics;
}
