import { asksForPages, declaredAuths, isJsonObject } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { PlannedPage } from '../compile-types.ts';
import type { Span } from '../model/span.ts';
import { pagePath, type SpanOfOption } from '../model/page-path.ts';

interface PlannedAuthPages {
  readonly pages: readonly PlannedPage[];
  /** Text of the module `service:auth-ui`; absent without pages and extras. */
  readonly module?: string;
}

/** `auth.ui` of the server and of apps with an endpoint of their own: each file once, each mount with its slots. */
export function planAuthPages(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): PlannedAuthPages {
  const asked = models.flatMap(mountsOf).filter(({ auth, id }, index, all) => {
    // Where a mount differs by environment, the pages of the first one count.
    const first = all.findIndex((one) => one.id === id && asksForPages(one.auth));
    return asksForPages(auth) && first === index;
  });
  if (asked.length === 0) return { pages: [] };
  const pages: PlannedPage[] = [];
  const slots = asked.map(({ auth, entry, id, label }) => {
    const files = Object.entries(isJsonObject(auth) && isJsonObject(auth['ui']) ? auth['ui'] : {});
    const named = files.flatMap(([slot, written]): (readonly [string, PlannedPage])[] => {
      if (typeof written !== 'string') return [];
      const span = locationOf(label, `auth.ui.${slot}`);
      const page = { root, written, from: span?.file, entry, span };
      return [[slot, addPage(pages, page)]];
    });
    return [id, named] as const;
  });
  return { pages, module: printModule(pages, slots) };
}

const mountsOf = ({ entry, server }: CompiledModel) =>
  declaredAuths(server).map(({ app: id = '', label, options: auth }) => ({ id, label, auth, entry: entry.file }));

interface Written {
  readonly root: string;
  readonly written: string;
  readonly from: string | undefined;
  readonly entry: string;
  readonly span: Span | undefined;
}

/** Relative to the file that declares it. */
function addPage(pages: PlannedPage[], { span, written, ...where }: Written): PlannedPage {
  const file = pagePath({ ...where, written });
  const known = pages.find((page) => page.file === file);
  if (known !== undefined) return known;
  const page = { name: `auth-page-${pages.length}`, file, written, react: /\.[jt]sx$/.test(file), span };
  pages.push(page);
  return page;
}

type Slots = readonly (readonly [mount: string, pages: readonly (readonly [slot: string, page: PlannedPage])[]])[];

/** Imports and one call; the scripts are bundled before the rest (phase 7). */
function printModule(pages: readonly PlannedPage[], slots: Slots): string {
  const react = pages.some((page) => page.react);
  const nameOf = (page: PlannedPage): string => `page${pages.indexOf(page)}`;
  const table = slots.map(([mount, named]) => {
    const rows = named.map(([slot, page]) => `    ${JSON.stringify(slot)}: ${nameOf(page)},`);
    return `  ${JSON.stringify(mount)}: {\n${rows.join('\n')}\n  },`;
  });
  return [
    'import { authUiWith } from "@service/sdk/features/auth-ui";',
    ...(react
      ? [
          'import { createElement } from "service:react";',
          'import { renderToString } from "service:react-dom-server";',
          'import { AuthFlowProvider } from "service:ui-auth";',
          'import { reactPage } from "@service/sdk/auth-ui";',
        ]
      : []),
    ...pages.flatMap((page, at) => [
      `import render${at} from "service:${page.name}";`,
      `import script${at} from "service:${page.name}-script";`,
      `const page${at} = { render: ${page.react ? `reactPage({ createElement, renderToString, provider: AuthFlowProvider }, render${at})` : `render${at}`}, script: script${at} };`,
    ]),
    `export const authUi = authUiWith({\n${table.join('\n')}\n});`,
    '',
  ].join('\n');
}
