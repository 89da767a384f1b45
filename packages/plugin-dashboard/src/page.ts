import { encodeBase64, escapeHtml, html, rawHtml, scriptJson, sha256 } from '@service/sdk/internal';
import { type Access, challenge } from './access.ts';
import type { Board } from './board.ts';
import type { DashboardSettings } from './dashboard-options.ts';
import { isOpenToAll, type Graph } from './graph.ts';
import { hostedModules, importNames } from './hosted-modules.ts';
import { style } from './page-style.ts';

/** Of `@service/plugin-dashboard/page/*`, which are made when this package is packed. */
export interface PageScripts {
  /** The script that shows the dashboard. */
  readonly script: string;
  /** Its style sheet, with those of its libraries where they are part of it. */
  readonly style: string;
}

interface PageParts {
  readonly access: Access | undefined;
  readonly board: Board;
  /** Path of the server's MCP endpoint. */
  readonly endpoint: string;
  readonly cdn: DashboardSettings['cdn'];
  /** Absent where the page has a script of the author's. */
  readonly scripts: PageScripts | undefined;
}

/** What of the page is the same in every answer. */
interface Shell {
  readonly head: string;
  readonly policy: string;
}

/** The page of the dashboard: what it lists is in it. Only where no other host serves its scripts they may ask the server, by its MCP endpoint. */
export class Page {
  readonly #parts: PageParts;
  readonly #shell: Shell;

  private constructor(parts: PageParts, shell: Shell) {
    this.#parts = parts;
    this.#shell = shell;
  }

  static async create(parts: PageParts): Promise<Page> {
    return new Page(parts, await shellOf(parts));
  }

  async answer({ headers, url }: Request): Promise<Response> {
    const header = (name: string): string | null => headers.get(name);
    // A client of the endpoint at the same path: this answer says that there is no stream (MCP 2025-06-18, Streamable HTTP).
    if (header('accept')?.includes('text/event-stream') === true)
      return new Response('Method Not Allowed', { status: 405, headers: { allow: 'POST, DELETE' } });
    const { access } = this.#parts;
    const { pathname, protocol, searchParams } = new URL(url);
    if (access === undefined) return this.#show([]);
    const by = { host: header('host'), isSecure: protocol === 'https:' || isForwardedSecure(header('x-forwarded-proto')) };
    const given = searchParams.get('token');
    if (given !== null) return (await access.isToken(given)) ? toPlainAddress(pathname, await access.cookies(by)) : this.#refuse(pathname);
    if (await access.isBearer(header)) return this.#show(await access.cookies(by));
    return (await access.hasCookie(header)) ? this.#show([]) : this.#refuse(pathname);
  }

