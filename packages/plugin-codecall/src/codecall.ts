import { PublicMcpError, ServiceError } from '@service/sdk/errors';
import type { JsonObject, ToolResult } from '@service/sdk/model';
import type { CallWorld } from './call-world.ts';
import { catalogueOf, choiceOf, isBlocked, type KnownTool } from './catalogue.ts';
import { type CodeCallOptions, limitsOf } from './codecall-options.ts';
import { declarationsOf, describeTool } from './describe.ts';
import { execute, type ScriptRequest } from './execute.ts';
import { type Findings, type FindRequest, find, type SearchWarning } from './find.ts';
import { isExecutable, type KnownSkill, knownSkill, shownSkill } from './find-skills.ts';
import type { Sandbox, ScriptCaller } from './sandbox/sandbox.ts';
import { type EntryIndexes, Searches } from './tool-search.ts';

export interface ToolSearch extends FindRequest {
  readonly appIds?: readonly string[] | undefined;
  readonly excludeToolNames?: readonly string[] | undefined;
}

type Listing = Pick<CallWorld, 'listUsable'>;

/** What all callers share. */
export interface CodeCallParts {
  readonly options: CodeCallOptions;
  readonly sandbox: Sandbox;
  readonly tools: Searches<KnownTool>;
  readonly skills: Searches<KnownSkill>;
}

export const codeCallParts = (options: CodeCallOptions, sandbox: Sandbox, indexes: EntryIndexes): CodeCallParts => ({
  options,
  sandbox,
  tools: new Searches(options.embedding, indexes.tools),
  skills: new Searches(options.embedding, indexes.skills),
});

/** What the tools of the plugin do, for one caller, to whose share of the limits scripts count. */
export class CodeCall {
  readonly #parts: CodeCallParts;
  readonly #caller: ScriptCaller;

  constructor(parts: CodeCallParts, caller: ScriptCaller) {
    this.#parts = parts;
    this.#caller = caller;
  }

  async search({ appIds, excludeToolNames = [], ...request }: ToolSearch, world: Listing): Promise<object> {
    const all = await this.#catalogue(world);
    const missing = excludeToolNames.filter((name) => !all.some((tool) => tool.name === name));
    const excluded: SearchWarning[] =
      missing.length === 0
        ? []
        : [{ type: 'excluded_tool_not_found', message: 'there are no tools of these names to leave out', affectedTools: missing }];
    const tools = all.filter(
      ({ appId, name }) => !excludeToolNames.includes(name) && (appIds === undefined || appIds.includes(appId ?? '')),
    );
    const search = this.#parts.tools.of(
      tools,
      tools.map(({ model }) => model),
    );
    const { found, warnings } = await find(search, request, this.#parts.options.topK ?? 8);
    return {
      tools: found.map(({ entry: { appId, description, name }, matchedQueries, relevanceScore }) => ({
        name,
        appId,
        description,
        relevanceScore,
        matchedQueries,
      })),
      warnings: [...excluded, ...warnings],
      totalAvailableTools: all.length,
    };
  }

  /** @throws {ServiceError} INVALID_INPUT for more names than `maxDefinitions` */
  async describe(toolNames: readonly string[], world: Listing): Promise<object> {
    const { maxDefinitions = 8 } = this.#parts.options;
    if (toolNames.length > maxDefinitions)
      throw new ServiceError('INVALID_INPUT', `Invalid tool input: toolNames must have at most ${maxDefinitions} names`);
    const all = new Map((await this.#catalogue(world)).map((tool) => [tool.name, tool]));
    const tools = toolNames.flatMap((name) => all.get(name) ?? []);
    return {
      tools: tools.map(describeTool),
      notFound: toolNames.filter((name) => !all.has(name)),
      declarations: declarationsOf(tools),
    };
  }

  async execute(request: ScriptRequest, world: CallWorld): Promise<object> {
    const { vm = {} } = this.#parts.options;
    return execute(request, {
      sandbox: this.#parts.sandbox,
      limits: limitsOf(this.#parts.options),
      maxSteps: vm.maxSteps ?? 100,
      caller: this.#caller,
      tools: await this.#catalogue(world),
      world,
    });
  }

  /** @throws {PublicMcpError} TOOL_NOT_FOUND for a tool that is not there for this caller, or that `directCalls` leaves out */
  async invoke(name: string, input: JsonObject, world: Listing & Pick<CallWorld, 'callTool' | 'signal'>): Promise<ToolResult> {
    const { allowedTools, filter = () => true } = this.#parts.options.directCalls ?? {};
    const found = (await this.#catalogue(world)).find((tool) => tool.name === name);
    const isAllowed = found !== undefined && allowedTools?.includes(name) !== false && filter(choiceOf(found));
    if (!isAllowed || isBlocked(name)) throw new PublicMcpError(`Tool ${JSON.stringify(name)} not found`, 'TOOL_NOT_FOUND', 404);
    return world.callTool(name, input, { origin: 'model', signal: world.signal });
  }

  async searchSkills(request: FindRequest, world: Listing): Promise<object> {
    const { found, total, warnings } = await this.#findSkills(request, world, isExecutable);
    const skills = found.map(({ entry, ...answered }) => ({
      ...shownSkill(entry),
      operations: entry.operations,
      tools: entry.tools,
      ...answered,
    }));
    return { skills, warnings, totalExecutableSkills: total };
  }

  async searchKnowledge(request: FindRequest, world: Listing): Promise<object> {
    const { found, total, warnings } = await this.#findSkills(request, world, (skill) => !isExecutable(skill));
    const knowledge = found.map(({ entry, ...answered }) => ({ ...shownSkill(entry), ...answered }));
    return { knowledge, warnings, totalKnowledgeSkills: total };
  }

  async #findSkills(
    request: FindRequest,
    world: Listing,
    isWanted: (skill: KnownSkill) => boolean,
  ): Promise<Findings<KnownSkill> & { readonly total: number }> {
    const usable = await world.listUsable();
    const known = usable.skills.map(knownSkill).filter(isWanted);
    const search = this.#parts.skills.of(
      known,
      known.map(({ model }) => model),
    );
    const findings = await find(search, request, this.#parts.options.topK ?? 8);
    await usable.recordFound(findings.found.map(({ entry }) => entry.model));
    return { ...findings, total: known.length };
  }

  async #catalogue(world: Listing): Promise<readonly KnownTool[]> {
    return catalogueOf((await world.listUsable()).tools, this.#parts.options);
  }
}
