/*
 * The contract of a server with its clients, as data: every build writes it, `service contract diff` compares two, `service generate client`
 * makes types of it, and `service dev` reports its changes. Pure functions over the model; nothing here reads a file.
 */
export { contractChanges, markedArguments, readContract, whyNoContract } from '@service/sdk/contract';
export type { Contract, ContractChange, ContractTool } from '@service/sdk/contract';
export { contractOf, proposeVersion, type VersionProposal } from './contract.ts';
export { parameterHeaderProblems } from '../model/parameter-headers.ts';
