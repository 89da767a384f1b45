import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';

/** What a wrangler file says. Dates and flags of named environments count too. */
export interface PlatformSettings {
  /** Dates of this form sort as texts; a file without one is as old as can be. */
  readonly date: string;
  readonly flags: ReadonlySet<string>;
  /** The whole file. */
  readonly value: JsonObject;
  /** Where the file has a key; undefined where it has none. */
  readonly offsetOf: (key: string) => number | undefined;
}

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
  const tables = [value, ...environmentsOf(value).map(([, table]) => table)];
  const dates = tables.map((table) => table['compatibility_date']).filter((date) => typeof date === 'string');
  const flags = tables.flatMap((table) => table['compatibility_flags'] ?? []).filter((flag) => typeof flag === 'string');
  return { date: dates.find((date) => dateForm.test(date)) ?? '', flags: new Set(flags), value, offsetOf };
}

/** The named environments of a file. */
export const environmentsOf = ({ env }: JsonObject): readonly (readonly [string, JsonObject])[] =>
  isJsonObject(env) ? Object.entries(env).flatMap(([name, table]) => (isJsonObject(table) ? [[name, table] as const] : [])) : [];

const dateForm = /^\d{4}-\d\d-\d\d$/;

interface ReadFile {
  readonly value: JsonObject;
  readonly offsetOf: PlatformSettings['offsetOf'];
}

function readToml(text: string): ReadFile | UnreadableFile {
  try {
    const lines = text.split('\n');
    const offsetOf = (key: string): number | undefined => {
      const row = lines.findIndex((line) => beginsWith(line.trimStart(), key));
      return row === -1 ? undefined : startOf(lines, row) + (lines[row] ?? '').indexOf(key);
    };
    // Its dates become texts, as a reader of the file writes them.
    return { value: JSON.parse(JSON.stringify(parseToml(text))) as JsonObject, offsetOf };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [problem = ''] = error.message.split('\n');
    return { problem, start: startOf(text.split('\n'), error.line - 1) + error.column - 1 };
  }
}

/** Whether a line gives the key a value, or opens its table. */
const beginsWith = (line: string, key: string): boolean =>
  line.startsWith(`[${key}`) ||
  line.startsWith(`[[${key}`) ||
  (line.startsWith(key) && ['=', '.'].includes(line.slice(key.length).trimStart().charAt(0)));

const startOf = (lines: readonly string[], row: number): number => lines.slice(0, row).reduce((sum, { length }) => sum + length + 1, 0);

function readJson(text: string): ReadFile | UnreadableFile {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { problem: `Invalid JSON: ${printParseErrorCode(error.error)}`, start: error.offset };
  const value: Json = root === undefined ? {} : (getNodeValue(root) as Json);
  if (root === undefined || !isJsonObject(value)) return { problem: 'Invalid JSON: no object', start: 0 };
  return { value, offsetOf: (key) => keyOffset(root, key) };
}

/** Of the key in the file, behind its quote. */
function keyOffset(root: Node, key: string): number | undefined {
  const environments = findNodeAtLocation(root, ['env'])?.children ?? [];
  const objects = [root, ...environments.flatMap(({ children = [] }) => children[1] ?? [])];
  const [found] = objects.flatMap((object) => findNodeAtLocation(object, [key])?.parent ?? []);
  return found === undefined ? undefined : found.offset + 1;
}

/** `process.env` exists on a platform with Node's names, by flag or from this date on … */
const nodeByDefault = '2026-08-04';
/** … and holds the bindings by flag or from this one. */
const populatedByDefault = '2025-04-01';

type Dated = Pick<PlatformSettings, 'date' | 'flags'>;

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
