import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';

/** What a wrangler file says: one worker, and one more for each named environment. */
export interface PlatformSettings {
  readonly top: WorkerSettings;
  readonly environments: readonly WorkerSettings[];
}

/** One worker of a file, with what it inherits. */
export interface WorkerSettings {
  /** Of the environment; '' at the top of the file. */
  readonly name: string;
  /** Dates of this form sort as texts; a file without one is as old as can be. */
  readonly date: string;
  readonly flags: ReadonlySet<string>;
  readonly value: JsonObject;
  /** Whether its own part of the file has the key. */
  readonly says: (key: string) => boolean;
  /** Where the key is, in its own part of the file or in the part that it inherits from; undefined where it is nowhere. */
  readonly offsetOf: (key: string) => number | undefined;
}

/** Keys that every named environment has to repeat; the others are inherited. */
export const notInherited: ReadonlySet<string> = new Set(['vars', 'durable_objects', 'kv_namespaces', 'worker_loaders']);

/** Why a file cannot be read, and where. */
export interface UnreadableFile {
  readonly problem: string;
  readonly start: number;
}

/** @param file its name, which says whether it is TOML or JSON with comments */
export function readPlatformSettings(file: string, text: string): PlatformSettings | UnreadableFile {
  const read = file.endsWith('.toml') ? readToml(text) : readJson(text);
  if ('problem' in read) return read;
  const { offsetOf, value } = read;
  const inherited = Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'env' && !notInherited.has(key)));
  const environments = isJsonObject(value['env']) ? Object.entries(value['env']) : [];
  return {
    top: settingsOf('', value, { own: value, offsetOf }),
    environments: environments.flatMap(([name, own]) =>
      isJsonObject(own) ? [settingsOf(name, { ...inherited, ...own }, { own, offsetOf })] : [],
    ),
  };
}

interface Part {
  readonly own: JsonObject;
  readonly offsetOf: ReadFile['offsetOf'];
}

function settingsOf(name: string, value: JsonObject, { offsetOf, own }: Part): WorkerSettings {
  const { compatibility_date: date, compatibility_flags: flags } = value;
  const says = (key: string): boolean => key in own;
  return {
    name,
    date: typeof date === 'string' && dateForm.test(date) ? date : '',
    flags: new Set(Array.isArray(flags) ? flags.filter((flag) => typeof flag === 'string') : []),
    value,
    says,
    offsetOf: (key) => (says(key) || name === '' || notInherited.has(key) ? offsetOf(key, name) : offsetOf(key, '')),
  };
}

const dateForm = /^\d{4}-\d\d-\d\d$/;

interface ReadFile {
  readonly value: JsonObject;
  /** Of the key in an environment, else of that environment; at the top of the file without one. */
  readonly offsetOf: (key: string, environment: string) => number | undefined;
}

function readToml(text: string): ReadFile | UnreadableFile {
  try {
    const offsetOf = (key: string, environment: string): number | undefined => tomlOffset(text, key, environment);
    // Its dates become texts, as a reader of the file writes them.
    return { value: JSON.parse(JSON.stringify(parseToml(text))) as JsonObject, offsetOf };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [problem = ''] = error.message.split('\n');
    return { problem, start: startOf(text.split('\n'), error.line - 1) + error.column - 1 };
  }
}

function tomlOffset(text: string, key: string, environment: string): number | undefined {
  const lines = text.split('\n');
  const headers = lines.map((line) => /^\s*\[+([^\]]*)\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, ''));
  const prefix = environment === '' ? '' : `env.${environment}`;
  const path = prefix === '' ? key : `${prefix}.${key}`;
  let table = '';
  let header: number | undefined;
  for (const [row, line] of lines.entries()) {
    const opened = headers[row];
    table = opened ?? table;
    const at = startOf(lines, row);
    if (prefix !== '' && isWithin(table, prefix)) header ??= at + line.indexOf('env');
    const assigned = opened === undefined ? tomlKey.exec(line)?.[1]?.replaceAll(/["'\s]/g, '') : '';
    const full = opened ?? [table, assigned].filter((part) => part !== '' && part !== undefined).join('.');
    if ((opened !== undefined || assigned !== undefined) && isWithin(full, path)) return at + Math.max(0, line.indexOf(key));
  }
  return header;
}

/** What a line gives a value. */
const tomlKey = /^\s*([\w"'.\s-]+?)\s*=/;
const isWithin = (path: string, of: string): boolean => path === of || path.startsWith(`${of}.`);

const startOf = (lines: readonly string[], row: number): number => lines.slice(0, row).reduce((sum, { length }) => sum + length + 1, 0);

function readJson(text: string): ReadFile | UnreadableFile {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { problem: `Invalid JSON: ${printParseErrorCode(error.error)}`, start: error.offset };
  const value: Json = root === undefined ? {} : (getNodeValue(root) as Json);
  if (root === undefined || !isJsonObject(value)) return { problem: 'Invalid JSON: no object', start: 0 };
  return { value, offsetOf: (key, environment) => keyOffset(root, environment === '' ? [] : ['env', environment], key) };
}

/** Of the key, else of the object that should have it, behind its quote. */
function keyOffset(root: Node, path: readonly string[], key: string): number | undefined {
  const found = [[...path, key], ...(path.length > 0 ? [path] : [])].flatMap((one) => findNodeAtLocation(root, [...one])?.parent ?? []);
  return found[0] === undefined ? undefined : found[0].offset + 1;
}

/** `process.env` exists on a platform with Node's names, by flag or from this date on … */
const nodeByDefault = '2026-08-04';
/** … and holds the bindings by flag or from this one. */
const populatedByDefault = '2025-04-01';

type Dated = Pick<WorkerSettings, 'date' | 'flags'>;

/** Whether modules of Node are there. */
export const hasNode = ({ date, flags }: Dated): boolean =>
  flags.has('nodejs_compat') || flags.has('nodejs_compat_v2') || (date >= nodeByDefault && !flags.has('no_nodejs_compat'));

/** Flags without which `process.env` is empty. */
export function missingForEnvironment(settings: Dated): readonly string[] {
  const { date, flags } = settings;
  const isPopulated =
    flags.has('nodejs_compat_populate_process_env') ||
    (date >= populatedByDefault && !flags.has('nodejs_compat_do_not_populate_process_env'));
  return [...(hasNode(settings) ? [] : ['nodejs_compat']), ...(isPopulated ? [] : ['nodejs_compat_populate_process_env'])];
}
