import { type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import type { Target } from '../target.ts';
import type { CheckedModel, Rule } from './rule.ts';
import {
  checkAffinityWithoutInstances,
  checkDistributedWithoutRedis,
  checkOptionWithoutEffect,
  checkBindingsUnsupported,
  checkPollingUnsupported,
  checkTargetUnsupported,
} from './rules/deployment.ts';
import {
  checkAlwaysLoad,
  checkDottedName,
  checkInvalidName,
  checkInvalidUri,
  checkInvalidUriTemplate,
  checkMissingDescription,
  checkNameTooLong,
  checkNoEntries,
  checkProviderMissing,
  checkSkillTools,
  checkSplitByApp,
  checkStartCall,
  checkTaskRunner,
  checkTasksWithoutStore,
  checkUnenforcedMetadata,
  checkUnapprovedWrite,
  checkUnguardedDestruction,
  checkUnknownProfile,
  checkUnreachableEntry,
} from './rules/entries.ts';
import { checkOpenMetrics, checkReservedRoute, checkTakenPath, checkUnlistedHosts, checkWildcardCors } from './rules/http.ts';
import {
  checkExponentialPattern,
  checkInvalidParameterHeader,
  checkMissingParameterDescription,
  checkUnboundedInput,
} from './rules/inputs.ts';
import { checkRawSchemas } from './rules/raw-schemas.ts';
import {
  checkScopeNotAllowed,
  checkSecretUndocumented,
  checkSignInAddressOpen,
  checkSignInInMemory,
  checkSignInOpenClients,
  checkSignInUnchecked,
  checkUnlistedClientDomains,
} from './rules/sign-in.ts';
import { checkHiddenText, checkPromptInjectionText } from './rules/texts.ts';

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
  checkAlwaysLoad,
  checkSkillTools,
  checkUnreachableEntry,
  checkNoEntries,
  checkProviderMissing,
  checkSplitByApp,
  checkReservedRoute,
  checkTakenPath,
  checkDistributedWithoutRedis,
  checkAffinityWithoutInstances,
  checkInvalidParameterHeader,
  checkBindingsUnsupported,
  checkPollingUnsupported,
  checkRawSchemas,
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
const auditRules: readonly Rule[] = [checkUnboundedInput, checkUnapprovedWrite];

/** Runs every rule over a model: over the sources' view to stop early, and over the evaluated one. */
export function checkModel(model: CheckedModel, target?: Target, audit = false): readonly Diagnostic[] {
  const found = new DiagnosticCollector();
  for (const rule of audit ? [...rules, ...auditRules] : rules) found.add(...rule(model, target));
  return found.diagnostics;
}
