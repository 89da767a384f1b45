import type { OptionOwner } from './option-row.ts';

/*
 * Documented options that this version does not have, each with what to write instead. They are refused by name: a name that is only
 * unknown would leave its author searching.
 */

const overMcp = 'skills are served over MCP alone; make pages of your own with `http.routes`';
const inText = 'describe it in `instructions`';
const inFrontMatter = 'put it into `specMetadata`, which clients read in the front matter';
const inServerText = 'write it into `instructions` of @Service, which clients read when they connect';

const oneDocument = 'a widget is one document with everything in it; name what it needs with imports in the file of its `template`';

const absent: Readonly<Partial<Record<OptionOwner, Readonly<Record<string, string>>>>> = {
  skill: {
    id: 'the `name` of a skill is its id',
    tools: 'name the tools in `instructions`; `allowedTools` lists those that need no question',
    toolValidation: 'nothing checks the tools of a skill; name them in `instructions`',
    referencedOperations: inText,
    parameters: `${inText}, or declare a prompt with \`arguments\``,
    examples: "write them into `instructions`, or into a file: `files: { 'references/examples.md': '…' }`",
    resources: 'list texts in `files`, or use `folder`: all its files are served',
    visibility: 'skills are served over MCP alone; `hideFromDiscovery: true` leaves one out of the list',
    priority: inFrontMatter,
    rating: inFrontMatter,
    category: inFrontMatter,
    tags: inFrontMatter,
    alwaysLoad: inServerText,
    skillPath: 'the path of a skill is its `name`, or that of its `folder`',
  },
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
    'ui.widgetCapabilities': 'widgets get partial input where the host sends it',
    'ui.aspectRatio': 'use `aspect-ratio` in the styles of the widget',
  },
  service: {
    'http.hostFactory': 'mount `createHandler(Server)` or `createFetchHandler(Server)` in a server of your own',
    loader: 'no packages are loaded at run time; install the package and list what it exports',
    'skillsConfig.prefix': overMcp,
    'skillsConfig.auth': 'skills are read under the sign-in of the server: `auth`',
    'skillsConfig.apiKeys': "use `auth: { mode: 'static', tokensEnv }` of the server",
    'skillsConfig.jwt': "use `auth: { mode: 'transparent', provider }` of the server",
    'skillsConfig.llmTxt': overMcp,
    'skillsConfig.llmFullTxt': overMcp,
    'skillsConfig.api': overMcp,
    'skillsConfig.mcpResources': 'skills are always resources; `enabled: false` serves none',
    'skillsConfig.sep2640InInstructions': inServerText,
    'skillsConfig.injectInstructions': inServerText,
    'skillsConfig.cache': 'skills are constants of a build and need no cache',
    'skillsConfig.audit': 'log requests with `observability.requestLogs`',
    'skillsConfig.scoring': 'there is no search; clients read the whole list',
  },
};

/** Options of which the documents list another kind of value as well. */
const otherKinds: Readonly<
  Partial<Record<OptionOwner, Readonly<Record<string, { readonly kind: 'function' | 'object'; readonly instead: string }>>>>
> = {
  service: {
    'transport.sessionMode': {
      kind: 'function',
      instead: 'a session begins with its first message, and `transport.protocol.stateless` serves clients without one',
    },
  },
  skill: {
    instructions: {
      kind: 'object',
      instead:
        'for a file name the folder of its SKILL.md with `folder`, instead of `name`, `description` and `instructions`; of a URL write the text itself',
    },
  },
};

/** What to write instead of a documented kind of value: a function, or an object such as `{ file }`. */
export function insteadOfKind(owner: OptionOwner, path: string, kind: string): string | undefined {
  const other = otherKinds[owner]?.[path];
  if (other?.kind !== kind) return undefined;
  return `${kind === 'function' ? 'a function' : 'an object'} is not part of this version; ${other.instead}`;
}

/** What to write instead of an option that this version does not have; undefined for a name that is only unknown. */
export const insteadOfOption = (owner: OptionOwner, path: string): string | undefined => absent[owner]?.[path];
