/** Every fixture that a test can name. */
export const fixtureNames = ['mcp', 'modern', 'server', 'auth'] as const;
export type FixtureName = (typeof fixtureNames)[number];

/** Fixtures of a test that takes them as one object: all but the client of the other revision. */
const asObject: readonly FixtureName[] = ['mcp', 'server', 'auth'];

const opening = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);

/**
 * The fixtures that a function destructures from its first parameter: `({ mcp, auth: tokens }) => …` names two.
 * Read from its text, because fixtures must be there before it is called.
 * @throws {TypeError} for a name that is no fixture
 */
export function namedFixtures(body: (...parameters: never[]) => unknown): readonly FixtureName[] {
  const text = String(body);
  // A transpiler's wrapper has no parameters but hands all on.
  if (body.length === 0) return /[(,]\s*arguments\s*[,)]/.test(text) ? asObject : [];
  if (/^(?:async\s+)?[\w$]+\s*=>/.test(text)) return asObject;
  const start = firstParameter(text);
  if (text[start] !== '{') return asObject;
  return topLevelParts(text, start)
    .map((part) => {
      const name = part.split(/[:=]/, 1)[0]?.trim() ?? '';
      const known = fixtureNames.find((fixture) => fixture === name);
      if (known === undefined && name !== '') throw new TypeError(`There is no fixture ${name}. Fixtures: ${fixtureNames.join(', ')}.`);
      return known;
    })
    .filter((name) => name !== undefined);
}

function firstParameter(text: string): number {
  let at = text.indexOf('(') + 1;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The parts between the commas of the pattern that opens at `start`. */
function topLevelParts(text: string, start: number): string[] {
  const closing: string[] = [];
  const parts: string[] = [];
  let part = '';
  for (let at = start; at < text.length; at += 1) {
    at = afterComment(text, at);
    const char = text[at] ?? '';
    const close = opening.get(char);
    if (close !== undefined) closing.push(close);
    else if (char === closing.at(-1)) closing.pop();
    if (closing.length === 0) break;
    if (closing.length === 1 && char === ',') {
      parts.push(part);
      part = '';
    } else if (at > start) part += char;
  }
  return [...parts, part].filter((found) => found.trim() !== '');
}

/** The first position from `at` that no comment covers. */
function afterComment(text: string, at: number): number {
  const comment = /(?:\/\/[^\n]*\n?|\/\*[^]*?\*\/)*/y;
  comment.lastIndex = at;
  comment.test(text);
  return Math.max(at, comment.lastIndex);
}
