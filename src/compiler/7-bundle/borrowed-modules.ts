import type { BorrowedModule } from '../bundler-plugin/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { pluginModule } from '../model/compiled-model.ts';
import { pageReact } from './auth-pages.ts';

/** What a bundle takes from the packages that the project itself has installed. */
export function borrowedModules(
  plan: Pick<BundlePlan, 'edits' | 'features' | 'generated' | 'model' | 'modules' | 'pages'>,
): Readonly<Record<string, BorrowedModule>> {
  // The texts of messages come from the zod that the project imports.
  const edit = plan.edits.find(({ kind }) => kind === 'schema-table');
  const reactPage = plan.pages.find(({ react }) => react);
  return {
    ...(edit === undefined ? {} : { 'zod-messages': { module: 'zod/v4/locales/en.js', for: edit.file } }),
    ...Object.fromEntries(
      plan.features.filter(({ module }) => !isGenerated(plan, module)).flatMap((feature) => satellite(feature, plan.model.entry.file)),
    ),
    ...(reactPage === undefined ? {} : pageReact(reactPage.file, ['react', 'react-dom/server'])),
    ...Object.fromEntries(plan.modules.map((module) => importedByPlugin(plan.model, module))),
  };
}

function importedByPlugin({ entry, server }: BundlePlan['model'], module: string): [string, BorrowedModule] {
  const names = (list: readonly { readonly name: string; readonly modules?: readonly string[] }[], kind: string): readonly string[] =>
    list.filter(({ modules = [] }) => modules.includes(module)).map(({ name }) => `${kind} "${name}"`);
  const [importer = ''] = [...names(server.plugins, 'plugin'), ...names(server.adapters, 'adapter')];
  const missing = `Could not resolve "${module}": the ${importer} imports it with the options that it was given. Install it in the project: npm install ${module}`;
  return [pluginModule(module).slice('service:'.length), { module, for: entry.file, missing }];
}

/** `service:<name>` that the plan has printed. */
const isGenerated = ({ generated }: Pick<BundlePlan, 'generated'>, module: string): boolean =>
  generated[module.slice('service:'.length)] !== undefined;

/** A feature that is a package of its own: its module is written `service:<name>` and stands for `@service/<name>`. */
function satellite({ because, module }: BundlePlan['features'][number], entry: string): [string, BorrowedModule][] {
  if (!module.startsWith('service:')) return [];
  const name = module.slice('service:'.length);
  const missing = `Could not resolve "@service/${name}": ${because}, which is a package of its own. Install it beside @service/sdk`;
  return [[name, { module: `@service/${name}`, for: entry, missing }]];
}
