/** What people gave the server to keep: credentials and tool secrets, sealed per person. */
export { createConnectEndpoints } from './connect-endpoint.ts';
export { ConnectTickets } from './connect-tickets.ts';
export { credentialsOf, keepCredentials } from './credentials.ts';
export { SealedRecords } from './sealed-records.ts';
export type { SealedStore } from './sealed-records.ts';
export { secureStoreOf } from './secure-store.ts';
