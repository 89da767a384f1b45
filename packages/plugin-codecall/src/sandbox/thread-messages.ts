import type { CallAnswer, ScriptJob, ScriptMessage, ScriptOutcome } from './script-job.ts';

export type ToThread =
  /** `flag` holds one number, which is no longer 0 once the script is to end: a thread that runs hears no message. */
  | { readonly job: ScriptJob; readonly flag: SharedArrayBuffer }
  | { readonly to: number; readonly answer: CallAnswer }
  | { readonly end: true };

export type FromThread =
  | { readonly call: number; readonly name: string; readonly args: string }
  | { readonly said: ScriptMessage }
  | { readonly outcome: ScriptOutcome };
