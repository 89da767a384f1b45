import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { encodeFields, newPkce, OAuthDriver, type Fields } from '../support/oauth-driver.ts';
import { send, type WireAnswer } from '../support/wire-client.ts';
import { call, type Answered, type Receiver } from './approval-project.ts';
import { pluginProject } from './plugin-project.ts';

/** Tools that another system approves, whose requests are pages of this server too. @param storage of approvals, as code @param tokens of sign-ins */
export const pagedProject = (storage = "'memory'", tokens = storage): BuiltProject =>
  pluginProject(
    'paged',
    `
import { ApprovalPlugin } from '@service/plugin-approval';
import { type Authenticate, Service, tool } from '@service/sdk';
import { z } from 'zod';

const authenticate: Authenticate = ({ fields }) =>
  fields['pin'] === '1234' ? { ok: true, sub: String(fields['email']), profile: { email: String(fields['email']), name: 'Ada Lovelace' } } : { ok: false, message: 'Wrong PIN' };
const preApprovedContexts = [{ type: 'guards', identifier: 'off' }];
const contextResolver = () => ({ type: 'guards', identifier: process.env['GUARDS'] === 'off' ? 'off' : 'on' });
const inputSchema = { amount: z.number().optional(), to: z.string().optional() };
const told = tool({ name: 'told', description: 'Is approved.', inputSchema,
  approval: { approvalMessage: 'Pay this invoice?', category: 'write', riskLevel: 'high', maxTtlMs: 3_600_000, preApprovedContexts } })(() => 'SECRET result');
const once = tool({ name: 'once', description: 'Is approved each time.', inputSchema, approval: { alwaysPrompt: true, preApprovedContexts } })(() => 'SECRET result');

@Service({
  info: { name: 'paged', title: 'Invoices', version: '1.0.0' },
  tools: [told, once],
  plugins: [
    ApprovalPlugin.init({
      storage: ${storage},
      contextResolver,
      mode: 'webhook',
      webhook: { url: process.env['RECEIVER'] ?? 'http://127.0.0.1:1', allowPrivate: true, publicUrl: 'http://localhost', challengeTtl: 5, page: true },
    }),
  ],
  auth: { mode: 'local', tokenStorage: ${tokens}, consent: { enabled: true }, login: { fields: { email: { type: 'email', label: 'Email' }, pin: { type: 'password', label: 'PIN' } } }, authenticate },
})
export class Server {}
`,
  );

/** Bytes for the keys of the server. */
export const pageSecret = 'a secret of the server, of 40 characters';

interface PostedForm {
  readonly path: string;
  readonly fields: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A person with a program that calls, and a browser with its cookies. */
export class Person {
  readonly email: string;
  readonly #cookies = new Map<string, string>();
  #token: Promise<string> | undefined;

  constructor(email: string) {
    this.email = email;
  }

  /** A call of the person's program. */
  async call(server: Pick<BuiltServer, 'port'>, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answered> {
    this.#token ??= this.#signIn(server);
    return call(server, { name, args, headers: { authorization: `Bearer ${await this.#token}` } });
  }

  /** @returns the challenge of the request that the receiver got */
  async ask(
    server: Pick<BuiltServer, 'port'>,
    receiver: Receiver,
    [name, args = {}]: readonly [string, Readonly<Record<string, unknown>>?],
  ): Promise<string> {
    const before = receiver.delivered.length;
    await this.call(server, name, args);
    return String(receiver.delivered[before]?.body['codeChallenge']);
  }

  /** Another browser with the same cookies. */
  copy(): Person {
    const other = new Person(this.email);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }

  /** Signs in for a request. @returns where the browser would go on, with the code */
  async signInFor(server: Pick<BuiltServer, 'port'>, challenge: string): Promise<string> {
    const { text } = await this.follow(server, await this.get(server, pageOf(challenge)));
    const { headers, status } = await this.post(server, {
      path: '/oauth/callback',
      fields: { ...hiddenOf(text), email: this.email, pin: '1234' },
    });
    if (status !== 302) throw new Error(`the sign-in ended with ${status}, after: ${text.slice(0, 200)}`);
    const { pathname, search } = new URL(String(headers.location));
    return pathname + search;
  }

  /** Opens a request, and signs in where the page asks for it. */
  async open(server: Pick<BuiltServer, 'port'>, challenge: string): Promise<WireAnswer> {
    let answer = await this.follow(server, await this.get(server, pageOf(challenge)));
    if (answer.text.includes('name="pending_auth_id"')) {
      const form = { ...hiddenOf(answer.text), email: this.email, pin: '1234' };
      answer = await this.follow(server, await this.post(server, { path: '/oauth/callback', fields: form }));
    }
    return answer;
  }

  /** Sends the form of a page. */
  decide(server: Pick<BuiltServer, 'port'>, page: WireAnswer, fields: Fields): Promise<WireAnswer> {
    return this.post(server, { path: '/oauth/page', fields: { ...hiddenOf(page.text), ...fields } });
  }

  get(server: Pick<BuiltServer, 'port'>, path: string): Promise<WireAnswer> {
    return this.#send(server, { method: 'GET', path });
  }

  post(server: Pick<BuiltServer, 'port'>, { fields, headers = {}, path }: PostedForm): Promise<WireAnswer> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send(server, { path, headers: { ...type, ...headers }, body: encodeFields(fields) });
  }

  async follow(server: Pick<BuiltServer, 'port'>, first: WireAnswer): Promise<WireAnswer> {
    let answer = first;
    for (let hops = 0; answer.status === 302 && hops < 8; hops++) {
      const { pathname, search } = new URL(String(answer.headers.location));
      answer = await this.get(server, pathname + search);
    }
    return answer;
  }

  async #send(
    { port }: Pick<BuiltServer, 'port'>,
    request: {
      readonly path: string;
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    },
  ): Promise<WireAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send({
      port,
      ...request,
      headers: { host: `localhost:${port}`, ...(cookie === '' ? {} : { cookie }), ...request.headers },
    });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = line.split(/[=;]/);
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  async #signIn({ port }: Pick<BuiltServer, 'port'>): Promise<string> {
    const host = `localhost:${port}`;
    const oauth = new OAuthDriver((request) => send({ port, ...request, headers: { host, ...request.headers } }), `http://${host}`);
    const clientId = await oauth.clientId();
    const pkce = newPkce();
    const page = await oauth.open(clientId, pkce);
    const chosen = await oauth.submit(page, { email: this.email, pin: '1234' });
    const answer = await oauth.submit(page, { ...hiddenOf(chosen.text), tools: ['told', 'once'] });
    const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? '';
    const tokens = await oauth.exchange({ clientId, code, pkce });
    return (JSON.parse(tokens.text) as { access_token: string }).access_token;
  }
}

export const pageOf = (challenge: string): string => `/approvals?request=${encodeURIComponent(challenge)}`;

/** Hidden fields of a form. */
export const hiddenOf = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
