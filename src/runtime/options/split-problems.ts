import { memberOf } from '../std/index.ts';

/** An `auth` as far as endpoints depend on it. */
export interface SplitAuth {
  readonly mode?: unknown;
  readonly local?: unknown;
}

export interface SplitApp {
  /** The declaration in messages: `app "Desk"`. */
  readonly label: string;
  /** `true`, `'includeInParent'`, or none of them. */
  readonly standalone?: unknown;
  readonly auth?: SplitAuth | undefined;
}

/** A server as far as the endpoints of its apps depend on it. */
export interface SplitServer {
  readonly splitByApp: boolean;
  readonly auth?: SplitAuth | undefined;
  /** Options with entries of the server's own: `tools`, `prompts`. */
  readonly ownLists: readonly string[];
  readonly apps: readonly SplitApp[];
}

export interface SplitProblem {
  readonly label: string;
  readonly option: string;
  readonly problem: string;
}

/** Options that ask for an endpoint which there is not, or for one issuer at two of them. */
export function splitProblems(server: SplitServer): readonly SplitProblem[] {
  return [...appsWithoutEndpoint(server), ...entriesWithoutEndpoint(server), ...sharedIssuers(server)];
}

const isStandalone = ({ standalone }: SplitApp): boolean => standalone === true || standalone === 'includeInParent';

function appsWithoutEndpoint({ apps, splitByApp }: SplitServer): readonly SplitProblem[] {
  if (splitByApp) return [];
  return apps
    .filter((app) => app.auth !== undefined && !isStandalone(app))
    .map(({ label }) => ({
      label,
      option: 'auth',
      problem:
        'the app has no endpoint of its own that this auth would guard; set standalone: true on the app, or splitByApp on the server',
    }));
}

function entriesWithoutEndpoint({ apps, ownLists, splitByApp }: SplitServer): readonly SplitProblem[] {
  if (!splitByApp) return [];
  const lists = ownLists.map((option) => ({
    label: '@Service',
    option,
    problem: 'splitByApp serves apps alone, so entries of the server would have no endpoint; move them into an app',
  }));
  const inParent = apps.filter(({ standalone }) => standalone === 'includeInParent');
  return [
    ...lists,
    ...inParent.map(({ label }) => ({
      label,
      option: 'standalone',
      problem: 'splitByApp leaves the server without an endpoint that could include this app; set standalone: true, or leave it out',
    })),
  ];
}

/** The metadata of an issuer is at one path of this server (RFC 8414 section 3), and names the endpoints of one app. */
function sharedIssuers({ apps, auth, splitByApp }: SplitServer): readonly SplitProblem[] {
  const taken = new Map<string, string>();
  if (isIssuing(auth)) for (const path of ['', issuerPath(auth)]) if (path !== undefined) taken.set(path, 'the server');
  return apps.flatMap((app): SplitProblem[] => {
    if (!splitByApp && !isStandalone(app)) return [];
    const used = app.auth ?? auth;
    const path = isIssuing(used) ? issuerPath(used) : undefined;
    if (path === undefined) return [];
    const other = taken.get(path);
    taken.set(path, app.label);
    if (other === undefined) return [];
    return [
      {
        label: app.auth === undefined ? '@Service' : app.label,
        option: 'auth.local.issuer',
        problem: `clients would look for the metadata of ${app.label} where that of ${other} is; give each an issuer with a path of its own, or leave local.issuer out`,
      },
    ];
  });
}

const isIssuing = (auth: SplitAuth | undefined): auth is SplitAuth => auth?.mode === 'local' || auth?.mode === 'remote';

/** Path of `auth.local.issuer` without a trailing slash; undefined without a valid one. */
export function issuerPath({ local }: SplitAuth): string | undefined {
  const issuer = memberOf(local, 'issuer');
  return typeof issuer === 'string' && URL.canParse(issuer) ? new URL(issuer).pathname.replace(/\/$/, '') : undefined;
}
