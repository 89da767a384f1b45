import { endpointPathProblem } from '@service/sdk/options';
import { ConfigProblem, type ConfigDiagnostic } from './config-problem.ts';
import { commonSettings, settings } from './generated.ts';
import type { Field, Fields } from './setting-row.ts';

/** A setting's value and who gave it, for messages and `config print --origin`. */
export interface Settled<Value> {
  readonly value: Value;
  readonly origin: string;
}

export interface Sources {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shown as the origin of values from the file. */
  readonly fileName: string;
}

/** Flag, then variable, then file: the first that gives text. Undefined leaves the default to the caller. */
export function settle(field: Field, fromFile: string | number | undefined, sources: Sources): Settled<string> | undefined {
  const flag = field.flag === undefined ? undefined : sources.flags[field.flag.slice(2)];
  if (flag !== undefined) return { value: flag, origin: field.flag ?? '' };
  const variable = field.variable === undefined ? undefined : sources.env[field.variable];
  if (variable !== undefined && variable !== '') return { value: variable, origin: field.variable ?? '' };
  return fromFile === undefined ? undefined : { value: String(fromFile), origin: sources.fileName };
}

/**
 * A settled text as a port.
 * @throws {ConfigProblem} naming the flag or variable that holds something else
 */
export function readPort(settled: Settled<string> | undefined): Settled<number> | undefined {
  if (settled === undefined) return undefined;
  const port = Number(settled.value);
  if (!/^\d+$/.test(settled.value) || port > 65535)
    throw new ConfigProblem([settingFault(`${settled.origin} must be a port from 0 to 65535`)]);
  return { value: port, origin: settled.origin };
}

/**
 * A settled text as the path of the MCP endpoint.
 * @throws {ConfigProblem} naming the variable that holds another path
 */
export function readEntryPath(settled: Settled<string> | undefined): Settled<string> | undefined {
  const problem = settled === undefined ? undefined : endpointPathProblem(settled.value);
  if (settled !== undefined && problem !== undefined) throw new ConfigProblem([settingFault(`${settled.origin}: ${problem}`)]);
  return settled;
}

export const settingFault = (message: string): ConfigDiagnostic => ({ code: 'config-wrong-value', severity: 'error', message });

/** The row of a setting, by its path; those of single deployments included. */
export function fieldAt(...path: readonly string[]): Field {
  let fields: Fields = { ...commonSettings, ...settings };
  let field: Field | undefined;
  for (const key of path) {
    field = fields[key];
    fields = field?.rule.kind === 'object' ? field.rule.fields : {};
  }
  if (field === undefined) throw new Error(`no setting ${path.join('.')}`);
  return field;
}
