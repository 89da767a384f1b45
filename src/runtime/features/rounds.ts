import { clientQuestions } from '../define/client-questions.ts';
import { createRounds } from '../mcp/rounds/call-round.ts';
import { sealingOf } from './sharing/sealing.ts';
import { defineFeature } from './application/define-feature.ts';

/** Calls that ask their client: forms, samples, roots, over every protocol revision. A server whose entries never ask does without. */
export const rounds = defineFeature('rounds', (parts) => {
  const { usedStates } = parts;
  const shared = usedStates === undefined ? {} : { used: usedStates };
  return {
    context: { asking: clientQuestions },
    rounds: createRounds({ model: parts.runtime.model, ...sealingOf(parts), ...shared }),
  };
});
