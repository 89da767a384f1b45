/** Base classes of each kind of entry; messages name the first. `ResourceContext<Params>` serves a template as well. */
export const contextClasses: Readonly<Partial<Record<string, readonly [string, ...string[]]>>> = {
  tool: ['ToolContext'],
  resource: ['ResourceContext'],
  'resource-template': ['ResourceTemplateContext', 'ResourceContext'],
  prompt: ['PromptContext'],
};
