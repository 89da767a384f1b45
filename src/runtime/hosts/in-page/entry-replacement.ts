import { defineFeature } from '../../features/application/define-feature.ts';
import type { NamedFeature } from '../../features/application/feature.ts';
import { createReplace, createSwap } from '../../features/application/swap-owner.ts';

/** Entries that a page registers and removes, and those that plugins replace. Schemas are checked by what the page has imported. */
export const entryReplacement = defineFeature('entry-replacement', (parts) => {
  const features: NamedFeature[] = [];
  const swapOwner = createSwap(parts, { features, services: parts.runtime.assembled.services });
  return {
    checkFeatures: (all) => void features.push(...all),
    replaceEntries: swapOwner,
    provides: { swapOwner, replaceOwner: createReplace(parts, swapOwner) },
  };
});
