import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { kindOf, describeKind } from '../arguments/value-kind.ts';
import { readValue } from '../arguments/read-value.ts';
import type { AnswerQuestion } from '../../client/answers.ts';
import { CommandFailure, UsageFault } from '../failures.ts';
import { confirm, oneLine, type Ask } from '../../terminal/index.ts';
import type { Terminal } from '../output/terminal.ts';
import { textOf } from '../output/print-result.ts';

/**
 * Puts a server's form to the person at the terminal, one line for each field.
 * @param asker the server, as the person knows it
 */
export const answerAt =
  (terminal: Pick<Terminal, 'say'>, ask: Ask, asker: string): AnswerQuestion =>
  async (method, params) => {
    if (method !== 'elicitation/create') throw new CommandFailure(`This program cannot answer ${oneLine(method)}`);
    terminal.say(oneLine(`${asker} asks: ${textOf(params['message'])}`));
    const schema = isJsonObject(params['requestedSchema']) ? params['requestedSchema'] : {};
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const content: [string, Json][] = [];
    for (const [property, field] of Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {})) {
      const value = await askField({ property, field, root: schema, required: required.includes(property) }, { terminal, ask });
      if (value === declined) return { action: 'decline' };
      if (value !== undefined) content.push([property, value]);
    }
    if (content.length > 0) return { action: 'accept', content: Object.fromEntries(content) };
    return (await confirm('Continue?', ask)) ? { action: 'accept', content: {} } : { action: 'decline' };
  };

/** In place of a value: the person wants to answer none of it. */
const declined = Symbol('declined');

interface Field {
  readonly property: string;
  readonly field: Json | undefined;
  readonly root: JsonObject;
  readonly required: boolean;
}

async function askField(
  { field, property, required, root }: Field,
  { ask, terminal }: { readonly ask: Ask; readonly terminal: Pick<Terminal, 'say'> },
): Promise<Json | undefined | typeof declined> {
  const kind = kindOf(field, root);
  const { default: standard, description, title } = isJsonObject(field) ? field : {};
  const name = oneLine(typeof title === 'string' ? title : property);
  if (typeof description === 'string') terminal.say(`  ${oneLine(description)}`);
  const shown = standard === undefined ? '' : ` [${JSON.stringify(standard)}]`;
  // Choices and the default are the server's words too: JSON leaves C1 and bidirectional controls as they are.
  const question = oneLine(`${name} (${describeKind(kind)})${shown}`);
  for (;;) {
    const text = await ask(`  ${question}: `);
    if (text === '' && standard !== undefined) return standard;
    if (text === '' && !required) return undefined;
    if (text === '' && (await confirm('  Decline to answer?', ask))) return declined;
    try {
      return readValue(text, kind, name);
    } catch (fault) {
      if (!(fault instanceof UsageFault)) throw fault;
      terminal.say(`  ${oneLine(fault.message)}`);
    }
  }
}
