export { buildVariants, buildVariantsWith } from '../../../../src/runtime/features/build-variants.ts';
