// Numbers of JSON-RPC errors. Imported as a namespace (`import * as rpcCodes`): of a module a bundle takes the numbers that it uses, and no names.
export const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;
export const internalError = -32603;
/** Transport refusals of session-based revisions; the policy of 2026-07-28 keeps -32000…-32019 for such old uses. */
export const refused = -32000;
export const sessionNotFound = -32001;
export const headerMismatch = -32020;
export const missingCapability = -32021;
export const unsupportedVersion = -32022;
/** 2025-11-25 alone. */
export const urlElicitationRequired = -32042;
