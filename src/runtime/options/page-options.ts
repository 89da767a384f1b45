/*
 * What of a server cannot be in a page. Protection and stores that would be lost are refused; what only says how a server is reached over a
 * network has no effect.
 */

const noStore = 'keep what must stay in indexedDbStore or localStorageStore of @service/sdk/in-page';

/** Options that would protect or keep something, with what to do instead. */
const refused: Readonly<Record<string, string>> = {
  redis: `a page reaches no Redis: ${noStore}`,
  sqlite: `a page has no SQLite: ${noStore}`,
  sessions: 'a page has no Durable Objects: remove it',
  throttle: 'a page has one caller and counts no addresses: limit calls in the tools, or on the server that they call',
  splitByApp: 'a page has no endpoints: make a server of each app',
  standalone: 'a page has no endpoints: make a server of the app',
};

/** Options without a meaning where nothing listens. */
const ignored = ['http', 'transport', 'metrics', 'health', 'registry', 'pubsub', 'storeNamespace'] as const;

type Options = Readonly<Record<string, unknown>>;

const isSet = (value: unknown): boolean => value !== undefined && value !== false;

/** What cannot be in a page, and what to do instead. */
export interface RefusedInPage {
  readonly option: string;
  readonly instead: string;
}

/** Options of a server or an app that cannot be in a page. */
export function refusedInPage(options: Options): readonly RefusedInPage[] {
  const found = Object.entries(refused).flatMap(([option, instead]) => (isSet(options[option]) ? [{ option, instead }] : []));
  const { auth } = options;
  const mode = typeof auth === 'object' && auth !== null && 'mode' in auth ? auth.mode : 'local';
  if (!isSet(auth) || mode === 'public') return found;
  const instead = `nobody in a page checks tokens of mode ${String(mode)}: name the person where a client connects, channel({ user }), or sign people in on a server`;
  return [...found, { option: 'auth', instead }];
}

/** Options of a server that a page ignores, by name. */
export const withoutEffectInPage = (options: Options): readonly string[] => ignored.filter((name) => isSet(options[name]));
