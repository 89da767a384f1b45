/*
 * What a server promises its clients, as data, and what a change of it means for them: `service contract diff` compares two builds, a test
 * compares a running server with a file. Pure functions; no bundle of a server holds any of it.
 */
export { contractChanges, type ContractChange } from './contract-changes.ts';
export { type Contract, type ContractEntry, type ContractTool, readContract, whyNoContract } from './contract.ts';
export { markedArguments, type MarkedArgument } from '../model/marked-arguments.ts';
