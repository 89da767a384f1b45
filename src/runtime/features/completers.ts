import { runCompleter } from '../mcp/call/run-completer.ts';
import { defineFeature } from './application/define-feature.ts';

/** Arguments whose values the author completes. */
export const completers = defineFeature('completers', () => ({}), { callServices: { runCompleter } });
