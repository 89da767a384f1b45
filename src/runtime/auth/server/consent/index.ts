/** The consent screen: people choose which tools a client may call. */
export { consentSettings, isConsented, type ConsentSettings, type ConsentTool } from './consent-settings.ts';
export { createConsentStep } from './create-consent-step.ts';
