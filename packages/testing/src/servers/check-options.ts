import { inspect } from 'node:util';
import { TestClientError } from '../errors.ts';
import type { UseOptions } from './server-options.ts';

interface Rule {
  readonly wants: string;
  readonly holds: (value: unknown) => boolean;
}

const text: Rule = { wants: 'a text', holds: (value) => typeof value === 'string' };
const object: Rule = { wants: 'an object', holds: (value) => typeof value === 'object' && value !== null };
const oneOf = (...values: readonly string[]): Rule => ({
  wants: `one of ${values.join(', ')}`,
  holds: (value) => values.some((known) => known === value),
});

const rules: Readonly<Record<keyof UseOptions, Rule>> = {
  server: text,
  baseUrl: {
    wants: 'an address such as http://localhost:3000',
    holds: (value) => typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  },
  port: {
    wants: 'a whole number from 0 to 65535',
    holds: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535,
  },
  project: text,
  entryPath: text,
  transport: oneOf('streamable-http', 'sse'),
  publicMode: { wants: 'true or false', holds: (value) => typeof value === 'boolean' },
  env: object,
  startupTimeout: { wants: 'a number of milliseconds', holds: (value) => typeof value === 'number' && value > 0 },
  logLevel: oneOf('debug', 'info', 'warn', 'error'),
  auth: object,
};

const isOption = (name: string): name is keyof UseOptions => Object.hasOwn(rules, name);

/** Specs run without a type check. @throws {TestClientError} for an option that is not there, or of another kind */
export function checkOptions(options: UseOptions, caller = 'test.use()'): void {
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) throw new TestClientError(`${caller} has no option ${name}. Options: ${Object.keys(rules).join(', ')}.`);
    const { holds, wants } = rules[name];
    if (value !== undefined && !holds(value)) throw new TestClientError(`${caller}: ${name} must be ${wants}, not ${inspect(value)}.`);
  }
}
