import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { type AsymmetricMatcher, isAsymmetric, isWanted } from '../asymmetric.ts';
import { activePartOf, faultOf, tagsOf, textOf } from './html-tags.ts';
import { found, type MatcherResult, print, printList } from './matcher.ts';

const widgetType = 'text/html;profile=mcp-app';

const shorten = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

/** @throws {TypeError} for anything but HTML, or a widget that `mcp.openUI` has opened */
function htmlOf(received: unknown): string {
  if (typeof received === 'string') return received;
  const html: unknown = typeof received === 'object' && received !== null ? Reflect.get(received, 'html') : undefined;
  if (typeof html === 'string') return html;
  throw new TypeError(`Expected the widget of mcp.openUI, or HTML.\nReceived: ${print(received)}`);
}

/** `_meta` of a listed tool, a result, contents of a resource or an opened widget. @throws {TypeError} for anything else */
function metaOf(received: unknown): JsonObject {
  const member = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const raw = member(received, 'raw');
  const contents: unknown = member(raw, 'contents');
  const first: unknown = Array.isArray(contents) ? contents[0] : undefined;
  const meta = member(received, '_meta') ?? member(first, '_meta') ?? member(raw, '_meta');
  if (isJsonObject(meta)) return meta;
  if (typeof received === 'object' && received !== null) return {};
  throw new TypeError(`Expected a listed tool, a result, a resource or the widget of mcp.openUI.\nReceived: ${print(received)}`);
}

function mimeTypeOf(received: unknown): string {
  const mimeType: unknown = typeof received === 'object' && received !== null ? Reflect.get(received, 'mimeType') : received;
  // Contents of a resource have a method of this name.
  return String(typeof mimeType === 'function' ? Reflect.apply(mimeType, received, []) : mimeType);
}

/** The key by which a platform finds a widget. */
function widgetUri(meta: JsonObject, platform?: string): unknown {
  if (platform === 'openai') return meta['openai/outputTemplate'];
  const { ui } = meta;
  return (isJsonObject(ui) ? ui['resourceUri'] : undefined) ?? meta['ui/resourceUri'];
}

const isNamespaced = (key: string): boolean => key === 'ui' || /^[a-z][\w.-]*\/.+$/i.test(key);

interface HtmlFinding {
  readonly pass: boolean;
  readonly what: string;
  readonly received?: string;
}

const htmlFinding = (html: string, { pass, received, what }: HtmlFinding): MatcherResult =>
  found({
    pass,
    expected: `Expected the widget to ${what}`,
    expectedNot: `Expected the widget not to ${what}`,
    received: received ?? shorten(html),
  });

const metaFinding = (meta: JsonObject, pass: boolean, what: string): MatcherResult =>
  found({ pass, expected: `Expected _meta to ${what}`, expectedNot: `Expected _meta not to ${what}`, received: print(meta) });

