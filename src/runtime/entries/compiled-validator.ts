import type { SchemaIssue } from '../define/index.ts';
import type { CompiledCheck, CompiledCheckError } from './compiled-check.ts';
import type { Validator } from './entry-services.ts';

/** A compiled check as the run time asks it: issues, or nothing for a good value. */
export function compiledValidator(check: CompiledCheck): Validator {
  return (value) => (check.call(new Map(), value) ? undefined : (check.errors ?? []).map(issueOf));
}

function issueOf({ instancePath, message }: CompiledCheckError): SchemaIssue {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { path, message: message ?? 'is not valid' };
}
