/** What `@service/sdk` is in a bundle: no import starts anything, and start functions start the server of the bundle. */
export * from './authoring.ts';
export { bootstrap, createDirect, createFetchHandler, createHandler, runStdio, ServiceInstance } from './hosts/bundle-start-functions.ts';
