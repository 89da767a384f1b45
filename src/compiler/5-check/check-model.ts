import { type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import type { Target } from '../target.ts';
import type { CheckedModel, Rule } from './rule.ts';
import { checkInvalidName } from './rules/invalid-name.ts';
import { checkInvalidParameterHeader } from './rules/invalid-parameter-header.ts';
import { checkInvalidUri } from './rules/invalid-uri.ts';
import { checkInvalidUriTemplate } from './rules/invalid-uri-template.ts';
import { checkMissingDescription } from './rules/missing-description.ts';
import { checkMissingParameterDescription } from './rules/missing-parameter-description.ts';
import { checkNameTooLong } from './rules/name-too-long.ts';
import { checkNoEntries } from './rules/no-entries.ts';
import { checkReservedRoute } from './rules/reserved-route.ts';
import { checkTargetUnsupported } from './rules/target-unsupported.ts';
import { checkUnenforcedMetadata } from './rules/unenforced-metadata.ts';

const rules: readonly Rule[] = [
  checkNameTooLong,
  checkInvalidName,
  checkInvalidUri,
  checkInvalidUriTemplate,
  checkMissingDescription,
  checkMissingParameterDescription,
  checkUnenforcedMetadata,
  checkNoEntries,
  checkReservedRoute,
  checkInvalidParameterHeader,
  checkTargetUnsupported,
];

/** Runs every rule over a model: over the sources' view to stop early, and over the evaluated one. */
export function checkModel(model: CheckedModel, target?: Target): readonly Diagnostic[] {
  const found = new DiagnosticCollector();
  for (const rule of rules) found.add(...rule(model, target));
  return found.diagnostics;
}
