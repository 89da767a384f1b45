import { claimsOf, newPkce } from '../support/oauth-driver.ts';
import type { Fields, OAuthDriver } from '../support/oauth-driver.ts';
import type { WireAnswer } from '../support/wire-client.ts';

/** What one caller does to the sign-in of others: each on a server of its own, because counts outlive the attack. */
export interface CallerAttack {
  readonly name: string;
  readonly advisory: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The server listens at a socket file, as behind a proxy of its machine. */
  readonly atSocket?: true;
  /** In place of a page of unknown fields, which `authenticate` names a subject of. */
  readonly auth?: string;
  /** Texts of an unminified bundle, and smaller bounds, so that an attack takes seconds. */
  readonly smaller?: readonly (readonly [bound: string, instead: string])[];
  /** What takes the guard out: the attack must then be seen to succeed. */
  readonly without: readonly (readonly [guard: string, instead: string])[];
  /** True: somebody else was harmed, or the attacker got more than a share. */
  succeeds(caller: CallerAt, oauth: OAuthDriver): Promise<boolean>;
}

/** Signs in with a form, on a fresh page, from an address that a proxy names. */
export type CallerAt = (address: string, form: Fields) => Promise<WireAnswer>;

export async function openCallers(oauth: OAuthDriver): Promise<CallerAt> {
  const clientId = await oauth.clientId();
  return async (address, form) => {
    const headers = { 'x-forwarded-for': address };
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://127.0.0.1:9999/callback',
      code_challenge: newPkce().challenge,
    });
    const page = await oauth.get(`/oauth/authorize?${query.toString()}`, headers);
    const id = /name="pending_auth_id" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return oauth.post('/oauth/callback', { pending_auth_id: id, ...form }, { ...headers, cookie });
  };
}

const [attacker, honest] = ['203.0.113.7', '198.51.100.1'];
const mallory = { user: 'mallory', pin: 'of mallory' };
const ada = { user: 'ada', pin: 'of ada' };
const isIn = ({ headers: { location } }: WireAnswer): boolean => location !== undefined;
const behindTrusted = { SERVICE_TRUST_PROXY: '1' };

/** More than the smaller share. */
const attempts = 150;

