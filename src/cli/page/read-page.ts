import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BuiltPage } from './compose-page.ts';

/** Beside the packed command line. */
const built = new URL('../../page/page.json', import.meta.url);
/** In a checkout, which has no build step: the page is bundled when it is first asked for. */
const builder = new URL('../../page/build-page.ts', import.meta.url);

let read: Promise<BuiltPage> | undefined;

/** The page, as packing has bundled it. */
export const readPage = (): Promise<BuiltPage> => (read ??= readOnce());

async function readOnce(): Promise<BuiltPage> {
  // Packing writes both members.
  if (existsSync(fileURLToPath(built))) return JSON.parse(await readFile(built, 'utf8')) as BuiltPage;
  const { buildPage } = (await import(builder.href)) as { readonly buildPage: () => Promise<BuiltPage> };
  return buildPage();
}
