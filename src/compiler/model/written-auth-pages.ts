import { asksForPages, declaredAuths, isJsonObject } from '@service/sdk/model';
import type { CompiledModel } from './compiled-model.ts';
import { pagePath, type SpanOfOption } from './page-path.ts';
import type { Span } from './span.ts';

/** A file that `auth.ui` names. */
export interface WrittenPage {
  readonly slot: string;
  /** As it is written. */
  readonly written: string;
  /** Absolute path. */
  readonly file: string;
  readonly span: Span | undefined;
}

export interface WrittenMount {
  /** Id of the app; empty for the server. */
  readonly id: string;
  readonly pages: readonly WrittenPage[];
}

/** `auth.ui` of the server and of apps with an endpoint of their own. A path is relative to the file that declares it. */
export function writtenAuthPages(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): readonly WrittenMount[] {
  const asked = models.flatMap(mountsOf).filter(({ auth, id }, index, all) => {
    // Where a mount differs by environment, the pages of the first one count.
    const first = all.findIndex((one) => one.id === id && asksForPages(one.auth));
    return asksForPages(auth) && first === index;
  });
  return asked.map(({ auth, entry, id, label }) => {
    const files = Object.entries(isJsonObject(auth) && isJsonObject(auth['ui']) ? auth['ui'] : {});
    const pages = files.flatMap(([slot, written]): WrittenPage[] => {
      if (typeof written !== 'string') return [];
      const span = locationOf(label, `auth.ui.${slot}`);
      return [{ slot, written, file: pagePath({ root, written, from: span?.file, entry }), span }];
    });
    return { id, pages };
  });
}

const mountsOf = ({ entry, server }: CompiledModel) =>
  declaredAuths(server).map(({ app: id = '', label, options: auth }) => ({ id, label, auth, entry: entry.file }));
