import { type ContextCall, DynamicPlugin, type ListCall, Plugin, type PluginHooks, type PluginHost } from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import type { EntryModel, PluginBinding, SkillModel } from '@service/sdk/model';
import { catalogueProblem, isInvoke, isListed } from './catalogue.ts';
import { checkCodeCallOptions, fieldProblem } from './check-options.ts';
import type { CodeCallOptions } from './codecall-options.ts';
import { CodeCall, type CodeCallParts, codeCallParts } from './codecall.ts';
import { describe, execute, invoke, search, searchKnowledge, searchSkills } from './codecall-tools.ts';
import type { WorkerLoader } from './sandbox/isolates.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { openIndexes } from './tool-search.ts';

declare global {
  interface ExtendServiceContext {
    /** What the tools of {@link CodeCallPlugin} do. */
    readonly codecall: CodeCall;
  }
}

const sandboxModule = '@service/plugin-codecall/sandbox';
const isolatesModule = '@service/plugin-codecall/isolates';

/**
 * Tools with which a model finds the tools of the server and calls many of them from one short script, in the place of a list that fills its
 * context.
 *
 * @example
 * const add = tool({ name: 'add', description: 'Adds two numbers.' })(() => ({ sum: 3 }));
 *
 * \@Service({ info: { name: 'many', version: '1.0.0' }, tools: [add], plugins: [CodeCallPlugin] })
 * class Server {}
 */
@Plugin({
  name: 'codecall',
  entryPrefix: 'codecall',
  tools: [search, describe, execute, invoke, searchSkills, searchKnowledge],
  contextExtensions: [{ property: 'codecall', errorMessage: 'CodeCallPlugin is not installed' }],
})
export class CodeCallPlugin extends DynamicPlugin<CodeCallOptions> implements PluginHooks {
  #parts: CodeCallParts | undefined;
  #close: () => Promise<void> = async () => undefined;

  static readonly checkOptions = checkCodeCallOptions;

  /** @throws {ServiceError} INVALID_DECORATOR_METADATA for a field with a fault */
  static checkEntry({ pluginFields = {} }: EntryModel | SkillModel): void {
    const field = pluginFields['codecall'];
    const problem = field === undefined ? undefined : fieldProblem(field);
    if (problem !== undefined) throw new ServiceError('INVALID_DECORATOR_METADATA', problem);
  }

  /** Only lists of tools are others. */
  static concerns({ kind }: EntryModel | SkillModel): boolean {
    return kind === 'tool';
  }

  /** With isolates nothing of the other engine is in a bundle. */
  static modules({ sandbox }: CodeCallOptions): readonly string[] {
    return [sandbox === undefined ? sandboxModule : isolatesModule];
  }

  static bindings({ sandbox }: CodeCallOptions): readonly PluginBinding[] {
    return sandbox === undefined ? [] : [loaderBinding(sandbox)];
  }

  /** Vectors are not made by a build. */
  static searchesTools({ embedding }: CodeCallOptions): boolean {
    return embedding?.strategy !== 'ml';
  }

  async onStart(host: PluginHost): Promise<void> {
    const sandbox = await openSandbox(host, this.options);
    this.#close = () => sandbox.close();
    this.#parts = codeCallParts(this.options, sandbox, await openIndexes(host));
    const problem = catalogueProblem(host.model.tools, this.options);
    if (problem !== undefined) host.logger.warn(problem);
  }

  onClose(): Promise<void> {
    return this.#close();
  }

  /** A model that lists tools through another entry sees all of them: this plugin finds them for it. */
  listEntry(entry: EntryModel | SkillModel, { origin }: ListCall): boolean {
    return origin === 'model' || entry.kind !== 'tool' || isListed(entry, this.options);
  }

  /** Without direct calls there is no tool for them. */
  filterEntry(entry: EntryModel | SkillModel): boolean {
    return this.options.directCalls?.enabled !== false || entry.kind !== 'tool' || !isInvoke(entry);
  }

  contextMember(_property: string, { network, principal, sessionId }: ContextCall): CodeCall | undefined {
    return this.#parts && new CodeCall(this.#parts, { who: principal ?? sessionId, network });
  }
}

const loaderBinding = ({ binding = 'SERVICE_LOADER' }: Required<CodeCallOptions>['sandbox']): PluginBinding => ({
  kind: 'worker-loader',
  name: binding,
  option: 'sandbox',
  instead: 'Leave it out: scripts then run in the engine of the package; only the target worker has loaders of isolates',
});

/** The engine is of the platform: threads of Node, the worker's own, or isolates beside it. */
async function openSandbox(host: PluginHost, { sandbox }: CodeCallOptions): Promise<Sandbox> {
  if (sandbox === undefined) return ((await host.module(sandboxModule)) as typeof import('./sandbox/threads.ts')).createSandbox();
  const { instead, name } = loaderBinding(sandbox);
  const loader = host.binding(name);
  if (loader === undefined)
    throw new ServiceError(
      'CONFIG_INVALID',
      `plugin "codecall": there is no binding ${name}: on a worker add { binding = "${name}" } to \`worker_loaders\` of wrangler.toml, and deploy again; elsewhere: ${instead}`,
    );
  return ((await host.module(isolatesModule)) as typeof import('./sandbox/isolates.ts')).createSandbox(loader as WorkerLoader);
}
