import type { Span } from './span.ts';
import type { SchemaTable, TableFacts } from '@service/sdk/schema-table';

// The contract of src/compiler/schemas: `find` reads sites from the sources, `compile` turns their schemas of zod into tables inside of the
// evaluating process, `plan` decides what stands in their place, and `print` writes that down.

/** A stretch of a file of the project. */
export interface SourceRange {
  /** Absolute path. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Why an expression cannot be evaluated at build, and where that is written. */
export interface SchemaProblem {
  readonly text: string;
  /** Absolute path of the file of `span`. */
  readonly file: string;
  readonly span: Span;
  /** The module that a schema of a package comes from. */
  readonly package?: string;
}

/** Owner of a schema when its tool gets its name at run time: `tool({ name, … })` in a function. */
export const unnamedTool = 'a tool';

/** An expression that hands a schema of zod to the run time: an option of a tool, or what a running call asks for. */
export interface SchemaSite extends SourceRange {
  /** Unique in a project and equal from build to build: `s0`. */
  readonly id: string;
  readonly role: 'input' | 'output' | 'question';
  /** Owner of the schema, for the report: `tool "add"`. */
  readonly owner: string;
  readonly span: Span;
  /** Written as `{ inputSchema }`: the name stands for both. */
  readonly shorthand?: string;
  /** Modules of the project that the expression names; they are loaded even when nothing else names them. */
  readonly imports: readonly string[];
  /** Constants and functions that the expression leads to, itself left out. */
  readonly reached: readonly SourceRange[];
  /** Set when the expression depends on something that only running decides. */
  readonly problem?: SchemaProblem;
}

/** A value given to zod that may be a function. */
export interface SchemaCallback extends SourceRange {
  /** `c0`. */
  readonly id: string;
  /** Names nothing but what the whole module sees, so that it may be written again at the module's end. */
  readonly hoistable: boolean;
}

/** A constant or function at the top of a module that does nothing but make schemas: it may leave the bundle. */
export interface SchemaConstant extends SourceRange {
  /** A function is dropped without help; a constant's initialiser has to be marked as free of effects. */
  readonly form: 'value' | 'function';
}

/** Where a file names zod, or a constant made with it. */
export interface SchemaUse extends SourceRange {
  readonly span: Span;
}

/** A call of one of zod's functions: `z.instanceof(URL)`. */
export interface SchemaCall extends SourceRange {
  /** `instanceof` */
  readonly name: string;
  readonly span: Span;
}

/** What the sources say about schemas. Only a build reads it. */
export interface SchemaSources {
  readonly sites: readonly SchemaSite[];
  readonly callbacks: readonly SchemaCallback[];
  readonly constants: readonly SchemaConstant[];
  readonly uses: readonly SchemaUse[];
  readonly calls: readonly SchemaCall[];
}

/** What a schema site is made of. Keys are the site's id. */
export interface CompiledSite {
  readonly id: string;
  readonly table: SchemaTable;
  /** What the run time would otherwise ask the schema for. */
  readonly facts: TableFacts;
  /** The schema library that the project has installed says things otherwise than this one knows. */
  readonly foreignTexts?: true;
}

/** A site that keeps its schema of zod, and why. */
export interface KeptSite {
  readonly id: string;
  readonly problem: string;
  /** The function of zod that made the part at fault: `instanceof`. */
  readonly call?: string;
}

export type EvaluatedSite = CompiledSite | KeptSite;

/** A place in the project that names zod and stays, for the report. */
export interface KeptSchema {
  readonly span: Span;
  /** Absolute path. */
  readonly file: string;
  /** Owner of the schema, and why it stays. */
  readonly text: string;
  /** What would let it go. */
  readonly hint: string;
  /** The package that made the schema. */
  readonly package?: string;
}
