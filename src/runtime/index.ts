/** Public API. The same as `./define`, but `Service` here also starts an uncompiled server. */
export * from './authoring.ts';
export { Service } from './uncompiled-service.ts';
export * from './start-functions.ts';
