import { type NoParams, row } from '../catalog-row.ts';

/** Findings about lists, references and names. */
export const referenceRows = {
  'unresolved-reference': row<{ list: string; text: string }>({
    severity: 'error',
    message: ({ list, text }) => `\`${text}\` in \`${list}\` does not lead to a declaration`,
    hint: () => 'Correct the import, or list the class or builder result itself, imported by name',
    explain: {
      cause: 'An item of a list could not be followed through imports and constants to the class or builder call that declares it.',
      example: "import { AddTool } from './tool.ts'; … tools: [AddTool]",
      fix: "import { AddTool } from './tools/add.ts'; … tools: [AddTool]",
    },
  }),
  'not-supported': row<{ what: string; instead?: string; write?: string }>({
    severity: 'error',
    message: ({ what, instead }) => `${what} cannot be compiled by this version${instead === undefined ? '' : `: without it ${instead}`}`,
    hint: ({ write }) =>
      write === undefined ? 'Remove it, or use a version that serves it; the bundle would be missing it' : `Instead: ${write}`,
    explain: {
      cause: 'The documents describe this kind of entry, and this version does not compile it yet; a server without it would surprise.',
      example: "apps: [App.remote('https://other.example/mcp', {})], jobs: [NightlyJob]",
      fix: 'Leave the entry out, or serve it from a server of its own.',
    },
  }),
  'name-unavailable': row<{ name: string; instead: string }>({
    severity: 'error',
    message: ({ name }) => `${name} is not part of this version`,
    hint: ({ instead }) => instead,
    explain: {
      cause: 'Servers in decorated style import names and packages that this version does not have. Each has a replacement.',
      example: "import { Plugin, ToolHook } from '@service/sdk';",
      fix: "import { Plugin, type PluginHooks } from '@service/sdk';   // aroundToolCall(call, next) runs around each call",
    },
  }),
  'wrong-list-item': row<{ list: string; decorator: string }>({
    severity: 'error',
    message: ({ list, decorator }) => `${list} items must be annotated with @${decorator}()`,
    hint: ({ decorator, list }) =>
      `Put a class with @${decorator}(), or what a function of the SDK made, into \`${list}\`; move an item of another kind to its own list`,
    explain: {
      cause: 'Each list takes declarations of one kind, and this item is of another kind or has no decorator.',
      example: 'plugins: [AddTool]',
      fix: 'Move the item to the list of its kind, or decorate its class.',
    },
  }),
  'circular-import': row<{ text: string; list: string; cycle: string; file: string }>({
    severity: 'error',
    message: ({ list, text }) => `${text} is undefined when ${list} is read: their files import each other`,
    hint: ({ cycle, file }) =>
      `The cycle: ${cycle}. Move what ${file} imports from there into a file that imports neither; a type alone is imported with \`import type\``,
    explain: {
      cause: 'A module runs after what it imports. In a cycle one has to run first, and what the other declares does not exist yet.',
      example: "// shop.ts: import { Add } from './add.ts'; export const prefix = 'x';   add.ts: import { prefix } from './shop.ts';",
      fix: "// prefix.ts: export const prefix = 'x';   Both files import './prefix.ts', and add.ts no longer imports './shop.ts'.",
    },
  }),
  'listed-twice': row<{ list: string; text: string }>({
    severity: 'error',
    message: ({ list, text }) => `\`${text}\` is listed twice in \`${list}\``,
    hint: () => 'Remove one of them',
    explain: {
      cause: 'One class or builder result is one entry: listed twice by one owner, both would have the same name.',
      example: 'tools: [AddTool, SubtractTool, AddTool]',
      fix: 'tools: [AddTool, SubtractTool]',
    },
  }),
  'duplicate-name': row<{ kind: string; name: string; owner: string }>({
    severity: 'error',
    message: ({ kind, name, owner }) => `Two ${kind} of ${owner} are named "${name}"`,
    hint: () => 'Rename one; `-` and `_` count as the same letter when clients call',
    explain: {
      cause: 'Entries of one owner must differ in name (lookups treat `-` and `_` as the same).',
      example: "@Tool({ name: 'add-item' }) … @Tool({ name: 'add_item' })",
      fix: 'Rename one of them.',
    },
  }),
  'duplicate-app': row<{ id: string }>({
    severity: 'error',
    message: ({ id }) => `Two apps have the id "${id}"`,
    hint: () => 'Give one of them its own `id`',
    explain: {
      cause: 'The id of an app (its name in kebab-case when not given) prefixes names and paths, so it must be unique.',
      example: "@App({ name: 'Billing' }) … @App({ name: 'billing' })",
      fix: "@App({ name: 'billing', id: 'billing-eu' })",
    },
  }),
  'duplicate-adapter': row<{ name: string; className: string }>({
    severity: 'error',
    message: ({ name, className }) => `Duplicate adapter name '${name}' for ${className}`,
    hint: () => 'Give each adapter of one class its own `name`',
    explain: {
      cause: 'The name of an adapter tells its tools apart, so it must be unique within its class.',
      example: "adapters: [OpenapiAdapter.init({ name: 'api' }), OpenapiAdapter.init({ name: 'api' })]",
      fix: "adapters: [OpenapiAdapter.init({ name: 'orders' }), OpenapiAdapter.init({ name: 'stock' })]",
    },
  }),
  'no-entries': row<NoParams>({
    severity: 'warning',
    message: () => 'This server offers nothing: no apps, tools, resources or prompts are listed',
    hint: () => 'List something in `apps` or `tools` of @Service',
    explain: {
      cause: 'Only what is listed in @Service (or in an app, plugin or adapter listed there) is served.',
      example: "@Service({ info: { name: 'a', version: '1.0.0' } })",
      fix: "@Service({ info: { name: 'a', version: '1.0.0' }, tools: [AddTool] })",
    },
  }),
  'name-too-long': row<{ kind: string; name: string; length: number }>({
    severity: 'error',
    message: ({ kind, name, length }) => `The ${kind} name "${name}" has ${length} characters; clients accept at most 64`,
    hint: () => 'Shorten the name; say the rest in the description',
    explain: {
      cause: 'Widely used clients refuse a whole server when one tool name is longer than 64 characters.',
      example: "@Tool({ name: 'search_the_archive_of_all_documents_that_were_ever_written_by_anybody' })",
      fix: "@Tool({ name: 'search_archive' })",
    },
  }),
  'not-listed': row<{ name: string; list: string }>({
    severity: 'warning',
    message: ({ name }) => `${name} is in no list, so this server does not have it`,
    // Apps belong to servers alone.
    hint: ({ list, name }) => `Add ${name} to \`${list}\` of the server${list === 'apps' ? '' : ', an app or a plugin'}, or delete it`,
    explain: {
      cause: 'A decorator or builder only describes. What a server has is what @Service, its apps and its plugins list.',
      example: '@Tool({ … }) class AddTool extends ToolContext { … }   // and no `tools` names AddTool',
      fix: '@Service({ info, tools: [AddTool] })',
    },
  }),
  'dotted-name': row<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `The tool name "${name}" holds a dot: Claude Desktop and claude.ai then offer no tool of this server at all`,
    hint: ({ name }) => `Name it "${name.replaceAll('.', '_')}"`,
    explain: {
      cause:
        'MCP allows dots, but these hosts take only names of `A-Z a-z 0-9 _ -` (`^[a-zA-Z0-9_-]{1,64}$`), as the APIs of model vendors do, and refuse the whole list of tools over one other name.',
      example: "@Tool({ name: 'files.read' })",
      fix: "@Tool({ name: 'files_read' })",
    },
  }),
  'invalid-name': row<{ kind: string; name: string; rule: string }>({
    severity: 'error',
    message: ({ kind, name }) => `The ${kind} name ${JSON.stringify(name)} holds characters that clients refuse`,
    hint: ({ kind, rule }) => `The name of a ${kind} is ${rule}`,
    explain: {
      cause:
        'Clients and models address tools by name; spaces and other characters are refused by many of them. Other entries take any printable text, but nothing that hides or turns around what is read.',
      example: "@Tool({ name: 'add item!' })",
      fix: "@Tool({ name: 'add_item' })",
    },
  }),
  'invalid-uri': row<{ uri: string }>({
    severity: 'error',
    message: () => 'URI must have a valid scheme (e.g., file://, https://, custom://)',
    hint: ({ uri }) => `${JSON.stringify(uri)} has none; write e.g. "docs://${uri.replace(/^[/.:]+/, '') || 'name'}"`,
    explain: {
      cause: 'The URI of a resource is absolute; clients keep it and ask for it later.',
      example: "@Resource({ name: 'readme', uri: 'readme.md' })",
      fix: "@Resource({ name: 'readme', uri: 'docs://readme.md' })",
    },
  }),
  'invalid-uri-template': row<{ template: string; problem: string }>({
    severity: 'error',
    message: ({ template, problem }) => `The URI template ${JSON.stringify(template)} is not usable: ${problem}`,
    hint: () => 'RFC 6570 level 1 is supported, and `{+name}` for several path segments',
    explain: {
      cause: 'A resource template is an RFC 6570 template of level 1, plus reserved expansion `{+name}`.',
      example: "@ResourceTemplate({ name: 'file', uriTemplate: 'file:///{path' })",
      fix: "@ResourceTemplate({ name: 'file', uriTemplate: 'file:///{+path}' })",
    },
  }),
  'unenforced-metadata': row<{ entries: readonly { entry: string; field: string }[] }>({
    severity: 'error',
    message: ({ entries }) =>
      `UnenforcedMetadataError:\n${entries.map(({ entry, field }) => `  ${entry}: "${field}" has no effect without the plugin that enforces it`).join('\n')}`,
    hint: () => 'List the plugin in `plugins` of the same app or of @Service, or remove the field',
    explain: {
      cause:
        '`approval` and `featureFlag` guard an entry only while a plugin enforces them; without it the entry would be open to every caller.',
      example: "@Tool({ name: 'wipe', approval: true })   // no ApprovalPlugin",
      fix: 'plugins: [ApprovalPlugin]',
    },
  }),
};
