/** Linking accounts at OAuth providers while signing in here. */
export { declaredProviders } from './declared-providers.ts';
export type { DeclaredProvider } from './declared-providers.ts';
export { FederatedSignIn, type FirstPage } from './federated-sign-in.ts';
