import { isWanted, printWanted, type AsymmetricMatcher } from '../asymmetric.ts';
import { entriesOf, found, printList, type MatcherResult } from './matcher.ts';

interface ListKind {
  /** As in "the tools". */
  readonly plural: string;
  readonly from: string;
  readonly key: string;
}

type Wanted = string | AsymmetricMatcher;

function contains(received: unknown, wanted: Wanted, { from, key, plural }: ListKind): MatcherResult {
  const names = entriesOf(received, from).map((entry) => String(entry[key]));
  return found({
    pass: names.some((name) => isWanted(wanted, name)),
    expected: `Expected the ${plural} to contain ${printWanted(wanted)}`,
    expectedNot: `Expected the ${plural} not to contain ${printWanted(wanted)}`,
    received: printList(names),
  });
}

/** Matchers of lists. */
export const listMatchers = {
  toContainTool: (received: unknown, name: Wanted): MatcherResult =>
    contains(received, name, { plural: 'tools', from: 'mcp.tools.list()', key: 'name' }),
  toContainPrompt: (received: unknown, name: Wanted): MatcherResult =>
    contains(received, name, { plural: 'prompts', from: 'mcp.prompts.list()', key: 'name' }),
  toContainResource: (received: unknown, uri: Wanted): MatcherResult =>
    contains(received, uri, { plural: 'resources', from: 'mcp.resources.list()', key: 'uri' }),
  toContainResourceTemplate: (received: unknown, uriTemplate: Wanted): MatcherResult =>
    contains(received, uriTemplate, { plural: 'resource templates', from: 'mcp.resources.listTemplates()', key: 'uriTemplate' }),
} as const;
