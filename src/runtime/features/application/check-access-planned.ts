import { declaredAs } from '../../define/index.ts';
import { configInvalid } from '../../errors/index.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import { valueAt } from '../../options/value-at.ts';
import type { NamedFeature } from './feature.ts';

interface Guarded {
  readonly option: string;
  readonly feature: string;
  /** Whether what is written asks for the feature. */
  readonly asked: (value: unknown) => boolean;
}

const isMode = (mode: string) => (value: unknown) => value === mode;
const isOn = (value: unknown): boolean => valueAt(value, 'enabled') === true;
const isGiven = (value: unknown): boolean => typeof value === 'object' && value !== null && valueAt(value, 'enabled') !== false;

/** What each option that guards something needs in the bundle. */
const guards: readonly Guarded[] = [
  ...['local', 'remote', 'static', 'transparent', 'public'].map((mode) => ({
    option: 'auth.mode',
    feature: `${mode}-auth`,
    asked: isMode(mode),
  })),
  { option: 'auth.consent', feature: 'consent', asked: isOn },
  { option: 'auth.incrementalAuth', feature: 'incremental-auth', asked: isGiven },
  { option: 'auth.providers', feature: 'federated', asked: (value) => Array.isArray(value) && value.length > 0 },
  { option: 'auth.ui', feature: 'auth-ui', asked: (value) => value !== undefined },
  { option: 'auth.extras', feature: 'auth-ui', asked: (value) => value !== undefined },
  { option: 'auth.publicAccess', feature: 'public-access', asked: (value) => value !== undefined },
  { option: 'auth.allowDefaultPublic', feature: 'anonymous-grant', asked: (value) => value === true },
  { option: 'auth.revocation', feature: 'revocation', asked: (value) => value === true },
  { option: 'authorities', feature: 'authorities', asked: (value) => value !== undefined },
];

/** Apps that are to be served apart: together they would share their callers. */
function splits({ apps, splitByApp }: ServerRuntime['declared']): boolean {
  const own = (Array.isArray(apps) ? apps : []).some((app: unknown) => {
    const { auth, standalone = false } = declaredAs('app', app)?.options ?? {};
    return auth !== undefined || standalone !== false;
  });
  return own || splitByApp === true;
}

/**
 * A guard that is seen at run time only was left out by the build: an open server is not what its author wrote.
 * @throws {ServiceError} CONFIG_INVALID
 */
export function checkAccessPlanned({ declared, registry }: ServerRuntime, features: readonly NamedFeature[]): void {
  const names = new Set(features.map(({ name }) => name));
  const missing = guards.flatMap(({ asked, feature, option }) => (names.has(feature) || !asked(valueAt(declared, option)) ? [] : [option]));
  if (!names.has('authorities')) {
    const entries = [...registry.tools, ...registry.resources, ...registry.templates, ...registry.prompts];
    const guarded = entries.find(({ declaration: { options } }) => options['authorities'] !== undefined);
    if (guarded !== undefined) missing.push(`authorities of ${guarded.model.kind} "${guarded.model.listedName}"`);
  }
  const needing = registry.tools.find(({ declaration: { options } }) => options['authProviders'] !== undefined);
  if (needing !== undefined && !names.has('auth-providers')) missing.push(`authProviders of tool "${needing.model.listedName}"`);
  if (!names.has('split-by-app') && splits(declared)) missing.push('splitByApp, standalone or auth of an app');
  if (missing.length === 0) return;
  const problem = `${missing.join(' and ')} was not there when the server was built: set it unconditionally and build again, or list the texts of the variable that decides it in build.variants`;
  throw configInvalid(problem);
}
