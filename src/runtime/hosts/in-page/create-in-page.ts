import type { AnyClass, ServerMetadata } from '../../define/index.ts';
import { configInvalid } from '../../errors/index.ts';
import type { FeatureFactory } from '../../features/application/feature.ts';
import { changingEntries } from '../../features/changing-entries.ts';
import { librarySchemas } from '../../features/library-schemas.ts';
import { revision20260728 } from '../../mcp/revisions/2026-07-28.ts';
import { declareServer, readInfo } from '../declare-server.ts';
import { assemblePage, pageSteps } from './assembly.ts';
import { entryReplacement } from './entry-replacement.ts';
import { openPage, type PageSettings } from './open-page.ts';
import { pageOptions } from './page-options.ts';
import { PageServer } from './page-server.ts';

/** Options of {@link createInPage}. */
export interface InPageOptions extends PageSettings {
  /** What the server needs beside tools, resources and prompts: `sessions`, `rounds`, `rawSchemas`, … of `@service/sdk/in-page`. */
  readonly features?: readonly FeatureFactory[];
}

/** What every page has. */
const core: readonly FeatureFactory[] = [librarySchemas, entryReplacement, changingEntries];

/** Features that a page may have, in the order of the table of features: of several around one thing the first is the outermost. */
export const pageFeatureOrder: readonly string[] = [
  'unplanned-options', 'providers', 'plugins', 'adapters', 'plugin-endpoints', 'plugin-guards', 'plugin-methods', 'context-extensions', 'resource-templates',
  'library-schemas', 'raw-schemas', 'content-results', 'request-context', 'inner-calls', 
  'storage-memory', 'stores', 'entry-replacement', 'plugin-host', 'log-sinks', 'sessions', 'skills', 'listed-resources', 'elicitation-fallback', 'session-tasks',
  'tasks', 'changing-entries', 'rounds', 'authorities',
]; // prettier-ignore

/**
 * Makes a server in this page, of a decorated class or of the options that its decorator would take. Nothing listens: clients connect
 * through `channel()` and `transport()`.
 * @throws {ServiceError} what is wrong with the server, one fault a line: the entry or option, and what to do
 *
 * @example
 * const server = await createInPage({ info: { name: 'page', version: '1.0.0' }, tools: [add] });
 * const client = await connect(server.channel());
 */
export async function createInPage(
  given: AnyClass | ServerMetadata,
  { features = [], ...settings }: InPageOptions = {},
): Promise<PageServer> {
  const server = typeof given === 'function' ? given : declareServer(given);
  const hosted = {
    server,
    constants: {},
    features: inOrder([...core, ...features]),
    revisions: [revision20260728, ...features.flatMap(({ revisions = [] }) => revisions)],
    settings: { ...readInfo(server), entryPath: '/', port: 0, variables: {} },
  };
  const page = new PageServer(() => openPage({ ...settings, hosted, assemble: assemblePage, logging: pageSteps.logging(server) }));
  await page.ready;
  return page;
}

function inOrder(given: readonly FeatureFactory[]): readonly FeatureFactory[] {
  const options = pageOptions(given.map(({ name }) => name));
  const known = new Map([options, ...given].map((feature) => [feature.name, feature]));
  const foreign = [...known.keys()].find((name) => !pageFeatureOrder.includes(name));
  if (foreign !== undefined) throw configInvalid(`the feature "${foreign}" cannot be in a page: import features from @service/sdk/in-page`);
  return [...known.values()].toSorted((left, right) => pageFeatureOrder.indexOf(left.name) - pageFeatureOrder.indexOf(right.name));
}
