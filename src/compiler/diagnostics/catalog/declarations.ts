import { row } from '../diagnostic.ts';

/** Findings about the classes and functions behind entries, and about providers. */
export const declarationRows = {
  'missing-context-class': row<{ name: string; decorator: string; base: string }>({
    severity: 'error',
    message: ({ name, decorator, base }) => `${name} has @${decorator} and does not extend ${base}`,
    hint: ({ name, base }) => `Write \`class ${name} extends ${base}\``,
    explain: {
      cause: 'What an entry may do (`this.progress`, `this.get`, …) comes from its context class.',
      example: "@Tool({ name: 'add' }) class AddTool { execute() {} }",
      fix: "@Tool({ name: 'add' }) class AddTool extends ToolContext { execute() {} }",
    },
  }),
  'missing-execute': row<{ name: string; decorator: string }>({
    severity: 'error',
    message: ({ name, decorator }) => `${name} has @${decorator} and no \`execute\` method`,
    hint: () => 'Add `execute(...)`; it is what a client calls',
    explain: {
      cause: 'An entry class answers calls in its `execute` method.',
      example: "@Tool({ name: 'add' }) class AddTool extends ToolContext {}",
      fix: "@Tool({ name: 'add' }) class AddTool extends ToolContext { execute() { return 'done'; } }",
    },
  }),
  'input-type-mismatch': row<{ name: string; declared: string; schema: string }>({
    severity: 'error',
    message: ({ name, declared, schema }) => `execute of ${name} takes ${declared}, but its inputSchema gives ${schema}`,
    hint: () => 'Make the parameter type the one that the schema infers, or a part of it',
    explain: {
      cause: 'The arguments are parsed by the schema, so the parameter of `execute` has the inferred type, or asks for less of it.',
      example: 'inputSchema: { a: z.number() } … execute(input: { a: string })',
      fix: 'inputSchema: { a: z.number() } … execute(input: { a: number })',
    },
  }),
  'output-type-mismatch': row<{ name: string; returned: string; schema: string }>({
    severity: 'error',
    message: ({ name, returned, schema }) => `${name} returns ${returned}, which cannot satisfy its outputSchema (${schema})`,
    hint: () => 'Return what the schema describes, or change the schema',
    explain: {
      cause: 'Every result is checked against `outputSchema`; a value of this type would always be refused.',
      example: 'outputSchema: { sum: z.number() } … return { total: 3 }',
      fix: 'outputSchema: { sum: z.number() } … return { sum: 3 }',
    },
  }),
  'result-not-json': row<{ kind: string; name: string; lost: string; path: string }>({
    severity: 'error',
    message: ({ kind, lost, name, path }) =>
      `The ${kind} ${name} returns ${/^[AEIO]/.test(lost) ? 'an' : 'a'} ${lost}${path === '' ? '' : ` at \`${path}\``}, which JSON loses: such a call fails with INVALID_OUTPUT`,
    hint: ({ lost }) => (lost === 'promise' ? 'Await it' : 'Return what it holds as plain objects, lists, texts and numbers'),
    explain: {
      cause:
        'Results are sent as JSON, which has no promises, maps, sets, errors, responses, bigints, bytes, functions and symbols. Dates, URLs and objects with a `toJSON` are fine.',
      example: 'execute() { return { total: this.count() }; }   // count() returns a promise',
      fix: 'async execute() { return { total: await this.count() }; }',
    },
  }),
  'missing-description': row<{ kind: string; name: string }>({
    severity: 'warning',
    message: ({ kind, name }) => `The ${kind} "${name}" has no description`,
    hint: () => 'Models choose by the description; add one sentence',
    explain: {
      cause: 'A model sees only the name and the description when it chooses what to call.',
      example: "@Tool({ name: 'add' })",
      fix: "@Tool({ name: 'add', description: 'Adds two numbers.' })",
    },
  }),
  'missing-parameter-description': row<{ tool: string; parameters: readonly string[] } | { adapter: string; tools: readonly string[] }>({
    severity: 'warning',
    message: (given) => {
      if ('adapter' in given) {
        const [first = ''] = given.tools;
        return given.tools.length === 1
          ? `The tool "${first}" of the adapter "${given.adapter}" has parameters without a description`
          : `${given.tools.length} tools of the adapter "${given.adapter}" have parameters without a description, "${first}" among them`;
      }
      const { parameters, tool } = given;
      const names = parameters.map((name) => `\`${name}\``).join(', ');
      return `${parameters.length === 1 ? 'Parameter' : 'Parameters'} ${names} of the tool "${tool}" ${parameters.length === 1 ? 'has' : 'have'} no description`;
    },
    hint: (given) =>
      'adapter' in given
        ? 'Models guess what they mean: add descriptions where the tools are made from, or leave such operations out'
        : "Add `.describe('…')` to the schema, or `description` in a JSON Schema",
    explain: {
      cause: 'A model fills the parameters from their descriptions; without them it guesses.',
      example: 'inputSchema: { unit: z.string() }',
      fix: "inputSchema: { unit: z.string().describe('celsius or fahrenheit') }",
    },
  }),
  'effect-before-question': row<{ kind: string; name: string }>({
    severity: 'warning',
    message: ({ kind, name }) => `The ${kind} "${name}" does this before its first question, so it runs again after each answer`,
    hint: () => 'Do it after the last question, or make it safe to repeat',
    explain: {
      cause: 'On 2026-07-28 a question ends the request. The client calls again with the answer, and the handler runs from its beginning.',
      example: "await orders.create(input); const answer = await this.elicit('Pay now?', form);",
      fix: "const answer = await this.elicit('Pay now?', form); await orders.create(input);",
    },
  }),
  'provider-missing': row<{ asker: string; token: string; elsewhere: string }>({
    severity: 'error',
    message: ({ asker, elsewhere, token }) =>
      elsewhere === ''
        ? `${asker} asks for ${token}, which no \`providers\` list names`
        : `${asker} asks for ${token}, which only ${elsewhere} has`,
    hint: ({ elsewhere, token }) =>
      elsewhere === ''
        ? `Add ${token} to \`providers\` of the server, or of the app or plugin that asks for it`
        : `Move ${token} to \`providers\` of the server, or add it to \`exports\` of the plugin that has it`,
    explain: {
      cause:
        'An instance for `inject`, or for `get` of the context, comes from the `providers` of the plugin, the app or the server around, or from a plugin in these. Without one the call fails.',
      example: 'class Orders { db = inject(Database); }   // and no list names Database',
      fix: '@Service({ info, tools: [Order], providers: [Orders, Database] })',
    },
  }),
  'provider-cycle': row<{ path: readonly string[] }>({
    severity: 'error',
    message: ({ path }) => `Circular dependency detected: ${path.join(' -> ')}`,
    hint: () => 'Move what both need into a third provider',
    explain: {
      cause: 'Each of these providers needs the next one to be built first, so none can be built.',
      example: 'class A { b = inject(B) }   class B { a = inject(A) }',
      fix: 'Take the part that both need out into a provider C.',
    },
  }),
  'provider-constructor-types': row<{ name: string; parameters: readonly string[] }>({
    severity: 'error',
    message: ({ name, parameters }) =>
      `The provider ${name} asks for ${parameters.map((type) => `\`${type}\``).join(', ')} by constructor types`,
    hint: () => 'Use `inject(…)` in a field: standard decorators keep no parameter types at run time',
    explain: {
      cause: 'Parameter types do not exist at run time: neither standard decorators nor the bundler keep them.',
      example: 'class Orders { constructor(private db: Database) {} }',
      fix: 'class Orders { private db = inject(Database); }',
    },
  }),
  'provider-scope': row<{ name: string; asks: string }>({
    severity: 'error',
    message: ({ name, asks }) => `The global provider ${name} asks for ${asks}, which exists once per request`,
    hint: ({ name }) => `Give ${name} \`scope: ProviderScope.CONTEXT\`, or get ${'the other one'} inside the call with \`this.get(…)\``,
    explain: {
      cause: 'A global provider is built once for the server; it would keep the data of the first request.',
      example: '@Provider({ name: "cache" }) class Cache { user = inject(CurrentUser); }   // CurrentUser: CONTEXT',
      fix: '@Provider({ name: "cache", scope: ProviderScope.CONTEXT }) class Cache { user = inject(CurrentUser); }',
    },
  }),
  'invalid-parameter-header': row<{ tool: string; parameter: string; problem: string }>({
    severity: 'error',
    message: ({ tool, parameter, problem }) => `x-mcp-header of \`${parameter}\` in the tool "${tool}": ${problem}`,
    hint: () => 'A header name is a token such as `Region`, unique in the tool, on a string, an integer or a boolean',
    explain: {
      cause: 'A parameter marked with x-mcp-header is sent as the HTTP header Mcp-Param-<Name> too, so it must fit in one.',
      example: "region: z.string().meta({ 'x-mcp-header': 'my region' })",
      fix: "region: z.string().meta({ 'x-mcp-header': 'Region' })",
    },
  }),
};
