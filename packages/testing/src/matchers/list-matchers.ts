import { entriesOf, found, printList, type MatcherResult } from './matcher.ts';

interface ListKind {
  /** As in "the tools". */
  readonly plural: string;
  readonly from: string;
  readonly key: string;
}

function contains(received: unknown, wanted: string, { from, key, plural }: ListKind): MatcherResult {
  const names = entriesOf(received, from).map((entry) => String(entry[key]));
  return found({
    pass: names.includes(wanted),
    expected: `Expected the ${plural} to contain ${wanted}`,
    expectedNot: `Expected the ${plural} not to contain ${wanted}`,
    received: printList(names),
  });
}

/** Matchers of lists. */
export const listMatchers = {
  toContainTool: (received: unknown, name: string): MatcherResult =>
    contains(received, name, { plural: 'tools', from: 'mcp.tools.list()', key: 'name' }),
  toContainPrompt: (received: unknown, name: string): MatcherResult =>
    contains(received, name, { plural: 'prompts', from: 'mcp.prompts.list()', key: 'name' }),
  toContainResource: (received: unknown, uri: string): MatcherResult =>
    contains(received, uri, { plural: 'resources', from: 'mcp.resources.list()', key: 'uri' }),
  toContainResourceTemplate: (received: unknown, uriTemplate: string): MatcherResult =>
    contains(received, uriTemplate, { plural: 'resource templates', from: 'mcp.resources.listTemplates()', key: 'uriTemplate' }),
} as const;
