import { appIdOf, type ToolModel } from '@service/sdk/model';
import { toolTexts } from '@service/sdk/search';
import type { CodeCallField, CodeCallOptions, ToolChoice } from './codecall-options.ts';

/** A tool that is found, described and called. */
export interface KnownTool extends ToolChoice {
  readonly model: ToolModel;
  readonly title?: string | undefined;
}

const pluginId = 'codecall';

const fieldOf = ({ pluginFields }: Pick<ToolModel, 'pluginFields'>): CodeCallField => {
  const field = pluginFields?.[pluginId];
  if (typeof field === 'boolean') return { enabledInCodeCall: field };
  // As `checkEntry` has found it.
  return typeof field === 'object' && field !== null ? (field as CodeCallField) : {};
};

/** A tool of this plugin itself. */
const isOwn = ({ owner }: Pick<ToolModel, 'owner'>): boolean => {
  const innermost = owner.at(-1);
  return innermost?.kind === 'plugin' && innermost.id === pluginId;
};

/** The tool that calls another one without a script. */
export const isInvoke = (model: Pick<ToolModel, 'name' | 'owner'>): boolean => isOwn(model) && model.name === 'invoke';

/** Names that no script and no direct call reaches: this plugin's own tools would run scripts in scripts. */
export const isBlocked = (name: string): boolean => /^(?:codecall:|system:|internal:|__)/.test(name);

/** Whether clients list a tool. */
export function isListed(model: ToolModel, { mode = 'codecall_only' }: CodeCallOptions): boolean {
  return isOwn(model) || (fieldOf(model).visibleInListTools ?? mode !== 'codecall_only');
}

/** The part of the caller's tools that is found and called. */
export function catalogueOf(tools: readonly ToolModel[], options: CodeCallOptions): readonly KnownTool[] {
  const { appIds, includeTools, mode = 'codecall_only' } = options;
  return tools
    .filter((model) => {
      const { enabledInCodeCall = mode === 'codecall_only' && model.visibility === 'public' } = fieldOf(model);
      return enabledInCodeCall && !isOwn(model) && !isBlocked(model.listedName);
    })
    .map(knownTool)
    .filter(
      (tool) => (appIds === undefined || appIds.includes(tool.appId ?? '')) && (includeTools === undefined || includeTools(choiceOf(tool))),
    );
}

/** What the log says where no script can find a tool; undefined where one can. */
export function catalogueProblem(tools: readonly ToolModel[], options: CodeCallOptions): string | undefined {
  if (catalogueOf(tools, options).length > 0) return undefined;
  return `no script finds a tool of this server: with mode "${options.mode ?? 'codecall_only'}" look at "codecall" of the tools, at "includeTools" and at "appIds"`;
}

/** Made once for each model: with 1,000 tools they would take most of the time of a search. A tool that changes has another model. */
const knownTools = new WeakMap<ToolModel, KnownTool>();

function knownTool(model: ToolModel): KnownTool {
  let known = knownTools.get(model);
  if (known === undefined) {
    const { appId = appIdOf(model), source } = fieldOf(model);
    const { tags = [], ...texts } = toolTexts(model);
    knownTools.set(model, (known = { ...texts, tags, model, appId, source }));
  }
  return known;
}

/** What functions of the options get: no more than the type says. */
export const choiceOf = ({ appId, description, name, source, tags }: KnownTool): ToolChoice => ({ name, appId, description, source, tags });
