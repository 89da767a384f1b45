import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRow } from './feature-row.ts';

const authOf = ({ server }: CompiledModel): Readonly<Record<string, unknown>> => {
  const { auth } = server.options.rest;
  return typeof auth === 'object' && auth !== null && !Array.isArray(auth) ? auth : {};
};

const forMode = (mode: string, name: string, exportName: string): FeatureRow => ({
  name,
  exportName,
  module: `@service/sdk/features/${name}`,
  when: (model) => (authOf(model)['mode'] === mode ? `auth.mode is ${mode}` : undefined),
});

/** Who may call, and who may use what. */
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
  {
    name: 'public-access',
    exportName: 'publicAccess',
    module: '@service/sdk/features/public-access',
    when: (model) => (authOf(model)['publicAccess'] === undefined ? undefined : 'auth.publicAccess says what anonymous callers may use'),
  },
  forMode('public', 'public-auth', 'publicAuth'),
  forMode('static', 'static-auth', 'staticAuth'),
  forMode('transparent', 'transparent-auth', 'transparentAuth'),
];
