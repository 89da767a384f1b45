import { type OptionOwner, optionRowsOf } from '@service/sdk/options';
import type { DiagnosticCollector } from '../diagnostics/index.ts';
import type { Declaration, StaticValue } from '../model/declarations.ts';
import { optionOwners } from './option-owners.ts';
import { describe } from './resolution.ts';

/** Options that are marked secret in their rows. */
const secretPathsOf = (owner: OptionOwner | undefined): ReadonlySet<string> =>
  new Set(owner === undefined ? [] : optionRowsOf(owner).flatMap(({ path, secret }) => (secret === true ? [path] : [])));

/** Names of secrets in options that plugins, adapters and auth modes define. */
const secretNames = new Set([
  'secret',
  'clientSecret',
  'password',
  'apiKey',
  'apiKeys',
  'token',
  'authToken',
  'accessToken',
  'privateKey',
  'jwtSecret',
  'customKey',
  'signKey',
]);

const passwordInUrl = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]*:[^/?#@\s]+@/i;

/** Metadata of entries describes; only these declarations are configured with secrets. */
const configured = new Set<Declaration['kind']>(['server', 'app', 'plugin', 'adapter', 'other']);

/** A secret in the source ends in the bundle; the message never repeats it. */
export function checkLiteralSecrets(declaration: Declaration, found: DiagnosticCollector): void {
  if (!configured.has(declaration.kind)) return;
  const owner = describe(declaration);
  const secretPaths = secretPathsOf(optionOwners[declaration.kind]);
  const isSecret = (path: string, name: string): boolean => secretNames.has(name) || secretPaths.has(path);
  const visit = (value: StaticValue, path: string, secret: boolean): void => {
    if (value.kind === 'object')
      for (const { name, value: inner } of value.properties) {
        const at = path === '' ? name : `${path}.${name}`;
        visit(inner, at, isSecret(at, name));
      }
    if (value.kind === 'array') for (const item of value.items) visit(item, path, secret);
    if (value.kind === 'declaration' || value.kind === 'class')
      for (const argument of value.init ?? []) visit(argument, `${path}.init`, false);
    if (value.kind !== 'literal' || typeof value.value !== 'string' || value.value === '') return;
    if (secret || passwordInUrl.test(value.value)) found.report('literal-secret', { owner, option: path }, { span: value.span });
  };
  visit(declaration.options, '', false);
}
