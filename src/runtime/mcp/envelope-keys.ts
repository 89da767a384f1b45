// Keys of `_meta`. Imported as a namespace (`import * as envelopeKeys`), as `rpc-codes.ts` is.
const prefix = 'io.modelcontextprotocol/';
export const protocolVersion = `${prefix}protocolVersion`;
export const clientCapabilities = `${prefix}clientCapabilities`;
export const clientInfo = `${prefix}clientInfo`;
export const logLevel = `${prefix}logLevel`;
export const serverInfo = `${prefix}serverInfo`;
export const subscriptionId = `${prefix}subscriptionId`;
