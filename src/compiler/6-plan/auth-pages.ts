import type { CompiledModel } from '../model/compiled-model.ts';
import type { PlannedPage } from '../compile-types.ts';
import type { SpanOfOption } from '../model/page-path.ts';
import { writtenAuthPages, type WrittenPage } from '../model/written-auth-pages.ts';

interface PlannedAuthPages {
  readonly pages: readonly PlannedPage[];
  /** Text of the module `service:auth-ui`; absent without pages and extras. */
  readonly module?: string;
}

/** The pages of `auth.ui`: each file once, each mount with its slots. */
export function planAuthPages(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): PlannedAuthPages {
  const mounts = writtenAuthPages(models, root, locationOf);
  if (mounts.length === 0) return { pages: [] };
  const pages: PlannedPage[] = [];
  const slots = mounts.map((mount) => [mount.id, mount.pages.map((page) => [page.slot, addPage(pages, page)] as const)] as const);
  return { pages, module: printModule(pages, slots) };
}

function addPage(pages: PlannedPage[], { file, span, written }: WrittenPage): PlannedPage {
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
