import type { EnvironmentSource } from '../options/env.ts';
import { defineFeature } from './application/define-feature.ts';
import type { FeatureFactory } from './application/feature.ts';

/** Texts that variables may have, by name: the build has looked at the server with these and with no others. */
type Variants = Readonly<Record<string, readonly string[]>>;

/** Refuses a start with a text that `build.variants` does not list: what it leads to may not be in the bundle. */
export const buildVariantsWith = (variants: Variants): FeatureFactory =>
  defineFeature('build-variants', () => ({}), {
    checkVariables: (source: EnvironmentSource): readonly string[] =>
      Object.entries(variants).flatMap(([name, texts]) => {
        const given = source[name];
        if (given === undefined || texts.includes(given)) return [];
        return [
          `${name} must be one of ${texts.map((text) => JSON.stringify(text)).join(', ')}: the server was built for these (build.variants)`,
        ];
      }),
  });

/** Where nothing was built no text is refused. */
export const buildVariants = buildVariantsWith({});
