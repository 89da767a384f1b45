const maxLimit = 100;
const maxQueryCharacters = 2000;

/** What an address asks of the skills. */
export interface SkillsRequest {
  readonly text: string | undefined;
  readonly byMeaning: boolean;
  readonly tags: readonly string[] | undefined;
  readonly tools: readonly string[] | undefined;
  readonly category: string | undefined;
  readonly minRating: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** @returns a problem for parameters that ask for nothing that there is */
export function readSkillQuery(query: string): SkillsRequest | string {
  const given = new URLSearchParams(query);
  const [words, meaning] = [given.get('query'), given.get('semantic-query')];
  if (words !== null && meaning !== null) return 'give "query" or "semantic-query", not both';
  const text = words ?? meaning ?? undefined;
  if (text !== undefined && text.length > maxQueryCharacters) return `"query" has at most ${maxQueryCharacters} characters`;
  const limit = numberIn(given, 'limit', { absent: 50, least: 1, most: maxLimit });
  const offset = numberIn(given, 'offset', { absent: 0, least: 0, most: 1_000_000 });
  if (limit === undefined || !Number.isInteger(limit)) return `"limit" must be an integer from 1 to ${maxLimit}`;
  if (offset === undefined || !Number.isInteger(offset)) return '"offset" must be an integer of at least 0';
  const minRating = numberIn(given, 'min-rating', { absent: -1, least: 0, most: 5 });
  if (minRating === undefined) return '"min-rating" must be a number from 0 to 5';
  return {
    text,
    byMeaning: meaning !== null,
    tags: listIn(given, 'tags'),
    tools: listIn(given, 'tools'),
    category: given.get('category') ?? undefined,
    minRating: minRating < 0 ? undefined : minRating,
    limit,
    offset,
  };
}

function numberIn(
  given: URLSearchParams,
  name: string,
  { absent, least, most }: { absent: number; least: number; most: number },
): number | undefined {
  const text = given.get(name);
  if (text === null) return absent;
  const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : -1;
  return value >= least && value <= most ? value : undefined;
}

/** `tags=a,b` and `tags=a&tags=b`. */
function listIn(given: URLSearchParams, name: string): readonly string[] | undefined {
  const items = given.getAll(name).flatMap((text) => text.split(','));
  return items.length === 0 ? undefined : items.map((item) => item.trim());
}
