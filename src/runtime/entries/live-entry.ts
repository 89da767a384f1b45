import type { Declaration, SchemaOutcome } from '../define/index.ts';
import type { EntryModel, PromptModel, ResourceModel, ResourceTemplateModel, ToolModel } from '../model/index.ts';
import type { Awaitable } from '../std/index.ts';
import type { UriMatcher } from './uri-matcher.ts';

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
