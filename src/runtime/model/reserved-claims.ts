/** Claims that only the server sets: what `authenticate` returns under these names does not reach the token. */
const reserved: ReadonlySet<string> = new Set([
  'sub', 'iss', 'aud', 'exp', 'iat', 'nbf', 'jti', 'scope', 'email', 'name', 'picture', 'roles', 'consent', 'federated', 'authorized_apps',
  'client_id', 'anonymous', 'grant_id',
]); // prettier-ignore

export const isReservedClaim = (name: string): boolean => reserved.has(name);

/** Advice for a reserved claim. */
export function insteadOfClaim(name: string): string {
  if (name === 'sub') return 'Return `sub` beside `claims`';
  if (name === 'email' || name === 'name') return `Return it in \`profile\`: \`{ ok: true, profile: { ${name} }, claims }\``;
  const renamed = `Return it under another name, such as "app_${name}"`;
  return name === 'roles' ? `${renamed}, and set \`authorities.claimsMapping.roles\` to that name` : renamed;
}
