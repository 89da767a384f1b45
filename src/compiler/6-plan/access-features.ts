import { declaredAuths } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import { fromOpenList, type FeatureRule, type FeatureRules } from './feature-rule.ts';

type Auth = Readonly<Record<string, unknown>>;

/** `auth` of the server and of apps that have their own. */
const authsOf = ({ server }: CompiledModel): readonly Auth[] => declaredAuths(server).map(({ options }) => options);

const forMode = (mode: string): FeatureRule => ({
  when: (model) => (authsOf(model).some((auth) => auth['mode'] === mode) ? `auth.mode is ${mode}` : undefined),
});

/** Authentication and authorization. */
export const accessRules = {
  authorities: {
    when: ({ server }, context) => {
      if (server.options.rest['authorities'] !== undefined) return 'authorities says what callers have';
      const entries = [...server.tools, ...server.resources, ...server.resourceTemplates, ...server.prompts];
      const guarded = entries.find(({ authorities }) => authorities !== undefined);
      if (guarded !== undefined) return `${guarded.kind} ${guarded.name} is guarded`;
      return fromOpenList(context, 'tools', 'resources', 'resourceTemplates', 'prompts');
    },
  },
  'public-access': {
    when: (model) =>
      authsOf(model).some((auth) => auth['publicAccess'] !== undefined)
        ? 'auth.publicAccess says what anonymous callers may use'
        : undefined,
  },
  'auth-providers': {
    when: ({ server: { authProviders = [] } }) => (authProviders[0] === undefined ? undefined : `authProviders make ${authProviders[0]}`),
  },
  'split-by-app': {
    when: ({ server }) => {
      if (server.options.rest['splitByApp'] === true) return 'splitByApp gives every app an endpoint';
      const [scope] = server.scopes ?? [];
      return scope === undefined ? undefined : `app ${scope.app} has an endpoint of its own`;
    },
  },
  'public-auth': forMode('public'),
  'static-auth': forMode('static'),
  'transparent-auth': forMode('transparent'),
} satisfies Partial<FeatureRules>;
