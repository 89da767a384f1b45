import { isJsonObject } from '../../model/index.ts';
import { kindOf, describeKind } from '../arguments/value-kind.ts';
import { readValue } from '../arguments/read-value.ts';
import type { AnswerQuestion } from '../connection/client.ts';
import { CommandFailure, UsageFault } from '../failures.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { oneLine, type Terminal } from '../output/terminal.ts';
import { textOf } from '../output/print-result.ts';

/** Puts a server's form to the person at the terminal, one line for each field. */
export const answerAt =
  ({ error }: Terminal, ask: (question: string) => Promise<string>): AnswerQuestion =>
  async (method, params) => {
    if (method !== 'elicitation/create') throw new CommandFailure(`This program cannot answer ${oneLine(method)}`);
    error(`${oneLine(textOf(params['message']))}\n`);
    const schema = isJsonObject(params['requestedSchema']) ? params['requestedSchema'] : {};
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const content: [string, Json][] = [];
    for (const [property, field] of Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {})) {
      const value = await askField({ property, field, root: schema, required: required.includes(property) }, { error, ask });
      if (value !== undefined) content.push([property, value]);
    }
    if (content.length > 0) return { action: 'accept', content: Object.fromEntries(content) };
    const agreed = (await ask('Continue? [y/N] ')).trim().toLowerCase();
    return agreed === 'y' || agreed === 'yes' ? { action: 'accept', content: {} } : { action: 'decline' };
  };

interface Field {
  readonly property: string;
  readonly field: Json | undefined;
  readonly root: JsonObject;
  readonly required: boolean;
}

async function askField(
  { field, property, required, root }: Field,
  { ask, error }: Pick<Terminal, 'error'> & { readonly ask: (question: string) => Promise<string> },
): Promise<Json | undefined> {
  const kind = kindOf(field, root);
  const { default: standard, description, title } = isJsonObject(field) ? field : {};
  const name = oneLine(typeof title === 'string' ? title : property);
  if (typeof description === 'string') error(`  ${oneLine(description)}\n`);
  const shown = standard === undefined ? '' : ` [${JSON.stringify(standard)}]`;
  // Choices and the default are the server's words too: JSON leaves C1 and bidirectional controls as they are.
  const question = oneLine(`${name} (${describeKind(kind)})${shown}`);
  for (;;) {
    const text = await ask(`  ${question}: `);
    if (text === '' && standard !== undefined) return standard;
    if (text === '' && !required) return undefined;
    try {
      return readValue(text, kind, name);
    } catch (fault) {
      if (!(fault instanceof UsageFault)) throw fault;
      error(`  ${oneLine(fault.message)}\n`);
    }
  }
}