/** Matchers of what a widget shows: an opened widget, or HTML. */
const htmlMatchers = {
  toHaveRenderedHtml: (received: unknown): MatcherResult => {
    const html = htmlOf(received);
    return htmlFinding(html, { pass: tagsOf(html).length > 0, what: 'show HTML' });
  },
  toContainHtmlElement: (received: unknown, name: string): MatcherResult => {
    const html = htmlOf(received);
    return htmlFinding(html, { pass: tagsOf(html).some((tag) => tag.name === name.toLowerCase()), what: `contain <${name}>` });
  },
  toContainBoundValue: (received: unknown, value: string | number): MatcherResult => {
    const html = htmlOf(received);
    const values = tagsOf(html).flatMap(({ attributes }) => [...attributes.values()]);
    const pass = textOf(html).includes(String(value)) || values.some((one) => textOf(one) === String(value));
    return htmlFinding(html, { pass, what: `show the value ${print(value)}` });
  },
  toHaveCssClass: (received: unknown, name: string): MatcherResult => {
    const html = htmlOf(received);
    const classes = tagsOf(html).flatMap(({ attributes }) => (attributes.get('class') ?? '').split(/\s+/).filter((one) => one !== ''));
    const pass = classes.includes(name);
    return htmlFinding(html, { pass, what: `have the class ${name}`, received: printList([...new Set(classes)]) });
  },
  toBeXssSafe: (received: unknown): MatcherResult => {
    const html = htmlOf(received);
    const part = activePartOf(html);
    return htmlFinding(html, { pass: part === undefined, what: 'hold nothing that runs code', received: part ?? shorten(html) });
  },
  toNotContainRawContent: (received: unknown, content: string): MatcherResult => {
    const html = htmlOf(received);
    return htmlFinding(html, { pass: !html.includes(content), what: `hold no raw ${print(content)}` });
  },
  toHaveProperHtmlStructure: (received: unknown): MatcherResult => {
    const html = htmlOf(received);
    const fault = tagsOf(html).length === 0 ? 'no element' : faultOf(html);
    return htmlFinding(html, { pass: fault === undefined, what: 'close its elements in their order', received: fault ?? shorten(html) });
  },
};

/** Matchers of what hosts are told: listed tools, results, resources, opened widgets. */
const metaMatchers = {
  toHaveWidgetMetadata: (received: unknown): MatcherResult => {
    const meta = metaOf(received);
    return metaFinding(meta, typeof widgetUri(meta) === 'string', 'name a widget (ui.resourceUri)');
  },
  toHaveMetaKey: (received: unknown, key: string): MatcherResult => {
    const meta = metaOf(received);
    return metaFinding(meta, Object.hasOwn(meta, key), `have the key ${key}`);
  },
  toNotHaveMetaKey: (received: unknown, key: string): MatcherResult => {
    const meta = metaOf(received);
    return metaFinding(meta, !Object.hasOwn(meta, key), `lack the key ${key}`);
  },
  toHaveMetaValue: (received: unknown, key: string, value: unknown): MatcherResult => {
    const meta = metaOf(received);
    const own = Object.hasOwn(meta, key) ? meta[key] : undefined;
    const pass = isAsymmetric(value) ? isWanted(value as AsymmetricMatcher, own as never) : isDeepStrictEqual(own, value);
    return metaFinding(meta, pass, `have ${print(value)} at ${key}`);
  },
  toHaveOnlyNamespacedMeta: (received: unknown): MatcherResult => {
    const meta = metaOf(received);
    return metaFinding(meta, Object.keys(meta).every(isNamespaced), 'have namespaced keys alone');
  },
  toHavePlatformMeta: (received: unknown, platform: string): MatcherResult => {
    const meta = metaOf(received);
    return metaFinding(meta, typeof widgetUri(meta, platform) === 'string', `name a widget for ${platform}`);
  },
  toHavePlatformMimeType: (received: unknown, platform: string): MatcherResult => {
    const mimeType = mimeTypeOf(received);
    // Newer versions of all of them take the type of the norm; none takes HTML without its profile.
    const pass = platform !== 'gemini' && mimeType === widgetType;
    const what = `${widgetType}, which ${platform} ${platform === 'gemini' ? 'does not show' : 'shows'}`;
    return found({ pass, expected: `Expected the type ${what}`, expectedNot: `Expected another type than ${what}`, received: mimeType });
  },
  toHavePlatformHtml: (received: unknown, platform: string): MatcherResult => {
    const html = htmlOf(received);
    const shownIn: unknown = typeof received === 'object' && received !== null ? Reflect.get(received, 'platform') : platform;
    const pass = shownIn === platform && tagsOf(html).length > 0;
    return htmlFinding(html, {
      pass,
      what: `show HTML in ${platform}`,
      received: shownIn === platform ? shorten(html) : `a widget in ${String(shownIn)}`,
    });
  },
};

/** Matchers of widgets. */
export const uiMatchers = { ...htmlMatchers, ...metaMatchers };
