import type { EntryModel, ServerModel } from '@service/sdk/model';
import type { Diagnostic, DiagnosticLocation } from '../diagnostics/index.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { EnvTemplate } from '../model/environment-sources.ts';
import type { Span } from '../model/span.ts';
import type { Target } from '../target.ts';

/** Input of the rules: the compiled model or, before evaluation, the view of the sources, which has no options yet. */
export interface CheckedModel extends Pick<CompiledModel, 'spans'>, Partial<Pick<CompiledModel, 'facts' | 'startCalls' | 'unprovided'>> {
  readonly server: Omit<ServerModel, 'options'> & Partial<Pick<ServerModel, 'options'>>;
  /** Owners to which evaluation may add entries and plugins, so nothing counts as missing yet. */
  readonly openOwners?: readonly string[];
  /** Where the config and the deployment put the endpoint, unless the code says otherwise. */
  readonly configPath?: string | undefined;
  /** What the deployment sets for the server (`deployments[].server`). */
  readonly variables?: Readonly<Record<string, string>>;
  /** Where an option is written, by the label of its declaration in messages and its path. */
  readonly spanOfOption?: (label: string, path: string) => Span | undefined;
  /** Absent where it was not read. */
  readonly envTemplate?: EnvTemplate;
}

export const isOpen = ({ openOwners = [] }: CheckedModel): boolean => openOwners.length > 0;

export type Rule = (model: CheckedModel, target?: Target) => readonly Diagnostic[];

/** Where an entry is reported; an entry made at run time at the server. */
export const locationOf = ({ spans }: CheckedModel, id: string): DiagnosticLocation => ({ span: spans[id] ?? spans['server'] });

/** Where an option is written, or the part of its path that is; else the server. */
export const locationOfOption = (model: CheckedModel, label: string, path: string): DiagnosticLocation => ({
  span: model.spanOfOption?.(label, path) ?? model.spans['server'],
});

export const kindText = (entry: EntryModel): string => (entry.kind === 'resource-template' ? 'resource template' : entry.kind);
