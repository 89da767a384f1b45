/*
 * What of a server cannot be in a page. Protection and stores that would be lost are refused; what only says how a server is reached over a
 * network has no effect.
 */

const noStore = 'keep what must stay with indexedDb or localStorage in a store of a plugin';

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

/** What is wrong with the options of a server or an app, one fault an item. */
export function refusedInPage(options: Options): string[] {
  const faults = Object.entries(refused).flatMap(([name, instead]) =>
    isSet(options[name]) ? [`"${name}" cannot be in a page: ${instead}`] : [],
  );
  const { auth } = options;
  const mode = typeof auth === 'object' && auth !== null && 'mode' in auth ? auth.mode : 'local';
  if (!isSet(auth) || mode === 'public') return faults;
  const instead = 'name the person where a client connects, channel({ user }), or sign people in on a server';
  return [...faults, `"auth" of mode ${String(mode)} cannot be in a page, where nobody could check a token: ${instead}`];
}

/** Options of a server that a page ignores, one warning an item. */
export const withoutEffectInPage = (options: Options): string[] =>
  ignored.filter((name) => isSet(options[name])).map((name) => `"${name}" has no effect in a page, which listens on no port: remove it`);
