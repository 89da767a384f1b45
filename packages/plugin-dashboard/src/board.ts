import { Provider, type PluginHost } from '@service/sdk/define';
import type { EntryModel, ServerModel } from '@service/sdk/model';
import { type Graph, graphOf } from './graph.ts';

const cacheMs = 5000;

/** What the dashboard knows of its server. */
@Provider({ name: 'dashboard-board' })
export class Board {
  #host: Pick<PluginHost, 'model' | 'now'> | undefined;
  readonly #graphs = new Map<boolean, { readonly graph: Graph; readonly until: number }>();

  attach(host: Pick<PluginHost, 'model' | 'now'>): void {
    this.#host = host;
  }

  /** The server without the dashboard itself. */
  get model(): ServerModel {
    if (this.#host === undefined) throw new Error('the dashboard has not started');
    return withoutDashboard(this.#host.model);
  }

  /** @param isFresh made now, and not within the last five seconds */
  graph(hasSchemas: boolean, isFresh: boolean): Graph {
    const now = this.#host?.now() ?? 0;
    const kept = this.#graphs.get(hasSchemas);
    if (kept !== undefined && !isFresh && now < kept.until) return kept.graph;
    const graph = graphOf(this.model, { hasSchemas, now });
    this.#graphs.set(hasSchemas, { graph, until: now + cacheMs });
    return graph;
  }
}

function withoutDashboard(model: ServerModel): ServerModel {
  const own = ({ owner }: Pick<EntryModel, 'owner'>): boolean => owner.some(({ id, kind }) => kind === 'plugin' && id === 'dashboard');
  const others = <Item extends Pick<EntryModel, 'owner'>>(items: readonly Item[]): readonly Item[] => items.filter((item) => !own(item));
  const { apps, plugins, prompts, providers, resourceTemplates, resources, tools } = model;
  return {
    ...model,
    apps: apps.filter(({ id }) => id !== 'dashboard' || !plugins.some((plugin) => own(plugin) && plugin.owner[1]?.id === id)),
    tools: others(tools),
    resources: others(resources),
    resourceTemplates: others(resourceTemplates),
    prompts: others(prompts),
    providers: others(providers),
    plugins: others(plugins),
  };
}
