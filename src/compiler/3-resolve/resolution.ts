import type {
  AdapterModel,
  AppModel,
  EntryModel,
  OwnerModel,
  PluginModel,
  PromptModel,
  ProviderModel,
  ResourceModel,
  ResourceTemplateModel,
  ToolModel,
} from '@service/sdk/model';
import type { DiagnosticCollector } from '../diagnostics/index.ts';
import type { EntryFacts } from '../model/compiled-model.ts';
import type { Declaration, DeclarationId, Declarations } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import type { Asked, ProviderNode } from './provider-graph.ts';

/** What one run of phase 3 fills, in the order of registration. */
export interface Resolution {
  readonly declarations: Declarations;
  readonly found: DiagnosticCollector;
  readonly blanks: Set<string>;
  readonly spans: Record<string, Span>;
  readonly facts: Record<string, EntryFacts>;
  readonly openOwners: Set<string>;
  readonly openLists: Set<string>;
  readonly apps: AppModel[];
  readonly tools: ToolModel[];
  readonly resources: ResourceModel[];
  readonly resourceTemplates: ResourceTemplateModel[];
  readonly prompts: PromptModel[];
  readonly plugins: PluginModel[];
  readonly adapters: AdapterModel[];
  readonly providers: ProviderModel[];
  readonly graph: ProviderNode[];
  /** What entries, providers and plugins ask for while they are built. */
  readonly asked: Asked[];
  /** Ids of apps whose entries inherit `availableWhen`. */
  readonly availableApps: Set<string>;
  /** First place of each name, by kind and owner. */
  readonly names: Map<string, Span>;
  /** Owners being walked: a plugin that lists itself ends there. */
  readonly walking: Set<DeclarationId>;
}

export function createResolution(declarations: Declarations, found: DiagnosticCollector): Resolution {
  return {
    declarations,
    found,
    blanks: new Set(),
    spans: {},
    facts: {},
    openOwners: new Set(),
    openLists: new Set(),
    apps: [],
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    plugins: [],
    adapters: [],
    providers: [],
    graph: [],
    asked: [],
    availableApps: new Set(),
    names: new Map(),
    walking: new Set(),
  };
}

export const describe = (declaration: Declaration): string =>
  declaration.form === 'class' ? `@${declaration.calledAs} of ${declaration.name}` : `${declaration.calledAs}() of ${declaration.name}`;

/** Where an entry is kept, for its kind. */
export function keepEntry(resolution: Resolution, entry: EntryModel): void {
  if (entry.kind === 'tool') resolution.tools.push(entry);
  else if (entry.kind === 'resource') resolution.resources.push(entry);
  else if (entry.kind === 'resource-template') resolution.resourceTemplates.push(entry);
  else resolution.prompts.push(entry);
}

export type OwnerChain = readonly OwnerModel[];
