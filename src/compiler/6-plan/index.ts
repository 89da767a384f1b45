/* Phase 6: model and target → what is bundled. Pure; prints data and imports only. */
import type { BundlePlan, CompileRequest, TypeScriptSettings, PlannedSettings } from '../compile-types.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { SourceEdit } from '../model/source-edit.ts';
import { sourceMapKind, type Target } from '../target.ts';
import { planAuthPages } from './auth-pages.ts';
import { addPrepared, planConstants, printConstants, modulesOf, settledConstants, joinServers } from './constants.ts';
import { printEntry } from './entry.ts';
import { listedAtStart, openTools } from '../schemas/plan/open-schemas.ts';
import type { SpanOfOption } from '../model/page-path.ts';
import { planWidgets, printWidgets } from './widgets.ts';
import { type OtherModel, planFeatures, planRevisions } from './features.ts';
import { planSchemas, type SchemaInput } from '../schemas/plan/plan-schemas.ts';
import { valueExpression } from '../../escape/javascript.ts';
import type { Variants } from '../model/environment-sources.ts';
import { describeRegistry, mayChange, type ServerModel } from '@service/sdk/model';
import { planValidators } from './raw-schemas.ts';

export type { BundlePlan } from '../compile-types.ts';
export type { OtherModel } from './features.ts';
export type { SchemaInput } from '../schemas/plan/plan-schemas.ts';

export interface PlanInput {
  readonly target: Target;
  readonly model: CompiledModel;
  readonly edits: readonly SourceEdit[];
  readonly typescript: TypeScriptSettings;
  readonly schemas?: SchemaInput;
  /** Why the model of the build is not that of every start; undefined when it is. */
  readonly dynamicOptions: string | undefined;
  /** Options whose lists more than the sources decide. */
  readonly openLists: readonly string[];
  /** What the server is in other environments. */
  readonly others: readonly OtherModel[];
  /** Names that entries take from their context objects; undefined when it could be any. */
  readonly contextMembers: readonly string[] | undefined;
  /** What every start says about options without effect. */
  readonly warnings: readonly string[];
  /** What the adapters have prepared, by their keys. */
  readonly prepared: Readonly<Record<string, unknown>>;
  readonly locationOfOption: SpanOfOption;
}

const platformOf = ({ bundle: { platform }, inPage, supports }: Target) => ({ platform, inPage, isTransient: !supports.longSessions });

const mapsStacks = (target: Target, request: CompileRequest): boolean =>
  target.bundle.platform === 'node' && sourceMapKind(target, request) !== 'none';

