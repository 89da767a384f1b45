import { isRecord } from '@service/sdk/internal';
import { isMailAddress, isWebPage } from './package-facts.ts';

/** What the form 0.3 asks of one value; undefined when it holds, else the end of a sentence that begins with its path. */
type Check = (value: unknown) => readonly Fault[];

export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Every fault of a manifest of the form 0.3. Hosts refuse unknown keys at every level, so they are faults. */
export const checkManifest = (manifest: unknown): readonly Fault[] => whole(manifest);

const fault = (message: string): readonly Fault[] => [{ path: '', message }];
const below = (key: string | number, faults: readonly Fault[]): readonly Fault[] =>
  faults.map(({ message, path }) => ({ message, path: path === '' ? String(key) : `${key}.${path}` }));

const holding =
  (accepts: (text: string) => boolean, says: string): Check =>
  (value) =>
    typeof value === 'string' && accepts(value) ? [] : fault(says);
const text = holding(() => true, 'must be text');
const filled = holding((value) => value !== '', 'must be text that is not empty');
const page = holding(isWebPage, 'must be the address of a page');
const oneOf = (...choices: readonly string[]): Check => holding((value) => choices.includes(value), `must be one of ${choices.join(', ')}`);
const onOff: Check = (value) => (typeof value === 'boolean' ? [] : fault('must be true or false'));
const number: Check = (value) => (typeof value === 'number' ? [] : fault('must be a number'));
const list =
  (of: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.flatMap((item: unknown, at) => below(at, of(item))) : fault('must be a list');
const map =
  (of: Check): Check =>
  (value) =>
    isRecord(value) ? Object.entries(value).flatMap(([key, item]) => below(key, of(item))) : fault('must be an object');

interface Shape {
  readonly required?: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const object =
  ({ optional = {}, required = {} }: Shape): Check =>
  (value) => {
    if (!isRecord(value)) return fault('must be an object');
    const missing = Object.keys(required).filter((key) => value[key] === undefined);
    return [
      ...missing.flatMap((key) => below(key, fault('is missing'))),
      ...Object.entries(value).flatMap(([key, item]) => {
        const check = Object.hasOwn(required, key) ? required[key] : Object.hasOwn(optional, key) ? optional[key] : undefined;
        if (check === undefined) return below(key, fault('is no key of this form'));
        return item === undefined ? [] : below(key, check(item));
      }),
    ];
  };

const start = { command: text, args: list(text), env: map(text) };
const server = object({
  required: {
    type: oneOf('node', 'python', 'binary'),
    entry_point: filled,
    mcp_config: object({
      required: { command: filled },
      optional: { args: start.args, env: start.env, platform_overrides: map(object({ optional: start })) },
    }),
  },
});

const answer: Check = (value) =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && list(text)(value).length === 0)
    ? []
    : fault('must be text, a number, true, false or a list of texts');

const question = object({
  required: { type: oneOf('string', 'number', 'boolean', 'directory', 'file'), title: text, description: text },
  optional: { required: onOff, default: answer, multiple: onOff, sensitive: onOff, min: number, max: number },
});

const icon = object({
  required: { src: text, size: holding((value) => /^\d+x\d+$/.test(value), 'must be a size such as 128x128') },
  optional: { theme: filled },
});

const whole = object({
  required: {
    manifest_version: oneOf('0.3'),
    name: filled,
    version: filled,
    description: text,
    author: object({ required: { name: text }, optional: { email: holding(isMailAddress, 'must be a mail address'), url: page } }),
    server,
  },
  optional: {
    $schema: text,
    display_name: text,
    long_description: text,
    repository: object({ required: { type: text, url: page } }),
    homepage: page,
    documentation: page,
    support: page,
    icon: text,
    icons: list(icon),
    screenshots: list(text),
    localization: object({
      required: { resources: holding((value) => value.includes('${locale}'), 'must hold ${locale}'), default_locale: filled },
    }),
    tools: list(object({ required: { name: text }, optional: { description: text } })),
    tools_generated: onOff,
    prompts: list(object({ required: { name: text, text }, optional: { description: text, arguments: list(text) } })),
    prompts_generated: onOff,
    keywords: list(text),
    license: text,
    privacy_policies: list(page),
    compatibility: object({
      optional: {
        claude_desktop: text,
        platforms: list(oneOf('darwin', 'win32', 'linux')),
        runtimes: object({ optional: { node: text, python: text } }),
      },
    }),
    user_config: map(question),
    _meta: map((value) => (isRecord(value) ? [] : fault('must be an object'))),
  },
});
