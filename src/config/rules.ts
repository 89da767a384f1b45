import { endpointPathProblem } from '@service/sdk/options';
import type { Field, Fields, Rule } from './setting-row.ts';

/* Rules that many settings have. */

export const text: Rule = { kind: 'text' };
export const onOff: Rule = { kind: 'switch' };
export const texts: Rule = { kind: 'list', of: text };
export const textMap: Rule = { kind: 'map', of: text };
export const port: Rule = { kind: 'integer', min: 0, max: 65535 };
export const positive: Rule = { kind: 'integer', min: 1 };
export const path: Rule = { kind: 'text', pattern: '^(?:|/.*)$', patternSays: 'must begin with /', problemOf: endpointPathProblem };
export const textOrOff: Rule = { kind: 'either', of: [text, { kind: 'off' }] };
export const transportKind: Rule = { kind: 'text', choices: ['http', 'sse', 'stdio'] };
export const object = (fields: Fields): Rule => ({ kind: 'object', fields });
export const refused = (rule: Rule, instead: string): Field => ({ rule, summary: 'Not built.', refusedBecause: instead });
export const later = (rule: Rule, summary: string): Field => ({ rule, summary, later: true });
