/** Layer 1: every option as data. No behaviour but checking a value against its row. */
export { namedProfiles } from './authority-policy.ts';
export { insteadOfKind } from './absent-options.ts';
export { insteadOfRemote, isRemoteApp } from './remote-apps.ts';
export { asksForTracing } from './asks-for-tracing.ts';
export { byteSizeProblem, parseByteSize } from './byte-size.ts';
export { checkOptions, describeType, type OptionFault } from './check-options.ts';
export { endpointPathProblem, entryPathProblem } from './path-rules.ts';
export { mountedBecause, mountProblems, namedPaths, ownPathAt, reservedBecause } from './reserved-paths.ts';
export type { MountedApp, NamedPath } from './reserved-paths.ts';
export { laterOptions, noEffectOf, notKnown, refusalOf, unservedOptions, warningOf } from './later-options.ts';
export { defaultNodeVersion, isOlderThanDefault, minimumNode, newestNodeVersion, nodeVersionPattern } from './node-version.ts';
export type { OptionOwner, OptionRow, OptionType, OptionTypeName } from './option-row.ts';
export { describeClass } from './describe-class.ts';
export { maxListingDescription, proofRecordOf, registryNameProblem } from './registry-values.ts';
export { checkOptionRules } from './option-rules.ts';
export { optionRows, optionRowsOf, sentenceOf } from './option-rows.ts';
export { issuerPath, splitProblems, type SplitAuth } from './split-problems.ts';
export { distributedVariableTexts, httpVariableTexts, serverVariableTexts } from './variable-texts.ts';
