import { configInvalid } from '../../errors/index.ts';
import { defineFeature } from '../../features/application/define-feature.ts';
import type { FeatureFactory } from '../../features/application/feature.ts';
import type { Collected } from '../../entries/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { pageSteps } from './assembly.ts';

/** In the place of the feature that checks every option where a server was not compiled. @param names of the server's features */
export const pageOptions = (names: readonly string[]): FeatureFactory =>
  defineFeature('unplanned-options', () => ({}), {
    assembly: {
      options: {
        ...pageSteps,
        async read(server, input) {
          const read = await pageSteps.read(server, input);
          checkFeatures(read, names);
          return read;
        },
      },
    },
  });

interface ReadServer {
  readonly collected: Collected;
  readonly model: ServerModel;
}

/** What stands in a server, and the feature without which it would be kept silent. */
const standsFor: readonly { readonly feature: string; readonly asked: (server: ReadServer) => string | undefined }[] = [
  { feature: 'resourceTemplates', asked: ({ model }) => named(model.resourceTemplates[0], 'is listed') },
  {
    feature: 'rawSchemas',
    asked: ({ model }) =>
      named(
        model.tools.find(({ inputKind }) => inputKind === 'raw'),
        'has a rawInputSchema',
      ),
  },
  {
    feature: 'contentResults',
    asked: ({ model }) =>
      named(
        model.tools.find(({ output: { kind } }) => kind !== 'any' && kind !== 'object' && kind !== 'array'),
        'returns content or a plain value',
      ),
  },
  {
    feature: 'tasks',
    asked: ({ model }) =>
      named(
        model.tools.find(({ taskSupport }) => taskSupport === 'required'),
        'runs as a task',
      ),
  },
  { feature: 'skills', asked: ({ collected }) => listed('skills', collected.skills) },
  { feature: 'providers', asked: ({ model }) => listed('providers', model.providers) },
  { feature: 'plugins', asked: ({ model }) => listed('plugins', model.plugins) },
  { feature: 'adapters', asked: ({ model }) => listed('adapters', model.adapters) },
  { feature: 'pluginHost', asked: hooked('onStart', 'onClose') },
  {
    feature: 'pluginEndpoints',
    asked: ({ model: { plugins } }) => {
      const found = plugins.find(({ endpoint }) => endpoint !== undefined);
      return found && `plugin "${found.name}" keeps its entries apart`;
    },
  },
  { feature: 'pluginGuards', asked: hooked('filterEntry', 'listEntry', 'admitEntry') },
  { feature: 'pluginMethods', asked: hooked('onMethod') },
  {
    feature: 'authorities',
    asked: ({ collected, model: { prompts, resources, resourceTemplates, tools } }) =>
      collected.server.options['authorities'] === undefined
        ? named(
            [...tools, ...resources, ...resourceTemplates, ...prompts].find((entry) => entry.authorities !== undefined),
            'has authorities',
          )
        : '"authorities" is set',
  },
  {
    feature: 'contextExtensions',
    asked: ({ model: { plugins } }) => {
      const found = plugins.find(({ contextExtensions = [] }) => contextExtensions.length > 0);
      return found && `plugin "${found.name}" extends contexts`;
    },
  },
];

const listed = (name: string, list: readonly unknown[]): string | undefined =>
  list.length > 0 ? `the list "${name}" is not empty` : undefined;

function hooked(...names: readonly string[]) {
  return ({ model: { plugins } }: ReadServer): string | undefined => {
    const found = plugins.find(({ hooks = [] }) => hooks.some((hook) => names.includes(hook)));
    return found && `plugin "${found.name}" has ${names.join(' or ')}`;
  };
}

const named = (entry: { readonly kind: string; readonly name: string } | undefined, reason: string): string | undefined =>
  entry && `${entry.kind} "${entry.name}" ${reason}`;

/** @throws {ServiceError} CONFIG_INVALID for what needs a feature that the page has not imported */
function checkFeatures(server: ReadServer, names: readonly string[]): void {
  const imported = new Set(names.map((name) => name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())));
  const missing = standsFor.flatMap(({ asked, feature }) => {
    const why = imported.has(feature) ? undefined : asked(server);
    return why === undefined ? [] : [`${why}: import { ${feature} } from '@service/sdk/in-page' and pass it in "features"`];
  });
  if (missing.length > 0) throw configInvalid(missing.join('\n'));
}
