import type { Json } from '@service/sdk/model';
import { linesBefore } from './check-script.ts';
import { cut } from './cut.ts';
import { fault, type ScriptOutcome } from './script-job.ts';

/* What becomes of a script that has ended, in any engine. */

export const timeout: ScriptOutcome = fault('timeout', { message: 'the script took too long' });

/** It waits, and nothing that could settle its promise is under way. */
export const stuck: ScriptOutcome = fault('runtime_error', { message: 'the script waits for a promise that nothing settles' });

export const broken = (failure: unknown): ScriptOutcome =>
  fault('runtime_error', { message: `the script broke its engine: ${String(failure).slice(0, 200)}` });

/** Characters of a result that are read before it is cut. */
const maxReadCharacters = 8_388_608;

/** @param text JSON of the result; undefined for what has none, such as a function */
export function returned(text: string | undefined): ScriptOutcome {
  if (text === undefined) return { status: 'ok', result: null };
  if (text.length > maxReadCharacters)
    return fault('runtime_error', { message: `the result has ${text.length} characters of JSON: return a part of it` });
  return { status: 'ok', result: cut(JSON.parse(text) as Json) };
}

/** Members of a thrown value that are texts; empty where they are not. */
export interface ThrownTexts {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly toolName: string;
  readonly code: string;
}

const statusOf = { ToolError: 'tool_error', IllegalAccess: 'illegal_access' } as const;

export function thrown({ code, message, name, stack, toolName }: ThrownTexts): ScriptOutcome {
  const at = /script\.js:(\d+)/.exec(stack);
  const line = at === null ? 0 : Number(at[1]) - linesBefore;
  const read = {
    ...(name === '' ? {} : { name }),
    message: message === '' ? 'the script has thrown' : message,
    ...(line > 0 ? { line } : {}),
  };
  if (name !== 'ToolError' && name !== 'IllegalAccess') return fault('runtime_error', read);
  return fault(statusOf[name], { ...read, ...(toolName === '' ? {} : { toolName }), ...(code === '' ? {} : { code }) });
}