export const callerAttacks: readonly CallerAttack[] = [
  {
    name: 'totals: sign-ins of one address, whose grants stay until there is no room for others',
    advisory: 'CWE-770',
    variables: behindTrusted,
    smaller: [['signedIn = { share: 32 * mebibyte }', 'signedIn = { share: 65536 }']],
    without: [['signedIn = { share: 65536 }', 'signedIn = { share: Infinity }']],
    succeeds: async (signIn) => {
      for (let at = 0; at < attempts; at++) {
        const answer = await signIn(attacker, mallory);
        if (isIn(answer)) continue;
        if (answer.status !== 503 || answer.headers['retry-after'] === undefined) throw new Error(`refused with ${answer.status}`);
        return !isIn(await signIn(honest, ada));
      }
      return true;
    },
  },
  {
    name: 'guessing: the account of another, made known by the success of one’s own',
    advisory: 'CWE-307',
    variables: behindTrusted,
    without: [['isProven: name === account?.trim()', 'isProven: true']],
    succeeds: async (signIn) => {
      const addresses = Array.from({ length: 4 }, (_, at) => `203.0.113.${at}`);
      for (const address of addresses)
        if (!isIn(await signIn(address, { ...mallory, email: 'ada' }))) throw new Error('an own account signs in');
      let checked = 0;
      for (const address of addresses)
        for (let at = 0; at < 10; at++) if ((await signIn(address, { user: 'ada', pin: String(at) })).text.includes('Wrong PIN')) checked++;
      // Five failures are free; with each second that passes comes another one.
      return checked > 20;
    },
  },
  {
    name: 'guessing: an account that differs from that of another by case, to make the other known',
    advisory: 'CWE-178',
    variables: behindTrusted,
    without: [['JSON.stringify([from, name])', 'JSON.stringify([from, normalise(name)])']],
    succeeds: async (signIn) => {
      const addresses = Array.from({ length: 4 }, (_, at) => `203.0.113.${at}`);
      for (const address of addresses)
        if (!isIn(await signIn(address, { user: 'MALLORY', pin: 'of MALLORY' }))) throw new Error('an own account signs in');
      let checked = 0;
      for (const address of addresses)
        for (let at = 0; at < 10; at++)
          if ((await signIn(address, { user: 'mallory', pin: String(at) })).text.includes('Wrong PIN')) checked++;
      return checked > 20;
    },
  },
  {
    name: 'form: an account whose name differs from that of another by a space that the subject leaves out',
    advisory: 'CWE-178',
    variables: {},
    auth: `
      authenticate: ({ fields }) =>
        fields['pin'] === 'of ' + fields['user'] ? { ok: true } : { ok: false, message: 'Wrong PIN' },
      login: { fields: { user: {}, pin: { type: 'password' } }, subject: { fromField: 'user', strategy: 'per-account' } },`,
    // The account is checked as typed, and the subject made without the space.
    without: [
      ['most === void 0 ? value.slice(0, maxLength) : lineOf(value, most)', 'value'],
      ['subjectOf("login-field", value)', 'subjectOf("login-field", value.trim())'],
    ],
    succeeds: async (_signIn, oauth) => {
      const subjectOf = async (user: string): Promise<unknown> => {
        const { tokens } = await oauth.signIn({ form: { user, pin: `of ${user}` } });
        return claimsOf(tokens.access_token)['sub'];
      };
      const victim = await subjectOf('ada');
      return (await subjectOf('ada\u00a0').catch(() => 'refused')) === victim;
    },
  },
  {
    name: 'guessing: failures of one caller of an untrusted proxy, to shut out all others behind it',
    advisory: 'CWE-645',
    variables: {},
    without: [['claimed: claimedNetworkOf(', 'claimed: void (']],
    succeeds: async (signIn) => {
      for (let at = 0; at < 30; at++) await signIn(attacker, { user: `user-${at}`, pin: 'x' });
      return !isIn(await signIn(honest, ada));
    },
  },
  {
    name: 'guessing: failures of one caller of a socket file, to shut out all others',
    advisory: 'CWE-645',
    variables: {},
    atSocket: true,
    without: [['return this.#message.socket.remoteAddress;', 'return this.#message.socket.remoteAddress ?? "";']],
    succeeds: async (signIn) => {
      for (let at = 0; at < 30; at++) await signIn(attacker, { user: `user-${at}`, pin: 'x' });
      return !isIn(await signIn(honest, ada));
    },
  },
  {
    name: 'totals: open sign-ins of one caller of a socket file, until there is no room for others',
    advisory: 'CWE-770',
    variables: {},
    atSocket: true,
    smaller: [['signIns = { total: 32 * mebibyte, share: 2 * mebibyte }', 'signIns = { total: 32 * mebibyte, share: 16384 }']],
    without: [['return this.#message.socket.remoteAddress;', 'return this.#message.socket.remoteAddress ?? "";']],
    succeeds: async (signIn) => {
      for (let at = 0; at < 40; at++) await signIn(attacker, { user: `user-${at}`, pin: 'x' });
      return !isIn(await signIn(honest, ada));
    },
  },
  {
    name: 'guessing: an account that signed in behind an untrusted proxy, by another caller of it',
    advisory: 'CWE-307',
    variables: {},
    without: [['claimed: claimedNetworkOf(', 'claimed: void (']],
    succeeds: async (signIn) => {
      if (!isIn(await signIn(honest, ada))) throw new Error('an own account signs in');
      let checked = 0;
      for (let at = 0; at < 18; at++) if ((await signIn(attacker, { user: 'ada', pin: String(at) })).text.includes('Wrong PIN')) checked++;
      return checked > 12;
    },
  },
];
