/* What the forms ask for and what they send, without React. */
import { isRecord } from '@service/sdk/internal';
import type { Json } from '@service/sdk/model';
import { shownText } from '../views/format.ts';

/** Kinds of inputs; everything else of a schema is a text. */
export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'enum';

/** One question of a form. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly description?: string;
  /** Choices of an `enum`, as texts. */
  readonly enumValues?: readonly string[];
}

/** A tool as `tools/list` gives it; a form reads these members. */
export interface FormTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** A prompt as `prompts/list` gives it. */
export interface FormPrompt {
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?: readonly PromptArgument[] | undefined;
}

/** One argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** A field with what the schema says of its values, which are not always texts. */
interface SchemaField extends Field {
  readonly choices: readonly Json[];
  readonly schemaDefault: unknown;
}

/** What a person wrote into the fields, by name. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The fields of a tool's form, in the order of its schema. */
export function fieldsOfTool({ inputSchema }: FormTool): readonly SchemaField[] {
  const { properties, required } = inputSchema ?? {};
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, given]) => {
    const schema = isRecord(given) ? given : {};
    // A schema is JSON, and so are its choices.
    const choices = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
    return {
      name,
      type: choices.length > 0 ? 'enum' : typeOf(schema['type']),
      required: needed.has(name),
      ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
      ...(choices.length > 0 ? { enumValues: [...new Set(choices.map(choiceText))] } : {}),
      choices,
      schemaDefault: schema['default'],
    };
  });
}

function typeOf(type: unknown): Exclude<FieldType, 'enum'> {
  // `["number", "null"]` asks for a number: what is left empty is left out.
  const named: unknown = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  return named === 'number' || named === 'integer' || named === 'boolean' ? named : 'string';
}

/** A choice as a person reads it; objects as JSON, so that two of them differ. */
const choiceText = (choice: Json): string => (typeof choice === 'object' ? shownText(choice) : String(choice));

/** What the fields hold before a person writes: the default of a choice, and the first choice where one is required. */
export function startTexts(fields: readonly SchemaField[]): FieldTexts {
  return byName(fields, ({ choices, enumValues = [], required, schemaDefault }) => {
    const standard = choices.find((choice) => choice === schemaDefault);
    if (standard !== undefined) return choiceText(standard);
    return required ? (enumValues[0] ?? '') : '';
  });
}

/** Arguments of the call: numbers and booleans from their texts; an optional field without a text is left out. */
export function toolArguments(fields: readonly SchemaField[], texts: FieldTexts): Record<string, Json> {
  return byName(
    fields.filter(({ name, required }) => required || textOf(texts, name) !== ''),
    (field) => valueOf(field, textOf(texts, field.name)),
  );
}

function valueOf({ choices, type }: SchemaField, text: string): Json {
  if (type === 'number' || type === 'integer') return Number(text);
  if (type === 'boolean') return text === 'true';
  // Choices need not be texts: the tool gets the one that was chosen.
  return type === 'enum' ? (choices.find((choice) => choiceText(choice) === text) ?? text) : text;
}

/** Arguments of a prompt: every one a text, empty where a person left it so. */
export const promptArguments = (named: readonly PromptArgument[], texts: FieldTexts): Record<string, string> =>
  byName(named, ({ name }) => textOf(texts, name));

/** @returns an empty text for what was not written */
export const textOf = (texts: FieldTexts, name: string): string => (Object.hasOwn(texts, name) ? (texts[name] ?? '') : '');

/** A server chooses the names, `__proto__` among them: they become members and nothing else. */
const byName = <Named extends { readonly name: string }, T>(items: readonly Named[], make: (item: Named) => T): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.name, make(item)]));
