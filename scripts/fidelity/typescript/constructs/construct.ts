/** Compiler options under which all constructs are compiled at once. */
export const optionSets = {
  default: {},
  'set-fields': { useDefineForClassFields: false },
  legacy: { experimentalDecorators: true },
  'legacy-set-fields': { experimentalDecorators: true, useDefineForClassFields: false, target: 'es2019' },
  metadata: { experimentalDecorators: true, emitDecoratorMetadata: true, useDefineForClassFields: false },
  isolated: { isolatedModules: true },
  verbatim: { verbatimModuleSyntax: true },
  'preserved-enums': { preserveConstEnums: true, target: 'es2024' },
} as const satisfies Readonly<Record<string, object>>;

export type OptionSet = keyof typeof optionSets;

/** Something whose meaning depends on another file or on a compiler option. */
export interface Construct {
  readonly name: string;
  /** By path in its folder. `run.ts` exports `run`, whose result is compared as JSON. */
  readonly files: Readonly<Record<string, string>>;
  /** Where TypeScript accepts it; everywhere when absent. */
  readonly only?: readonly OptionSet[];
}

/** One file, or several with `run.ts` among them. */
export const construct = (name: string, files: string | Readonly<Record<string, string>>, only?: readonly OptionSet[]): Construct => ({
  name,
  files: typeof files === 'string' ? { 'run.ts': files } : files,
  ...(only === undefined ? {} : { only }),
});

/** Each file is compiled with what others say. */
export const wholeProgram: readonly OptionSet[] = ['default', 'set-fields', 'legacy', 'legacy-set-fields', 'metadata', 'preserved-enums'];
/** With `preserveConstEnums` TypeScript's own emit imports an enum that only a declaration has, and does not run. */
export const forgottenEnums: readonly OptionSet[] = wholeProgram.filter((set) => set !== 'preserved-enums');
/** Types need no mark where they are imported. */
export const unmarkedTypes: readonly OptionSet[] = [...wholeProgram, 'isolated'];
export const standardDecorators: readonly OptionSet[] = ['default', 'set-fields', 'isolated', 'verbatim', 'preserved-enums'];
export const legacyDecorators: readonly OptionSet[] = ['legacy', 'legacy-set-fields', 'metadata'];

/** A module that keeps what others note in it, and the start of one that notes its name. */
export const log = 'export const log: string[] = [];';
export const noisy = (name: string, rest: string): string => `import { log } from "./log.js";\nlog.push("${name}");\n${rest}`;
