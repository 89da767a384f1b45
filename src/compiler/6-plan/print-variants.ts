import { valueExpression } from '../../escape/javascript.ts';
import type { Variants } from '../model/variants.ts';

/** A module with the feature that refuses a start with other values than `build.variants` lists. */
export const printVariants = (variants: Variants): string =>
  [
    'import { buildVariantsWith } from "@service/sdk/features/build-variants";',
    `export const buildVariants = buildVariantsWith(${valueExpression(variants)});`,
    '',
  ].join('\n');
