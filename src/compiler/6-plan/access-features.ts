import type { FeatureRow } from './feature-row.ts';

/** Who may use what. */
export const accessFeatureRows: readonly FeatureRow[] = [
  {
    name: 'authorities',
    exportName: 'authorities',
    module: '@service/sdk/features/authorities',
    when: ({ server }) => {
      if (server.options.rest['authorities'] !== undefined) return 'authorities says what callers have';
      const entries = [...server.tools, ...server.resources, ...server.resourceTemplates, ...server.prompts];
      const guarded = entries.find(({ authorities }) => authorities !== undefined);
      return guarded === undefined ? undefined : `${guarded.kind} ${guarded.name} is guarded`;
    },
  },
];
