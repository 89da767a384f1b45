import type { ServerModel } from '../../model/index.ts';
import { systemClock, type Clock, type SealSecret } from '../../std/index.ts';
import { neverAsk } from '../check-question.ts';
import { askClient, questionsOf } from '../sessions/ask-client.ts';
import { CallRound } from './call-round.ts';
import { defaultRoundLimits, type RoundLimits } from './round-limits.ts';
import type { Rounds } from '../protocol.ts';
import { StateSeal } from './state-seal.ts';
import { MemoryUsedStates, type UsedStates } from './used-states.ts';

export interface RoundsOptions {
  readonly model: ServerModel;
  /** Source of the sealing key: at least as hard to guess as a person's approval is worth. */
  readonly secret: SealSecret;
  /** Identity of the server, part of the key derivation. */
  readonly identity: string;
  readonly used?: UsedStates;
  readonly limits?: RoundLimits;
  readonly clock?: Clock;
}

/** Calls that may answer `input_required`; everything else never does. */
const askingMethods = /* @__PURE__ */ new Set(['tools/call', 'prompts/get', 'resources/read']);

/** The rounds of one server. */
export function createRounds(options: RoundsOptions): Rounds {
  const clock = options.clock ?? systemClock;
  const shared = {
    model: options.model,
    seal: new StateSeal(options.secret, options.identity),
    used: options.used ?? new MemoryUsedStates(clock),
    limits: options.limits ?? defaultRoundLimits,
    clock,
  };
  return {
    begin: (request) => (askingMethods.has(request.method) ? new CallRound(request, shared) : undefined),
    refuse: (clientCapabilities) => neverAsk(options.model, clientCapabilities),
    questionsOf,
    askInConversation: (conversation, target) => askClient(options.model, conversation, target),
  };
}
