/** What people gave the server to keep: credentials and tool secrets, sealed per person. */
export { createConnectEndpoints } from './connect-endpoint.ts';
export { ConnectTickets } from './connect-tickets.ts';
export { credentialsOf, keepCredentials, SealedRecords, type SealedStore, secureStoreOf } from './sealed-records.ts';
