import type { SkillModel, ToolModel } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';

export interface JoinedServer {
  readonly tools: readonly ToolModel[];
  readonly skills: readonly SkillModel[];
}

/** Tools and skills of a server in every environment, each once; what differs is the first one's. */
export function joinServers(models: readonly CompiledModel[]): JoinedServer {
  const tools = new Map<string, ToolModel>();
  const skills = new Map<string, SkillModel>();
  for (const { server } of models) {
    for (const tool of server.tools) if (!tools.has(tool.id)) tools.set(tool.id, tool);
    for (const skill of server.skills ?? []) if (!skills.has(skill.id)) skills.set(skill.id, skill);
  }
  return { tools: [...tools.values()], skills: [...skills.values()] };
}
