import { existsSync } from 'node:fs';
import { sha256Text } from '@service/sdk/internal';
import type { BuildResult } from '../../compiler/index.ts';
import type { PageEvents } from '../page/page-events.ts';
import { pageFinding } from '../page/page-finding.ts';
import type { PlacesAnswer, PlacesRequest } from '../page/page-types.ts';

type Widgets = NonNullable<BuildResult['output']>['widgets'];

/** Shows changed widgets in the page before the server that holds them is built: a document needs the files of its widget alone. */
export class WidgetPreview {
  readonly #page: PageEvents;
  #widgets: Widgets = [];
  /** Of the documents, each made when it is first asked for. */
  readonly #hashes = new WeakMap<Widgets[number], Promise<string>>();
  /** Of the last save; an earlier one that ends later is out of date. */
  #save = 0;

  constructor(page: PageEvents) {
    this.#page = page;
  }

  /** Widgets of the last good build. */
  follow(widgets: Widgets): void {
    this.#widgets = widgets;
  }

  /** Makes the widgets of saved files anew. What else was saved may change their options, so then the build shows them. */
  async show(saved: readonly string[]): Promise<void> {
    const save = ++this.#save;
    const isOfWidget = (file: string): boolean => this.#widgets.some(({ inputs }) => inputs.includes(file));
    // Editors write a file beside it and rename that.
    const isGone = (file: string): boolean => !existsSync(file);
    if (!this.#page.isHeard || !saved.every((file) => isOfWidget(file) || isGone(file))) return;
    const changed = this.#widgets.filter(({ inputs }) => saved.some((file) => inputs.includes(file)));
    const made = await Promise.all(changed.map(async (before) => ({ before, after: await before.again() })));
    if (save !== this.#save) return;
    const faults = made.flatMap(({ after }) => ('diagnostics' in after ? after.diagnostics : []));
    if (faults.length > 0) return this.#page.tell({ kind: 'findings', findings: faults.map(pageFinding) });
    for (const { after, before } of made) {
      if ('diagnostics' in after) continue;
      this.#widgets = this.#widgets.map((one) => (one === before ? after : one));
      const { built, tool } = after;
      this.#page.tell({ kind: 'widget', tool, html: built.html, csp: built.csp });
    }
  }

  /** Where positions of a widget are in the sources; null where they say nothing of it, and for another document than the newest. */
  async placesOf({ hash, positions, tool }: PlacesRequest): Promise<PlacesAnswer['places']> {
    const named = this.#widgets.filter((widget) => widget.tool === tool);
    const hashes = await Promise.all(named.map((widget) => this.#hashOf(widget)));
    const widget = named[hashes.indexOf(hash)];
    return positions.map(({ column, line }) => widget?.placeOf(line, column) ?? null);
  }

  #hashOf(widget: Widgets[number]): Promise<string> {
    const hash = this.#hashes.get(widget) ?? sha256Text(widget.built.html);
    this.#hashes.set(widget, hash);
    return hash;
  }
}
