import {
  type AdapterModel,
  type AppModel,
  type EntryModel,
  type OwnerModel,
  ownerPath,
  type PluginModel,
  type PluginStoreModel,
  type PromptModel,
  type ProviderModel,
  type ResourceModel,
  type ResourceTemplateModel,
  type ToolModel,
} from '@service/sdk/model';
import type { DiagnosticCollector } from '../diagnostics/index.ts';
import type { EntryFacts, UnprovidedNeed, UnreadClass } from '../model/compiled-model.ts';
import type { Declaration, DeclarationId, Declarations, Need } from '../model/declarations.ts';
import type { BranchItem, ShownBranches } from '../model/branches.ts';
import type { Span } from '../model/span.ts';

/** What one run of phase 3 fills, in the order of registration. */
export interface Resolution {
  readonly declarations: Declarations;
  readonly found: DiagnosticCollector;
  readonly blanks: Set<string>;
  readonly spans: Record<string, Span>;
  readonly facts: Record<string, EntryFacts>;
  readonly openOwners: Set<string>;
  readonly openLists: Set<string>;
  readonly unread: UnreadClass[];
  readonly apps: AppModel[];
  readonly tools: ToolModel[];
  readonly resources: ResourceModel[];
  readonly resourceTemplates: ResourceTemplateModel[];
  readonly prompts: PromptModel[];
  readonly plugins: PluginModel[];
  /** Stores that branches of a plugin's options may need, by the path of the plugin. */
  readonly shownStores: Record<string, readonly PluginStoreModel[]>;
  /** What other branches of the lists bring. */
  readonly branchItems: BranchItem[];
  readonly adapterOptions: Record<string, ShownBranches['adapterOptions'][string]>;
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
    unread: [],
    apps: [],
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    plugins: [],
    shownStores: {},
    branchItems: [],
    adapterOptions: {},
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

export function keepNeeds(
  { asked }: Pick<Resolution, 'asked'>,
  { name, needs, owner }: { readonly name: string; readonly needs: readonly Need[]; readonly owner: OwnerChain },
): void {
  for (const need of needs) asked.push({ name, need, owner });
}

/** Tokens that are asked for and that no list gives to the asker. None where a list or a provider's token is computed. */
export function unprovidedNeeds({ asked, graph, openLists }: Pick<Resolution, 'asked' | 'graph' | 'openLists'>): readonly UnprovidedNeed[] {
  const openers = ['providers', 'plugins', 'apps'].filter((list) => openLists.has(list));
  if (openers.length > 0 || graph.some(({ tokenKnown }) => !tokenKnown)) return [];
  const found = new Map<string, UnprovidedNeed>();
  for (const { name, need, owner } of asked) {
    if (!need.isDecided) continue;
    const same = graph.filter(({ token }) => token === need.token);
    if (same.some((provider) => isSeen(provider, owner))) continue;
    const place = same[0]?.owner.at(-1);
    found.set(`${need.span.file}:${need.span.start}`, {
      asker: name,
      token: need.text,
      elsewhere: place && `the ${place.kind} "${place.id}"`,
      span: need.span,
    });
  }
  return [...found.values()];
}

/** Owners see their own providers, those of the owners around them, and those of plugins that were registered in one of these. */
function isSeen({ isExported, owner }: ProviderNode, asker: OwnerChain): boolean {
  if (isExported) return true;
  const around = asker.map((_step, at) => ownerPath(asker.slice(0, at + 1)));
  const registrar = owner.filter(({ kind }) => kind === 'server' || kind === 'app');
  return around.includes(ownerPath(owner)) || around.includes(ownerPath(registrar));
}

/** A provider and its dependencies. */
interface ProviderNode {
  readonly token: string;
  /** False where the sources do not decide which token it is. */
  readonly tokenKnown: boolean;
  readonly name: string;
  readonly scope: 'global' | 'context';
  readonly needs: readonly Need[];
  readonly owner: readonly OwnerModel[];
  /** By its plugin, to the whole server. */
  readonly isExported: boolean;
  readonly span: Span;
}

/** One token that something asks for while it is built. */
interface Asked {
  /** Of the class or provider that asks. */
  readonly name: string;
  readonly need: Need;
  readonly owner: readonly OwnerModel[];
}

/** Reports cycles, and global providers that would keep one request's data for ever. */
export function checkProviderGraph(nodes: readonly ProviderNode[], found: DiagnosticCollector): void {
  const byToken = new Map(nodes.map((node) => [node.token, node]));
  for (const node of nodes) {
    if (node.scope !== 'global') continue;
    for (const need of node.needs) {
      const asked = byToken.get(need.token);
      const isOfRequest = asked === undefined ? need.text === requestToken : asked.scope === 'context';
      if (isOfRequest) found.report('provider-scope', { name: node.name, asks: asked?.name ?? need.text }, { span: need.span });
    }
  }
  reportCycles(byToken, found);
}

/** The token of the request itself: no provider stands behind it. */
const requestToken = 'SERVICE_CONTEXT';

function reportCycles(byToken: ReadonlyMap<string, ProviderNode>, found: DiagnosticCollector): void {
  const finished = new Set<ProviderNode>();
  const path: ProviderNode[] = [];
  const visit = (node: ProviderNode): void => {
    if (finished.has(node)) return;
    const at = path.indexOf(node);
    if (at !== -1) {
      reportCycle(path.slice(at), found);
      return;
    }
    path.push(node);
    for (const need of node.needs) {
      const asked = byToken.get(need.token);
      if (asked !== undefined) visit(asked);
    }
    path.pop();
    finished.add(node);
  };
  for (const node of byToken.values()) visit(node);
}

function reportCycle(cycle: readonly ProviderNode[], found: DiagnosticCollector): void {
  const [first] = cycle;
  if (first === undefined) return;
  const related = cycle.slice(1).map(({ name, span }) => ({ message: `${name} is declared here`, span }));
  found.report(
    'provider-cycle',
    { path: [...cycle, first].map(({ name }) => name) },
    { span: first.span, ...(related.length > 0 ? { related } : {}) },
  );
}
