/** Layer 1: every option as data. No behaviour but checking a value against its row. */
export { namedProfiles } from './authority-policy.ts';
export { byteSizeProblem, parseByteSize } from './byte-size.ts';
export { checkOptions, closestName, describeType } from './check-options.ts';
export type { OptionFault } from './check-options.ts';
export { endpointPathProblem, entryPathProblem } from './path-rules.ts';
export { mountedBecause, mountProblems, namedPaths, ownPathAt, reservedBecause } from './reserved-paths.ts';
export type { MountedApp, NamedPath } from './reserved-paths.ts';
export { defaults, eventStoreDefaults } from './defaults.ts';
export { availabilityAxes } from './entry-rows.ts';
export { laterOptions, refusalOf, unservedOptions, warningOf } from './later-options.ts';
export { defaultNodeVersion, minimumNode, nodeVersionPattern } from './node-version.ts';
export type { OptionOwner, OptionRow, OptionType, OptionTypeName } from './option-row.ts';
export { describeClass } from './describe-class.ts';
export { maxListingDescription, proofRecordOf, registryNameProblem } from './registry-values.ts';
export { checkOptionRules } from './option-rules.ts';
export { optionRows } from './option-rows.ts';
export { sentenceOf } from './sentences.ts';
export { httpVariableTexts, serverVariableTexts } from './variable-texts.ts';