  #show(cookies: readonly string[]): Response {
    const { access, board, endpoint } = this.#parts;
    // Without a token of its own the page shows no more than the endpoints, where the server and its apps ask callers who they are.
    const isOpen = access !== undefined || isOpenToAll(board.model);
    const { name, title = name } = board.model.info;
    const body = isOpen
      ? dataOf(board.graph(true, false), endpoint)
      : html`<main>
          <h1>${title}</h1>
          <p>${needsToken}</p>
        </main>`.text;
    return this.#page({ title: `${title} dashboard`, body: isOpen ? `${waiting}${body}` : body, isOpen }, { status: 200, cookies });
  }

  #refuse(path: string): Response {
    const body = html`<main>
      <h1>Dashboard</h1>
      <p>This dashboard asks for its token. Open <code>${path}?token=…</code>, with the token of <code>auth.token</code>.</p>
    </main>`;
    return this.#page({ title: 'Dashboard', body: body.text, isOpen: false }, { status: 401, cookies: [] });
  }

  #page(
    { body, isOpen, title }: { readonly title: string; readonly body: string; readonly isOpen: boolean },
    { cookies, status }: { readonly status: 200 | 401; readonly cookies: readonly string[] },
  ): Response {
    const { head, policy } = this.#shell;
    const text = html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          ${rawHtml(styled(style))}
        </head>
        <body>
          ${rawHtml(body)}${rawHtml(isOpen ? head : '')}
        </body>
      </html>`;
    const headers = new Headers({ ...fixedHeaders, 'content-security-policy': policy, ...(status === 401 ? challenge : {}) });
    for (const cookie of cookies) headers.append('set-cookie', cookie);
    return new Response(text.text, { status, headers });
  }
}

/**
 * A proxy that ended TLS, trusted or not: a cookie that is sent over https alone takes nothing from anyone but the client that has written
 * the header.
 */
const isForwardedSecure = (protocols: string | null): boolean => protocols?.split(',', 1)[0]?.trim().toLowerCase() === 'https';

const fixedHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const needsToken =
  'Callers of this server, or of one of its apps, sign in, and this page has no token of its own: set auth of DashboardPlugin.init to see the server here.';
const waiting =
  '<div id="dashboard"><p>The dashboard needs its script. A browser without a network shows it with <code>cdn: \'self\'</code>.</p></div>';

function dataOf(known: Graph, endpoint: string): string {
  const graph = { ...known, metadata: { ...known.metadata, endpoint } };
  return `<script type="application/json" id="dashboard-data">${scriptJson(graph)}</script>`;
}
const styled = (text: string): string => `<style>${text}</style>`;

/** A token in an address is in histories, logs and `Referer`: it leaves at once. */
function toPlainAddress(path: string, cookies: readonly string[]): Response {
  const { 'content-type': _type, ...headers } = fixedHeaders;
  const answer = new Response(null, { status: 303, headers: { ...headers, location: path } });
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** Scripts and style sheets of the page, and the policy that lets these alone run. */
async function shellOf({ cdn, scripts }: PageParts): Promise<Shell> {
  const own = scripts?.script ?? '';
  const tag = `<script type="module">${own}</script>`;
  const fixed = [`default-src 'none'`, `base-uri 'none'`, `form-action 'none'`, `frame-ancestors 'none'`, 'img-src data:'];
  const styles = [style, scripts?.style ?? ''].filter((text) => text !== '');
  const inline = await Promise.all(styles.map(hashOf));
  if (cdn === 'self') {
    const policy = [...fixed, `connect-src 'self'`, `script-src ${await hashOf(own)}`, `style-src ${inline.join(' ')}`].join('; ');
    return { head: styles.slice(1).map(styled).join('') + tag, policy };
  }
  const modules = { ...hostedModules, ...cdn };
  const map = scriptJson({ imports: Object.fromEntries(importNames.map(([name, option]) => [name, modules[option]])) });
  const origins = (addresses: readonly string[]): string => [...new Set(addresses.map((address) => new URL(address).origin))].join(' ');
  const { entrypoint, xyflowCss, ...imported } = modules;
  const script = entrypoint === undefined ? [await hashOf(own)] : [];
  const policy = [
    ...fixed,
    `script-src ${[await hashOf(map), ...script].join(' ')} ${origins([...Object.values(imported), ...(entrypoint === undefined ? [] : [entrypoint])])}`,
    `style-src ${inline.join(' ')} ${origins([xyflowCss])}`,
    // A script of the author's may call the endpoint.
    ...(entrypoint === undefined ? [] : [`connect-src 'self'`]),
  ].join('; ');
  // No template of markup: a formatter would put spaces into it, and the hash would be of something else.
  const imports = `<link rel="stylesheet" href="${escapeHtml(xyflowCss)}"><script type="importmap">${map}</script>`;
  return {
    head:
      styles.slice(1).map(styled).join('') +
      imports +
      (entrypoint === undefined ? tag : `<script type="module" src="${escapeHtml(entrypoint)}"></script>`),
    policy,
  };
}

const hashOf = async (text: string): Promise<string> => `'sha256-${encodeBase64(await sha256(text))}'`;
