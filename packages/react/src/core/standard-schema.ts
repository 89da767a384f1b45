/** What is wrong with arguments, and where. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly PropertyKey[] | undefined;
}

/**
 * A schema of zod 4.2 or later, or of any library that speaks Standard Schema with JSON Schema.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaAnswer<Output> | Promise<SchemaAnswer<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** JSON Schema of what the schema takes. */
    readonly jsonSchema: { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> };
  };
}

type SchemaAnswer<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema as `tools/list` shows it, and the check of arguments against it. */
export interface CheckedSchema<Output> {
  readonly inputSchema: JsonSchema;
  /** @returns the arguments as the schema makes them, or what is wrong with them */
  readonly check: (args: unknown) => Promise<{ readonly value: Output } | { readonly issues: readonly Issue[] }>;
}

/**
 * @param name of the tool, for messages
 * @throws {TypeError} a schema without a JSON Schema of an object
 */
export function fromStandard<Output>(name: string, { '~standard': standard }: StandardSchema<Output>): CheckedSchema<Output> {
  const { $schema: _dialect, ...inputSchema } = jsonSchemaOf(name, standard);
  return {
    inputSchema,
    check: async (args) => {
      const answer = await standard.validate(args);
      if (answer.issues === undefined) return { value: answer.value };
      return { issues: answer.issues.map(({ message, path = [] }) => ({ message, path: path.map(keyOf) })) };
    },
  };
}

const keyOf = (part: PropertyKey | { readonly key: PropertyKey }): PropertyKey => (typeof part === 'object' ? part.key : part);

function jsonSchemaOf(name: string, { jsonSchema, vendor }: StandardSchema['~standard']): Record<string, unknown> {
  // zod before 4.2 has no JSON Schema of its own.
  if (typeof jsonSchema?.input !== 'function')
    throw new TypeError(`The tool "${name}" has a schema of ${vendor} that gives no JSON Schema: use zod 4.2 or later, or "inputSchema"`);
  const made = jsonSchema.input({ target: 'draft-2020-12' });
  if (made['type'] !== 'object') throw new TypeError(`The schema of the tool "${name}" must be of an object: arguments have names`);
  return made;
}
