import type { EntrySnapshot } from '../entries/index.ts';
import { isJsonObject } from '../model/index.ts';
import { configInvalid } from '../errors/index.ts';
import { answerByModel } from '../mcp/fallback/fallback-call.ts';
import { FallbackSeal, fallbackToolName } from '../mcp/fallback/fallback-tool.ts';
import { MemoryUsedStates } from '../mcp/rounds/used-states.ts';
import { sealingOf } from './sharing/sealing.ts';
import { defineFeature } from './application/define-feature.ts';

/** The tool `sendElicitationResult`: forms reach the person through the model where the client cannot be asked. */
export const elicitationFallback = defineFeature('elicitation-fallback', (parts) => {
  const { model, now: clock } = parts.runtime;
  const { elicitation } = model.options.rest;
  if (!isJsonObject(elicitation) || elicitation.fallbackTool !== true) return {};
  if (elicitation.enabled === false) {
    throw configInvalid('elicitation.fallbackTool needs questions: remove elicitation.enabled: false, or the tool');
  }
  const checkEntries = ({ registry }: Pick<EntrySnapshot, 'registry'>): void => {
    if (registry.findTool(fallbackToolName) === undefined) return;
    throw configInvalid(`elicitation.fallbackTool brings the tool "${fallbackToolName}": give the server's own tool of that name another`);
  };
  checkEntries(parts.runtime);
  const { identity, secret } = sealingOf(parts);
  const used = parts.usedStates ?? new MemoryUsedStates(clock);
  return {
    checkEntries,
    around: { methods: answerByModel({ model, clock, used, seal: new FallbackSeal(secret, identity) }) },
  };
});
