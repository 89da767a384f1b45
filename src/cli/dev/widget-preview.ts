import { existsSync } from 'node:fs';
import { sha256Text } from '@service/sdk/internal';
import type { BuildResult } from '../../compiler/index.ts';
import type { PageEvents } from '../page/page-events.ts';
import { pageFinding } from '../page/page-finding.ts';
import type { WidgetPosition } from '../page/page-types.ts';

type Widgets = NonNullable<BuildResult['output']>['widgets'];

/** Shows changed widgets in the page before the server that holds them is built: a document needs the files of its widget alone. */
export class WidgetPreview {
  readonly #page: PageEvents;
  #widgets: Widgets = [];
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

  /** Where a position of a widget is in the sources; undefined where they say nothing of it, and for another document than the newest. */
  async placeOf({ column, hash, line, tool }: WidgetPosition): Promise<string | undefined> {
    for (const widget of this.#widgets)
      if (widget.tool === tool && (await sha256Text(widget.built.html)) === hash) return widget.placeOf(line, column);
    return undefined;
  }
}
