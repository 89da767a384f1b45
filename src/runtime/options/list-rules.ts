import { isRecord, itemProblems, memberOf } from '../std/index.ts';
type Fields = Readonly<Record<string, unknown>>;

/** Problem of one item of a list; `undefined` for a good one. */
type ItemRule = (item: Fields) => string | undefined;

/** Every bad item of a list of objects, with its place; what is no list is another check's business. */
export const eachItem =
  (shape: string, members: readonly string[], rule: ItemRule) =>
  (value: unknown): readonly string[] =>
    itemProblems(value, (item) => problemOf(item, { shape, members, rule }));

function problemOf(item: unknown, expected: { shape: string; members: readonly string[]; rule: ItemRule }): string | undefined {
  if (!isRecord(item)) return `expected ${expected.shape}`;
  const fields: Fields = { ...item };
  const unknown = Object.keys(fields).find((key) => !expected.members.includes(key));
  return unknown === undefined ? expected.rule(fields) : `unknown member "${unknown}"; expected ${expected.shape}`;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Clients load icons: a `javascript:` or `file:` source must never reach them (MCP 2025-11-25, icons). */
const isIconSource = (value: unknown): boolean => typeof value === 'string' && /^(?:https?:|data:)/i.test(value);

export const iconProblems = eachItem('{ src, mimeType?, sizes?, theme? }', ['src', 'mimeType', 'sizes', 'theme'], (icon) => {
  if (!isIconSource(icon['src'])) return 'src must be an http:, https: or data: URI';
  if (!isOptionalText(icon['mimeType'])) return 'mimeType must be a string';
  const { sizes, theme } = icon;
  if (sizes !== undefined && !(Array.isArray(sizes) && sizes.every((size) => typeof size === 'string')))
    return 'sizes must be a list of strings';
  return theme === undefined || theme === 'light' || theme === 'dark' ? undefined : 'theme must be light or dark';
});

export const exampleProblems = eachItem('{ description, input, output? }', ['description', 'input', 'output'], (example) => {
  if (!isText(example['description'])) return 'description must be a text';
  return example['input'] === undefined ? 'input is required' : undefined;
});

const argumentList = eachItem('{ name, title?, description?, required? }', ['name', 'title', 'description', 'required'], (argument) => {
  if (!isText(argument['name'])) return 'name must be a text';
  if (!isOptionalText(argument['title'])) return 'title must be a string';
  if (!isOptionalText(argument['description'])) return 'description must be a string';
  return argument['required'] === undefined || typeof argument['required'] === 'boolean' ? undefined : 'required must be true or false';
});

export function argumentProblems(value: unknown): readonly string[] {
  const names: readonly unknown[] = (Array.isArray(value) ? value : []).map((item: unknown) => memberOf(item, 'name'));
  const twice = names.filter((name, at) => typeof name === 'string' && names.indexOf(name) !== at);
  return [...argumentList(value), ...twice.map((name) => `two arguments are named "${String(name)}"`)];
}
