/* Pages of React components in a real Chromium, bundled as an application's bundler would, for two versions of React. */
import { fileURLToPath } from 'node:url';
import { openBrowser, type BrowserPage } from '../support/browser.ts';
import { bundlePage, PageScene, PageSite } from '../support/page-site.ts';

/** Versions of React that the package takes. */
export const reactVersions = ['18', '19'] as const;
export type ReactVersion = (typeof reactVersions)[number];

/** The repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a bundler takes in place of React's packages. */
export const aliasOf = (version: ReactVersion): Readonly<Record<string, string>> =>
  version === '19' ? {} : { react: `${root}node_modules/react18`, 'react-dom': `${root}node_modules/react-dom18` };

/** A page of `test/react/page`, with the packages that it is bundled with. */
interface Variant {
  readonly name: string;
  readonly entry: string;
  readonly alias: Readonly<Record<string, string>>;
}

/** A browser, and a site whose pages may send requests anywhere. */
export async function openVariants(variants: readonly Variant[]): Promise<PageScene> {
  const scripts = variants.map(
    async ({ alias, entry, name }) => [name, (await bundlePage(`react/page/${entry}.ts`, { alias })).code] as const,
  );
  return new PageScene(await openBrowser(), await PageSite.listen(Object.fromEntries(await Promise.all(scripts)), '*'));
}

/** One page, on every version of React: its name is the version. */
export const openOnEveryReact = (entry: string): Promise<PageScene> =>
  openVariants(reactVersions.map((version) => ({ name: version, entry, alias: aliasOf(version) })));

/** Calls a function that the page offers, and waits until React has shown what comes of it. */
export const play = <T>(page: BrowserPage, name: string, ...args: readonly unknown[]): Promise<T> =>
  page.evaluate<T>(
    `(async () => { const value = await stage[${JSON.stringify(name)}](...${JSON.stringify(args)}); await new Promise((done) => setTimeout(done, 20)); return value; })()`,
  );

/** Text of the first element of a selector; null where there is none. */
export const textOf = (page: BrowserPage, selector: string): Promise<string | null> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`);
