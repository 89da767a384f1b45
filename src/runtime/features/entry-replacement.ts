import { entryFaults, skillModels } from '../entries/index.ts';
import { mayChange } from '../model/index.ts';
import { defineFeature } from './application/define-feature.ts';
import type { NamedFeature } from './application/feature.ts';
import { createReplace, createSwap } from './application/swap-owner.ts';
import { checkRaw } from './interpreted-schemas.ts';

/** Puts other entries in the place of those that an adapter or a plugin has brought, all of them or none. */
export const entryReplacement = defineFeature('entry-replacement', (parts) => {
  if (!mayChange(parts.runtime.model)) return {};
  const features: NamedFeature[] = [];
  const services = { ...parts.runtime.assembled.services, checkRaw, skillModels };
  const swapOwner = createSwap(parts, { features, services, faultsOf: entryFaults });
  return { checkFeatures: (all) => void features.push(...all), provides: { swapOwner, replaceOwner: createReplace(parts, swapOwner) } };
});
