import type { SkillsConfig } from '../../define/index.ts';
import type { ServerModel, SkillModel } from '../../model/index.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import { answeredMethods } from '../capabilities.ts';
import { constantResult, plainResult } from '../json-rpc.ts';
import { describeServer } from '../methods/initialize.ts';
import type { Around, McpServer, Method } from '../protocol.ts';
import { describeSkill, formatSkill } from './skill-texts.ts';

/** The instructions of a server with its skills; undefined where they stay as the author wrote them. */
type Instructions = (runtime: ServerRuntime) => string | undefined;

/**
 * What clients that open with `initialize` find: the instructions, and further methods. Both are settled before the first request, and with
 * each change of entries, so that servers without skills carry nothing of it.
 */
export function extendSessions(mcp: McpServer, instructionsOf: Instructions, methods: Readonly<Record<string, Method>>): void {
  const instructions = instructionsOf(mcp.runtime);
  for (const revision of mcp.sessionRevisions) {
    mcp.methods.set(revision, new Map([...Object.entries(methods), ...answeredMethods(mcp, revision)]));
    const description = describeServer(mcp, { revision });
    if (instructions !== undefined) mcp.descriptions.set(revision, constantResult({ ...description, instructions }));
  }
}

/** The instructions in the answer to `server/discover`. */
export const withInstructions =
  (instructionsOf: Instructions): Around =>
  async (call, next) => {
    const result = plainResult(await next(call));
    const instructions = instructionsOf(call.server.runtime);
    return instructions === undefined ? result : { ...result, instructions };
  };

/** Skills in the instructions of the server. */
export function injectSkills(
  overMcp: (model: ServerModel) => readonly SkillModel[],
  { injectInstructions = 'append', mcpResources = true, sep2640InInstructions = false }: SkillsConfig,
): Instructions {
  return ({ model, pipeline }) => {
    const { instructions = '' } = model;
    // Every client that connects now reads the same instructions: no skill that some may not see can be in them.
    const skills = overMcp(model).filter((skill) => skill.hidden !== true && pipeline.guardSkills?.concerns(skill) !== true);
    if (injectInstructions === 'off' || skills.length === 0) return undefined;
    const text = listSkills(skills, sep2640InInstructions && mcpResources);
    if (injectInstructions === 'replace' || instructions === '') return text;
    return injectInstructions === 'prepend' ? `${text}\n\n${instructions}` : `${instructions}\n\n${text}`;
  };
}

function listSkills(skills: readonly SkillModel[], namesUris: boolean): string {
  const lines = skills.map((skill) => `- ${skill.name}: ${describeSkill(skill)}${namesUris ? ` (skill://${skill.path}/SKILL.md)` : ''}`);
  const whole = skills.filter(({ alwaysLoad }) => alwaysLoad === true).map(formatSkill);
  return ['Skills are instructions for a task. Read the skill before you begin with its task.', lines.join('\n'), ...whole].join('\n\n');
}
