import { providerSteps } from '../mcp/assembly/assemble.ts';
import { defineFeature } from './application/define-feature.ts';

/** What entries and plugins ask for by token. */
export const providers = defineFeature('providers', () => ({}), { assembly: { providers: providerSteps } });
