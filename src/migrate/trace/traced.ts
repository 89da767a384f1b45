import type { ts } from 'ts-morph';
import type { Finding } from '../findings.ts';
import type { SourceModule } from '../read/source-module.ts';
import type { DeclaredFunction } from './syntax.ts';

export type EntryKind = 'tool' | 'resource' | 'prompt';

/** One `registerTool`, `tool`, `registerResource`, `resource`, `registerPrompt` or `prompt` of the source. */
export interface Registration {
  readonly kind: EntryKind;
  readonly module: SourceModule;
  readonly call: ts.CallExpression;
  /** The statement that is replaced by a declaration. */
  readonly statement: ts.Statement;
  /** As clients see it, where the source says it. */
  readonly name: string | undefined;
}

/** `setRequestHandler(Schema, handler)`. */
export interface RequestHandler {
  readonly schema: string;
  readonly module: SourceModule;
  readonly call: ts.CallExpression;
  readonly statement: ts.Statement;
}

/** A function whose statements move to the top of its module: it makes the server, fills it or starts it. */
export interface SetupFunction {
  readonly module: SourceModule;
  readonly declared: DeclaredFunction;
  /** Parameter → what the only caller gives, where both are names of one module. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** The server as its source makes it, in the order in which it would run. */
export interface TracedServer {
  readonly module: SourceModule;
  readonly construction: ts.NewExpression;
  readonly registrations: readonly Registration[];
  readonly handlers: readonly RequestHandler[];
  readonly setup: readonly SetupFunction[];
  /** Names under which the server is known, by module file. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly left: readonly Finding[];
}
