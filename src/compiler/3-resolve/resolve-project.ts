import type { ts } from 'ts-morph';
import type { Declarations } from '../model/declarations.ts';
import type { ListedDeclaration } from '../model/listed-declaration.ts';
import type { SourceEdit } from '../model/source-edit.ts';
import type { Span } from '../model/span.ts';
import { contextMembersOf } from './context-members.ts';
import { listedDeclarations } from './listed-declarations.ts';
import { optionSpan } from './option-span.ts';
import { resolveModel, type ResolveResult } from './resolve-model.ts';
import { dynamicOptionsIn } from './dynamic-options.ts';
import { planSourceEdits } from './source-edits.ts';

/** What the sources say of the server and of its entries. */
export interface ResolvedProject extends ResolveResult {
  /** Names that entries use of their context objects; undefined when it could be any. */
  readonly contextMembers: readonly string[] | undefined;
  /** Why the model of a build is not that of every start; undefined when it is. */
  readonly dynamicOptions: string | undefined;
  /** Where an option is written, by the name of its declaration in messages and its path. */
  readonly spanOfOption: (label: string, path: string) => Span | undefined;
  readonly listed: () => readonly ListedDeclaration[];
  /** Changes of the sources that every bundle has. */
  readonly edits: () => readonly SourceEdit[];
}

export function resolveProject(declarations: Declarations, files: readonly ts.SourceFile[]): ResolvedProject {
  const { diagnostics, view } = resolveModel(declarations);
  return {
    diagnostics,
    ...(view === undefined ? {} : { view }),
    contextMembers: view === undefined ? undefined : contextMembersOf(declarations, view),
    dynamicOptions: view === undefined ? undefined : dynamicOptionsIn(declarations, view),
    spanOfOption: (label, path) => optionSpan(declarations, label, path),
    listed: () => listedDeclarations(declarations),
    edits: () => planSourceEdits(files),
  };
}
