import { isJsonObject, type JsonObject } from './json.ts';
import type { ServerModel } from './server-model.ts';

/** `auth` of the server, or of an app that has an endpoint of its own. */
export interface DeclaredAuth {
  /** The app; absent for the server. */
  readonly app?: string;
  /** The declaration in messages: `@Service`, `app "Desk"`. */
  readonly label: string;
  /** Secrets and functions left out. */
  readonly options: JsonObject;
  /** Paths of its functions: `auth.authenticate`. */
  readonly live: readonly string[];
}

/** The part of the model that declares `auth`; the options are unknown before evaluation. */
export type AuthDeclarations = Pick<ServerModel, 'apps' | 'scopes'> & Partial<Pick<ServerModel, 'options'>>;

/** Every `auth` of a server and its apps, the server's first. */
export function declaredAuths({ apps, options, scopes = [] }: AuthDeclarations): readonly DeclaredAuth[] {
  const own = options?.rest['auth'];
  return [
    ...(isJsonObject(own) ? [{ label: '@Service', options: own, live: options?.live ?? [] }] : []),
    ...scopes.flatMap(({ app, auth, live = [] }) => {
      const name = apps.find(({ id }) => id === app)?.name ?? app;
      return auth === undefined ? [] : [{ app, label: `app "${name}"`, options: auth, live }];
    }),
  ];
}

/** The `auth` declarations that issue tokens: modes `local` and `remote`. */
export const issuingAuths = (server: AuthDeclarations): readonly DeclaredAuth[] =>
  declaredAuths(server).filter(({ options: { mode } }) => mode === 'local' || mode === 'remote');

/** Claims that only the server sets: what `authenticate` returns under these names does not reach the token. */
const reservedClaims: ReadonlySet<string> = new Set([
  'sub', 'iss', 'aud', 'exp', 'iat', 'nbf', 'jti', 'scope', 'email', 'name', 'picture', 'roles', 'consent', 'federated', 'authorized_apps',
  'client_id', 'anonymous', 'grant_id',
]); // prettier-ignore

export const isReservedClaim = (name: string): boolean => reservedClaims.has(name);

/** Advice for a reserved claim. */
export function insteadOfClaim(name: string): string {
  if (name === 'sub') return 'Return `sub` beside `claims`';
  if (name === 'email' || name === 'name') return `Return it in \`profile\`: \`{ ok: true, profile: { ${name} }, claims }\``;
  const renamed = `Return it under another name, such as "app_${name}"`;
  return name === 'roles' ? `${renamed}, and set \`authorities.claimsMapping.roles\` to that name` : renamed;
}

/** Whether `auth` has pages of the author's own: `ui`, or `extras`, whose functions the model leaves out. */
export const asksForPages = (auth: unknown): boolean =>
  isJsonObject(auth) && auth['mode'] === 'local' && (isJsonObject(auth['ui']) || isJsonObject(auth['extras']));
