import type { SchemaIssue, Declaration, SchemaOutcome } from '../define/index.ts';
import type { EntryId, EntryModel, ToolModel, PromptModel, ResourceModel, ResourceTemplateModel } from '../model/index.ts';
import type { convertSchemas } from './convert-schemas.ts';
import type { skillModels } from './skill-models.ts';
import type { createUriMatcher, UriMatcher } from './uri-matcher.ts';
import type { Awaitable } from '../std/index.ts';

/** Tells what is wrong with a value; `undefined` for a good one. */
export type Validator = (value: unknown) => readonly SchemaIssue[] | undefined;

/** Validators of raw JSON Schemas. */
export interface Checks {
  /** Compiled at build, by entry. */
  readonly validators?: Readonly<Record<EntryId, Validator>>;
}

/** What only some entries need; each comes with one feature. */
export interface EntryServices {
  /** Where resources have templates. */
  readonly createUriMatcher?: typeof createUriMatcher;
  /** Where a schema of a tool is not a table of the build. */
  readonly checkLibrarySchema?: (schema: unknown) => Check;
  /** Where JSON Schema alone describes the arguments of a tool. */
  readonly checkRaw?: (model: ToolModel, checks: Checks) => Check;
  /** Where skills come and go. */
  readonly skillModels?: typeof skillModels;
  /** Where the sources do not decide a schema. */
  readonly convertSchemas?: typeof convertSchemas;
}

/** Checks a value and gives the parsed one. */
export type Check = (value: unknown) => Awaitable<SchemaOutcome>;

/** An entry ready to be called: its model and what the author wrote. */
export interface LiveEntry<M extends EntryModel = EntryModel> {
  readonly model: M;
  readonly declaration: Declaration;
  /** Throws; undefined for an entry that exists here. */
  readonly refuse: (() => never) | undefined;
}

export interface LiveTool extends LiveEntry<ToolModel> {
  readonly checkInput: Check;
  /** Absent for content kinds and for tools without output schema. */
  readonly checkOutput?: Check;
  readonly allowNonFinite: boolean;
}

export type LiveResource = LiveEntry<ResourceModel>;
export interface LiveTemplate extends LiveEntry<ResourceTemplateModel>, UriMatcher {}
export type LivePrompt = LiveEntry<PromptModel>;
