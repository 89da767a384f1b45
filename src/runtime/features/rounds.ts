import { clientQuestions } from '../define/client-questions.ts';
import { createRounds } from '../mcp/rounds/create-rounds.ts';
import { sealingOf } from './sharing/sealing.ts';
import { extending } from './application/extend.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Calls that ask their client: forms, samples, roots, over every protocol revision. A server whose entries never ask does without. */
export const rounds: FeatureFactory = (parts): Feature => {
  const { usedStates } = parts.sharing;
  const shared = usedStates === undefined ? {} : { used: usedStates };
  return {
    name: 'rounds',
    extend: extending({
      contextServices: { asking: clientQuestions },
      rounds: createRounds({ model: parts.runtime.model, ...sealingOf(parts), ...shared }),
    }),
  };
};
