import type { EnvironmentSources } from '../model/environment-sources.ts';
import type { ReadVariable } from './child-report.ts';

/** Variables that a server may run with, by name; undefined is one that is not set. */
export type AssumedEnvironment = Readonly<Record<string, string | undefined>>;

/** Each costs a process. */
const maxEnvironments = 12;

/**
 * Environments in which the definitions are evaluated beside that of the build: no variable set, every variable set to each of the texts that
 * the sources compare it with, and each variable set alone.
 */
export function assumedEnvironments(read: readonly ReadVariable[], { values }: EnvironmentSources): readonly AssumedEnvironment[] {
  const names = read.map(({ name }) => name);
  if (names.length === 0) return [];
  const textsOf = (name: string): readonly string[] => {
    const texts = values.get(name) ?? [];
    return texts.length === 0 ? [assumedText(name)] : texts;
  };
  const rounds = Math.max(...names.map((name) => textsOf(name).length));
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
  const everything = Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(names.map((name) => [name, textsOf(name)[round % textsOf(name).length]])),
  );
  const alone = names.length === 1 ? [] : names.map((name) => ({ ...nothing, [name]: textsOf(name)[0] }));
  // A value other than the compared ones is always possible.
  const other = Object.fromEntries(names.map((name) => [name, assumedText(name)]));
  const without = read.some(({ isSet }) => isSet) ? [nothing] : [];
  const all = [...without, ...everything, other, ...alone];
  const distinct = new Map(all.map((one) => [JSON.stringify(one, (_, value: unknown) => value ?? null), one]));
  return [...distinct.values()].slice(0, maxEnvironments);
}

/** A plausible value, guessed from the name of the variable. */
function assumedText(name: string): string {
  if (/REDIS.*(?:URL|URI)$/.test(name)) return 'redis://assumed.invalid:6379';
  if (/(?:URL|URI|ENDPOINT|ISSUER|ORIGIN|AUTHORITY)$/.test(name)) return 'https://assumed.invalid';
  if (/(?:PORT|LIMIT|SIZE|COUNT|MS|SECONDS|TTL)$/.test(name)) return '3000';
  return /(?:SECRET|TOKEN|KEY|PASSWORD)$/.test(name) ? 'assumed-by-the-build-assumed-by-the-build' : 'true';
}

/** `with NODE_ENV=production, without DEBUG`, for the report. */
export function describeEnvironment(environment: AssumedEnvironment, { values }: EnvironmentSources): string {
  const parts = Object.entries(environment).map(([name, value]) => {
    if (value === undefined) return `without ${name}`;
    return values.get(name)?.includes(value) === true ? `with ${name}=${value}` : `with ${name}`;
  });
  return parts.join(', ');
}
