import type { SynonymOptions } from '@service/sdk/search';
import type { ScriptLimits } from './sandbox/script-job.ts';

/** A tool, as options that choose tools see it. */
export interface ToolChoice {
  /** Name that clients see. */
  readonly name: string;
  /** The app that has it, or `codecall.appId` of the tool. */
  readonly appId?: string | undefined;
  /** Purpose of the tool. */
  readonly description?: string | undefined;
  /** `codecall.source` of the tool. */
  readonly source?: string | undefined;
  /** Words to find it by. */
  readonly tags: readonly string[];
}

/** Options of {@link CodeCallPlugin.init}. */
export interface CodeCallOptions {
  /**
   * `codecall_only`: clients list the tools of this plugin alone, and all others are found and called by them. `codecall_opt_in`: clients list
   * all tools, and those with `codecall.enabledInCodeCall` are found and called too. `metadata_driven`: both as the field `codecall` of each tool
   * says; a tool without it is listed, and is not found.
   * @default 'codecall_only'
   */
  readonly mode?: 'codecall_only' | 'codecall_opt_in' | 'metadata_driven';
  /** Ids of the apps whose tools are found and called; those of all apps when absent. */
  readonly appIds?: readonly string[];
  /** Most tools that one question of a search finds, where the call says nothing else. @default 8 */
  readonly topK?: number;
  /** Most tools that one call describes. @default 8 */
  readonly maxDefinitions?: number;
  /** Chooses the tools that are found and called. */
  readonly includeTools?: (tool: ToolChoice) => boolean;
  /** Calls of one tool without a script: `codecall:invoke`. */
  readonly directCalls?: {
    /** Whether there is such a tool. @default true */
    readonly enabled?: boolean;
    /** Names of the tools that it calls; all that are found when absent. */
    readonly allowedTools?: readonly string[];
    /** Chooses the tools that it calls. */
    readonly filter?: (tool: ToolChoice) => boolean;
  };
  /** What scripts may do. */
  readonly vm?: VmOptions;
  /**
   * Where scripts run, on the target worker: each in an isolate of its own that the platform makes. They run in the engine of this package when
   * absent, and on every other target.
   */
  readonly sandbox?: {
    /** Who makes the isolates. */
    readonly provider: 'worker-loader';
    /** Name of the binding in `worker_loaders`. @default 'SERVICE_LOADER' */
    readonly binding?: string;
  };
  /** How tools are found. */
  readonly embedding?: EmbeddingOptions;
  /** Long scripts. */
  readonly sidecar?: {
    /** Takes long texts out of a script before it is compiled; a script may then have 102,400 characters. @default false */
    readonly enabled?: boolean;
    /** Characters from which on a text is long. @default 1024 */
    readonly extractionThreshold?: number;
    /** Most characters of a script where long texts stay in it. @default 65_536 */
    readonly maxScriptLengthWhenDisabled?: number;
  };
}

/** What scripts may do. */
export interface VmOptions {
  /** `locked_down` 2 s, no loops, no console; `secure` 3.5 s, no loops; `balanced` 5 s; `experimental` 10 s. @default 'secure' */
  readonly preset?: 'locked_down' | 'secure' | 'balanced' | 'experimental';
  /** Milliseconds that a script may take, with the tools that it calls; questions to the person do not count. The preset's when absent. */
  readonly timeoutMs?: number;
  /** Loops, 10,000 rounds of all together. The preset's when absent. */
  readonly allowLoops?: boolean;
  /** `console`. The preset's when absent. */
  readonly allowConsole?: boolean;
  /** Most calls of tools. @default 100 */
  readonly maxSteps?: number;
  /** Names of the language that scripts must not use, beside `eval` and `Function`: `Proxy`. */
  readonly disabledBuiltins?: readonly string[];
  /** Further names that scripts must not use: `getTool`. */
  readonly disabledGlobals?: readonly string[];
}

/** How tools are found. */
export interface EmbeddingOptions {
  /** `tfidf` compares words; `ml` compares vectors that `embed` makes. @default 'tfidf' */
  readonly strategy?: 'tfidf' | 'ml';
  /** Makes a vector for each text, with `strategy: 'ml'`: no model is part of this package. */
  readonly embed?: (
    texts: readonly string[],
    model: { readonly modelName?: string | undefined; readonly cacheDir?: string | undefined },
  ) => Promise<readonly (readonly number[])[]>;
  /** Given to `embed`. */
  readonly modelName?: string;
  /** Given to `embed`. */
  readonly cacheDir?: string;
  /** False alone: every vector is compared, so no index stands between. */
  readonly useHNSW?: false;
  /** Words that mean the same. */
  readonly synonymExpansion?: SynonymOptions;
}

/** Field `codecall` of a tool. */
export interface CodeCallField {
  readonly visibleInListTools?: boolean;
  readonly enabledInCodeCall?: boolean;
  readonly appId?: string;
  readonly source?: string;
  readonly tags?: readonly string[];
}

export const presets = {
  locked_down: { timeoutMs: 2000, allowLoops: false, allowConsole: false },
  secure: { timeoutMs: 3500, allowLoops: false, allowConsole: true },
  balanced: { timeoutMs: 5000, allowLoops: true, allowConsole: true },
  experimental: { timeoutMs: 10_000, allowLoops: true, allowConsole: true },
} as const;

/** Characters of a script. */
export const maxScriptLength = 102_400;
const maxIterations = 10_000;

/** What scripts of these options may use up. */
export function limitsOf({ sidecar = {}, vm = {} }: CodeCallOptions): ScriptLimits {
  const preset = presets[vm.preset ?? 'secure'];
  const { enabled = false, extractionThreshold = 1024, maxScriptLengthWhenDisabled = 65_536 } = sidecar;
  return {
    timeoutMs: vm.timeoutMs ?? preset.timeoutMs,
    allowLoops: vm.allowLoops ?? preset.allowLoops,
    allowConsole: vm.allowConsole ?? preset.allowConsole,
    maxIterations,
    maxLength: enabled ? undefined : maxScriptLengthWhenDisabled,
    extractFrom: enabled ? extractionThreshold : undefined,
    disabled: ['eval', 'Function', ...(vm.disabledBuiltins ?? []), ...(vm.disabledGlobals ?? [])],
  };
}
