import { closestName, isRecord, itemProblems, listOf } from '../std/index.ts';

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isOptional = (value: unknown, type: string): boolean => value === undefined || typeof value === type;

const eachItem = (value: unknown, isGood: (item: unknown) => boolean, wanted: string): readonly string[] =>
  itemProblems(value, (item) => (isGood(item) ? undefined : `expected ${wanted}`));

/** Items of `authProviders` of an app. */
export function authProviderProblems(value: unknown): readonly string[] {
  const wanted = '{ name, factory, scope?, loading?, cacheTtl?, required?, refresh?, toHeaders? }, or a class with @AuthProvider';
  const names = listOf(value).map((item) => (isRecord(item) ? item['name'] : undefined));
  const twice = names.filter((name, at) => isName(name) && names.indexOf(name) !== at);
  return [
    ...eachItem(value, (item) => typeof item === 'function' || isAuthProvider(item), wanted),
    ...twice.map((name) => `two are named "${String(name)}"`),
  ];
}

function isAuthProvider(item: unknown): boolean {
  if (!isRecord(item)) return false;
  const { cacheTtl, factory, loading, name, refresh, required, scope, toHeaders, ...others } = item;
  return (
    isName(name) &&
    typeof factory === 'function' &&
    [undefined, 'global', 'user', 'session'].includes(scope as string) &&
    [undefined, 'eager', 'lazy'].includes(loading as string) &&
    isOptional(cacheTtl, 'number') &&
    isOptional(required, 'boolean') &&
    isOptional(refresh, 'function') &&
    isOptional(toHeaders, 'function') &&
    Object.keys(others).length === 0
  );
}

const upstreamMembers = [
  'id', 'name', 'authorizationEndpoint', 'authorizeUrl', 'tokenEndpoint', 'tokenUrl', 'clientId', 'clientSecret', 'scopes',
  'userInfoEndpoint', 'jwksUri',
]; // prettier-ignore

/** Members of the items of `auth.providers`; their values are checked where they are read. */
export const upstreamProviderProblems = (value: unknown): readonly string[] =>
  listOf(value).flatMap((item, at) =>
    Object.keys(isRecord(item) ? item : {}).flatMap((key) => {
      if (upstreamMembers.includes(key)) return [];
      const close = closestName(key, upstreamMembers);
      return [`item ${at + 1}: "${key}" is no member of a provider${close === undefined ? '' : `; did you mean "${close}"?`}`];
    }),
  );

/** Items of `authProviders` of a tool. */
export function authReferenceProblems(value: unknown): readonly string[] {
  const called = listOf(value)
    .flatMap((item) => (isRecord(item) ? [item['name'], item['alias']] : [item]))
    .filter(isName);
  const twice = called.filter((name, at) => called.indexOf(name) !== at);
  return [
    ...eachItem(value, (item) => isName(item) || isReference(item), 'a name, or { name, required?, scopes?, alias? }'),
    ...twice.map((name) => `two are called "${name}"`),
  ];
}

function isReference(item: unknown): boolean {
  if (!isRecord(item)) return false;
  const { alias, name, required, scopes, ...others } = item;
  return (
    isName(name) &&
    isOptional(required, 'boolean') &&
    (alias === undefined || isName(alias)) &&
    (scopes === undefined || (Array.isArray(scopes) && scopes.every(isName))) &&
    Object.keys(others).length === 0
  );
}
