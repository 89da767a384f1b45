import type { SchemaIssue } from '../define/index.ts';
import type { Validator } from './checks.ts';

/** A check that a JSON Schema validator wrote at build time: true, or false with what it found. */
export interface CompiledCheck {
  (value: unknown): boolean;
  errors?: readonly CompiledCheckError[] | null;
}

export interface CompiledCheckError {
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  readonly message?: string;
}

/** A compiled check as the run time asks it: issues, or nothing for a good value. */
export function compiledValidator(check: CompiledCheck): Validator {
  return (value) => (check(value) ? undefined : (check.errors ?? []).map(issueOf));
}

function issueOf({ instancePath, message }: CompiledCheckError): SchemaIssue {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { path, message: message ?? 'is not valid' };
}