/** The plan, or what keeps the model from being planned. */
export async function planBundle(
  request: CompileRequest,
  input: PlanInput,
): Promise<BundlePlan | { readonly diagnostics: readonly Diagnostic[] }> {
  const { contextMembers, model, others, target, dynamicOptions } = input;
  const { variants } = request.build;
  const models = [model, ...others.map((other) => other.model)];
  const changing = models.some(({ server }) => mayChange(server));
  const openLists = changing ? [...input.openLists, 'adapters'] : input.openLists;
  const all = joinServers(models);
  const validators = await planValidators(all.tools, model.spans);
  if (validators.diagnostics.length > 0) return { diagnostics: validators.diagnostics };
  const settings = planSettings(request, model, target);
  const open = openTools(all.tools, input.schemas?.sources);
  const listed = changing ? everySchema(input.schemas) : listedAtStart(all.tools, open);
  const schemas = input.schemas === undefined ? undefined : planSchemas({ ...input.schemas, listedAtStart: listed }, input.edits);
  const features = planFeatures(model, {
    ...platformOf(target),
    dynamicOptions,
    openLists,
    distributed: settings.variables['SERVICE_DEPLOYMENT_MODE'] === 'distributed',
    contextMembers,
    tables: schemas?.tables,
    opensSchemas: open.size > 0,
    interpretsRaw: validators.isInterpreted,
    others,
    variants,
  });
  const shape = { target, model, settings, features, revisions: planRevisions(model, { others, inPage: target.inPage }), dynamicOptions };
  const known = dynamicOptions === undefined ? settledConstants(model.server, input.warnings, open) : planConstants(all, open);
  const fixed = changing || openLists.length + others.length > 0 ? undefined : model.server;
  const constants = await addPrepared(known, { prepared: input.prepared, fixed });
  const modules = modulesOf(models);
  const { ending, module } = printConstants(constants, { validators: validators.module !== undefined, modules });
  const authPages = planAuthPages(models, request.root, input.locationOfOption);
  const widgets = planWidgets(models, request.root, input.locationOfOption);
  const has = (feature: string): boolean => features.some(({ name }) => name === feature);
  const generated = {
    ...printEntry({ ...shape, packaging: request.packaging, mapsStacks: mapsStacks(target, request) }),
    constants: module,
    ...(validators.module === undefined ? {} : { validators: validators.module }),
    ...(variants === undefined ? {} : { 'build-variants': printVariants(variants) }),
    ...(has('registry-documents') ? { 'registry-documents': printRegistryDocuments(model.server, dynamicOptions) } : {}),
    ...(authPages.module === undefined ? {} : { 'auth-ui': authPages.module }),
    ...(has('tool-ui') ? { 'tool-ui': printWidgets(widgets) } : {}),
    ...(schemas?.module === undefined ? {} : { schemas: schemas.module }),
  };
  return {
    root: request.root,
    ...shape,
    generated,
    ending,
    edits: (schemas ?? input).edits,
    typescript: input.typescript,
    pages: authPages.pages,
    widgets: [...widgets.values()],
    modules,
    keptSchemas: schemas?.kept ?? [],
  };
}

/** Tools that come while the server runs are listed then, whichever they are. */
const everySchema = (schemas: SchemaInput | undefined): ReadonlySet<string> =>
  new Set(schemas?.sources.sites.map(({ owner, role }) => `${role} ${owner}`));

/** A module with the feature that refuses a start with other values than `build.variants` lists. */
const printVariants = (variants: Variants): string =>
  [
    'import { buildVariantsWith } from "@service/sdk/features/build-variants";',
    `export const buildVariants = buildVariantsWith(${valueExpression(variants)});`,
    '',
  ].join('\n');

/** Port of a server that names none. */
const defaultPort = 3000;

/**
 * Where the MCP endpoint is: `http.entryPath`, else `transport.http.path` of the config, else `/`; and the port of a start without `PORT`:
 * `http.port`, else the deployment's, else `transport.http.port`.
 */
export function planSettings(request: CompileRequest, model: CompiledModel, target: Pick<Target, 'name' | 'variables'>): PlannedSettings {
  const { http } = model.server.options;
  const { PORT: deployed } = request.variables;
  const configured = deployed === undefined ? request.configHttpPort : Number(deployed);
  return {
    name: request.name,
    target: target.name,
    version: request.version,
    entryPath: normalisePath(http.entryPath ?? request.configHttpPath ?? '/'),
    port: http.port ?? configured ?? defaultPort,
    variables: { ...target.variables, ...request.variables },
    commandLine: request.commandLine,
  };
}

/** A leading slash is added, trailing ones are dropped; `/` stays. */
function normalisePath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.join('/')}`;
}

const registryFeature = '"@service/sdk/features/registry-documents"';

/**
 * A module with the feature that serves the documents for registries. The documents are made here where the sources decide the options,
 * otherwise at every start.
 */
export function printRegistryDocuments({ info, options }: ServerModel, dynamicOptions: string | undefined): string {
  const documents = dynamicOptions === undefined ? describeRegistry(info, options.rest['registry']) : undefined;
  if (documents === undefined) return `export { registryDocuments } from ${registryFeature};\n`;
  return [
    `import { registryDocumentsOf } from ${registryFeature};`,
    `export const registryDocuments = registryDocumentsOf(${valueExpression(documents)});`,
    '',
  ].join('\n');
}
