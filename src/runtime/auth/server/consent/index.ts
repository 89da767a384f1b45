/** The consent screen: people choose which tools a client may call. */
export { consentSettings } from './consent-settings.ts';
export type { ConsentSettings } from './consent-settings.ts';
export type { ConsentTool } from './consent-tools.ts';
export { createConsentStep } from './create-consent-step.ts';
export { isConsented } from './is-consented.ts';
