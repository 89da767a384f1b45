import type { Json } from '@service/sdk/model';

/** What a script may use up. */
export interface ScriptLimits {
  readonly timeoutMs: number;
  readonly allowLoops: boolean;
  readonly allowConsole: boolean;
  /** Rounds of all its loops together. */
  readonly maxIterations: number;
  /** Characters of a script; none where long texts are taken out of it. */
  readonly maxLength: number | undefined;
  /** Characters from which on a text is taken out of the script before it is compiled; undefined: none is. */
  readonly extractFrom: number | undefined;
  /** Names that the script must not use, and that its world does not have. */
  readonly disabled: readonly string[];
}

/** A tool of the script's world: its name, and what `getTool` gives as JSON. */
export interface ScriptTool {
  readonly name: string;
  readonly text: string;
}

export interface ScriptJob {
  readonly script: string;
  readonly limits: ScriptLimits;
  readonly tools: readonly ScriptTool[];
}

/** What a call of a tool gives to the script: JSON text, or the refusal. */
export type CallAnswer =
  | { readonly text: string }
  | {
      readonly kind: 'ToolError' | 'IllegalAccess';
      readonly toolName: string;
      readonly message: string;
      readonly code?: string | undefined;
    };

/** What a script says while it runs. */
export interface ScriptMessage {
  readonly kind: 'log' | 'notify';
  readonly level: string;
  readonly text: string;
  /** JSON text. */
  readonly data?: string | undefined;
}

/** How a script reaches what is outside of it: nothing else leads there, and all of it is text. */
export interface ScriptBridge {
  call(name: string, args: string): Promise<CallAnswer>;
  say(message: ScriptMessage): void;
  /** True once its time is over or its caller has left; asked between instructions. */
  isOver(): boolean;
  /** True once its time is over by the clock; asked with rounds of its loops, where no thread can be ended. */
  readonly isLate?: () => boolean;
  /** Settles then. */
  readonly over: Promise<void>;
}

export interface ScriptFault {
  readonly message: string;
  readonly name?: string;
  readonly line?: number;
  readonly column?: number;
  readonly toolName?: string;
  readonly code?: string;
}

export type FaultStatus = 'syntax_error' | 'illegal_access' | 'runtime_error' | 'tool_error' | 'timeout';

export type ScriptOutcome =
  | { readonly status: 'ok'; readonly result: Json }
  | { readonly status: FaultStatus; readonly error: ScriptFault };

export const fault = (status: FaultStatus, error: ScriptFault): ScriptOutcome => ({ status, error });
