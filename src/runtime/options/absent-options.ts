import type { OptionOwner } from './option-row.ts';

/*
 * Documented options that this version does not have, each with what to write instead. They are refused by name: a name that is only
 * unknown would leave its author searching.
 */

const oneDocument = 'a widget is one document with everything in it; name what it needs with imports in the file of its `template`';

const absent: Readonly<Partial<Record<OptionOwner, Readonly<Record<string, string>>>>> = {
  tool: {
    'ui.resourceMode': oneDocument,
    'ui.bundlingMode': oneDocument,
    'ui.externals': oneDocument,
    'ui.dependencies': oneDocument,
    'ui.fileBundleOptions': oneDocument,
    'ui.runtimeOptions': oneDocument,
    'ui.customShell': `${oneDocument}; a shell of your own is an .html file`,
    'ui.customWidgetUrl': oneDocument,
    'ui.directPath': oneDocument,
    'ui.htmlResponsePrefix': 'the text of a result stands alone; the widget is a resource',
    'ui.hydrate': 'widgets are rendered by the browser alone',
    'ui.mdxComponents': 'write a component of React in a .tsx file',
    'ui.displayMode': 'a host decides how a widget is shown; let a click call `requestDisplayMode` of the bridge',
    'ui.widgetCapabilities.supportsPartialInput': 'widgets get partial input where the host sends it',
    'ui.aspectRatio': 'use `aspect-ratio` in the styles of the widget',
  },
  service: {
    'http.hostFactory': 'mount `createHandler(Server)` or `createFetchHandler(Server)` in a server of your own',
    loader: 'no packages are loaded at run time; install the package and list what it exports',
  },
};

/** Options of which the documents list another kind of value as well. */
const otherKinds: Readonly<
  Partial<Record<OptionOwner, Readonly<Record<string, { readonly kind: 'function'; readonly instead: string }>>>>
> = {
  service: {
    'transport.sessionMode': {
      kind: 'function',
      instead: 'a session begins with its first message, and `transport.protocol.stateless` serves clients without one',
    },
  },
};

/** What to write instead of a documented kind of value: a function. */
export function insteadOfKind(owner: OptionOwner, path: string, kind: string): string | undefined {
  const other = otherKinds[owner]?.[path];
  if (other?.kind !== kind) return undefined;
  return `a function is not part of this version; ${other.instead}`;
}

/** What to write instead of an option that this version does not have; undefined for a name that is only unknown. */
export const insteadOfOption = (owner: OptionOwner, path: string): string | undefined => absent[owner]?.[path];
