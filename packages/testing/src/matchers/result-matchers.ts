import { type AsymmetricMatcher, isAsymmetric, isWanted, printWanted } from '../asymmetric.ts';
import { PromptResultWrapper, ResourceContentWrapper, ToolResultWrapper } from '../client/results.ts';
import { entriesOf, found, type MatcherResult, print, printList } from './matcher.ts';

type Wrapper = ToolResultWrapper | ResourceContentWrapper | PromptResultWrapper;

/** Told by its members: a test may have loaded this package twice. @throws {TypeError} for anything but a result of a client */
function wrapperOf(received: unknown): Wrapper {
  const isWrapper = typeof received === 'object' && received !== null && 'isSuccess' in received && 'raw' in received;
  if (isWrapper) return received as Wrapper;
  throw new TypeError(`Expected the result of tools.call, resources.read or prompts.get.\nReceived: ${print(received)}`);
}

const printText = (text: string | AsymmetricMatcher): string => (isAsymmetric(text) ? printWanted(text) : print(text));

const outcome = ({ error, raw }: Wrapper): string => print(error === undefined ? raw : { error });

function toolResultOf(received: unknown): ToolResultWrapper {
  const wrapper = wrapperOf(received);
  if ('hasTextContent' in wrapper) return wrapper;
  throw new TypeError(`Expected the result of tools.call.\nReceived: ${outcome(wrapper)}`);
}

/** The code that a matcher compares: a number with the protocol's, a text with the service's, an expectation with the one that is there. */
function hasCode({ error, raw }: Wrapper, code: number | string | AsymmetricMatcher): boolean {
  const own = '_meta' in raw ? raw._meta?.['code'] : undefined;
  if (typeof code === 'number') return error?.code === code;
  return isWanted(code, typeof code === 'string' ? own : (error?.code ?? own));
}

function hasContent(received: unknown, kind: string, has: (result: ToolResultWrapper) => boolean): MatcherResult {
  const result = toolResultOf(received);
  return found({
    pass: has(result),
    expected: `Expected the result to have ${kind} content`,
    expectedNot: `Expected the result to have no ${kind} content`,
    received: printList(result.raw.content.map(({ type }) => type)),
  });
}

/** Matchers of outcomes. */
export const resultMatchers = {
  toBeSuccessful: (received: unknown): MatcherResult => {
    const wrapper = wrapperOf(received);
    return found({
      pass: wrapper.isSuccess,
      expected: 'Expected the result to be successful',
      expectedNot: 'Expected the result not to be successful',
      received: outcome(wrapper),
    });
  },
  toBeError: (received: unknown, code?: number | string | AsymmetricMatcher): MatcherResult => {
    const wrapper = wrapperOf(received);
    const wanted = code === undefined ? 'an error' : `an error with code ${printWanted(code)}`;
    return found({
      pass: wrapper.isError && (code === undefined || hasCode(wrapper, code)),
      expected: `Expected the result to be ${wanted}`,
      expectedNot: `Expected the result not to be ${wanted}`,
      received: outcome(wrapper),
    });
  },
  toHaveTextContent: (received: unknown, text?: string | AsymmetricMatcher): MatcherResult => {
    if (text === undefined) return hasContent(received, 'text', (result) => result.hasTextContent());
    const result = toolResultOf(received);
    const blocks = result.raw.content.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []));
    return found({
      pass: blocks.some((block) => (isAsymmetric(text) ? isWanted(text, block) : block.includes(text))),
      expected: `Expected the text content to contain ${printText(text)}`,
      expectedNot: `Expected the text content not to contain ${printText(text)}`,
      received: print(blocks),
    });
  },
  toHaveImageContent: (received: unknown): MatcherResult => hasContent(received, 'image', (result) => result.hasImageContent()),
  toHaveResourceContent: (received: unknown): MatcherResult => hasContent(received, 'resource', (result) => result.hasResourceContent()),
  toHaveMimeType: (received: unknown, type: string | AsymmetricMatcher): MatcherResult => {
    const wrapper = wrapperOf(received);
    if (!('mimeType' in wrapper)) throw new TypeError(`Expected the result of resources.read.\nReceived: ${outcome(wrapper)}`);
    return found({
      pass: isWanted(type, wrapper.mimeType()),
      expected: `Expected the resource to have the MIME type ${printWanted(type)}`,
      expectedNot: `Expected the resource not to have the MIME type ${printWanted(type)}`,
      received: wrapper.mimeType() ?? 'no MIME type',
    });
  },
  toHaveMessages: (received: unknown, count: number): MatcherResult => {
    const wrapper = wrapperOf(received);
    if (!('messages' in wrapper)) throw new TypeError(`Expected the result of prompts.get.\nReceived: ${outcome(wrapper)}`);
    return found({
      pass: wrapper.messages.length === count,
      expected: `Expected the prompt to have ${count} messages`,
      expectedNot: `Expected the prompt not to have ${count} messages`,
      received: `${wrapper.messages.length} messages`,
    });
  },
} as const;

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
