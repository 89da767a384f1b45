import { inspect } from 'node:util';
import type { Json, JsonObject } from '@service/sdk/model';
import { isRecord } from '@service/sdk/internal';
import { isAlias, LineCounter, parseDocument, visit, type Document, type Node, type YAMLError } from 'yaml';

/** Front matter as JSON, or why it cannot be read; never a guess. */
type FrontMatter = { readonly value: JsonObject } | { readonly problem: string };

/** Far above any real front matter. */
const maxCharacters = 16_384;
/** The parser recurses once for each level; a thousand levels exhaust the stack inside V8, where no error can be caught. */
const maxLevels = 256;

/**
 * Reads the front matter of a SKILL.md by the core schema of YAML 1.2. Values that JSON lacks, and syntax that other readers may read
 * differently, are refused.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const block = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown)?.[1];
  if (block === undefined) return { problem: 'it must begin with a line "---", then the front matter, then a line "---"' };
  if (block.length > maxCharacters) return { problem: `its front matter has ${block.length} characters, ${maxCharacters} at most` };
  if (couldBeDeep(block)) return { problem: `its front matter has more than ${maxLevels} brackets or levels` };
  const lines = new LineCounter();
  // A schema of core and no merge keys: "<<" would be read differently elsewhere. logLevel "error" keeps a second document an error.
  const document = parseDocument(block, { schema: 'core', stringKeys: true, prettyErrors: false, logLevel: 'error', lineCounter: lines });
  const lineOf = (offset: number): number => lines.linePos(offset).line + 1; // "---" is line 1
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) return { problem: `line ${lineOf(fault.pos[0])}: ${remedyOf(fault)}` };
  if (document.directives?.yaml.explicit === true) return { problem: 'a line "%YAML …" has no place in front matter; take it out' };
  const problem = problemOfNodes(document, lineOf);
  if (problem !== undefined) return { problem };
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return isRecord(value) ? jsonObject(value) : { problem: 'its front matter must be "key: value" lines' };
}

/** Every level takes a bracket, or a column of indentation or a "- " or "? " at the head of a line; brackets in texts count too. */
const couldBeDeep = (block: string): boolean =>
  (block.match(/[[{]/g)?.length ?? 0) > maxLevels || block.split('\n').some((line) => (/^[\s?-]*/.exec(line)?.[0].length ?? 0) > maxLevels);

const coreTags = ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`);

/** The most frequent fault in descriptions; the parser's message for it is unclear. */
const remedyOf = ({ code, message }: YAMLError): string =>
  code === 'BLOCK_AS_IMPLICIT_KEY' ? 'a text that holds ": " must be in quotes' : message;

/** Aliases can multiply a small file; tags make values that JSON does not have. */
function problemOfNodes(document: Document, lineOf: (offset: number) => number): string | undefined {
  let problem: string | undefined;
  visit(document, {
    Node: (_key, node) => {
      const reason = problemOfNode(node);
      if (reason === undefined) return undefined;
      problem = `line ${lineOf(node.range?.[0] ?? 0)}: ${reason}`;
      return visit.BREAK;
    },
  });
  return problem;
}

function problemOfNode(node: Node): string | undefined {
  if (isAlias(node)) return `"*${node.source}" stands for another value; write the value itself`;
  if ('anchor' in node && node.anchor !== undefined) return `take out "&${node.anchor}"`;
  if (node.tag !== undefined && !coreTags.includes(node.tag)) return `take out the tag "${node.tag}"`;
  return undefined;
}

function jsonObject(value: Readonly<Record<string, unknown>>): FrontMatter {
  try {
    return { value: toJsonObject(value) };
  } catch (failure) {
    if (failure instanceof NotJson) return { problem: failure.message };
    throw failure;
  }
}

class NotJson extends Error {}

function toJsonObject(value: Readonly<Record<string, unknown>>): JsonObject {
  // Copied as a key, it would set a prototype.
  if (Object.hasOwn(value, '__proto__')) throw new NotJson('"__proto__" cannot be a key');
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner, key)]));
}

function toJson(value: unknown, key: string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  if (Array.isArray(value)) return value.map((inner) => toJson(inner, key));
  if (isRecord(value)) return toJsonObject(value);
  throw new NotJson(`"${key}": JSON cannot hold ${inspect(value)}; put it in quotes`);
}
