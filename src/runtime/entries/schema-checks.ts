import { parseWith, type SchemaIssue } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { ToolModel } from '../model/index.ts';
import type { Checks, Validator, Check } from './entry-services.ts';

/** Checks by a schema of a library, or a record of them, that the build did not turn into a table. */
export const checkLibrarySchema =
  (schema: unknown): Check =>
  (value) =>
    parseWith(schema, value);

/** Checks by a raw JSON Schema. @throws {ServiceError} CONFIG_INVALID without its validator */
export function checkRaw(model: ToolModel, { validators }: Checks): Check {
  const validator = validators?.[model.id];
  // Calling without a check would hand unchecked input to the author: refuse to start instead.
  if (validator === undefined)
    throw new ServiceError(
      'CONFIG_INVALID',
      `tool "${model.listedName}" has a raw JSON Schema and no validator: build the project with "service build"`,
    );
  return (value) => {
    const issues = validator(value);
    return issues === undefined ? { value } : { issues };
  };
}

/** A check that a JSON Schema validator wrote at build time: true, or false with what it found. */
export interface CompiledCheck {
  (this: CheckRun, value: unknown, at?: object): boolean;
  errors?: readonly CompiledCheckError[] | null;
  /** Which members it has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
  evaluated?: object;
}

interface CompiledCheckError {
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  readonly message?: string;
  /** Of `additionalProperties` and `unevaluatedProperties`: the member that may not be there. */
  readonly params?: { readonly additionalProperty?: string; readonly unevaluatedProperty?: string };
}

/** Findings for one value so far; every check gets them as `this`. */
type CheckRun = Map<object, Map<object, Found>>;

interface Found {
  readonly errors: readonly CompiledCheckError[] | null;
  readonly evaluated: object | undefined;
}

/** A compiled check as the run time asks it: issues, or nothing for a good value. */
export function compiledValidator(check: CompiledCheck): Validator {
  return (value) => (check.call(new Map(), value) ? undefined : (check.errors ?? []).map(issueOf));
}

function issueOf({ instancePath, message = 'is not valid', params }: CompiledCheckError): SchemaIssue {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = params?.additionalProperty ?? params?.unevaluatedProperty;
  return { path, message: member === undefined ? message : `${message}: ${JSON.stringify(member.slice(0, 100))}` };
}

/** Options that fail are all reported, again on each level of a tree; more would not be read. */
const maxErrors = 100;

/**
 * A check of a definition that a JSON Schema refers to. It looks at each object once: of a recursive `oneOf` every option refers to the same
 * definition, which would double the work with each level.
 */
export function onceCheck(check: CompiledCheck): CompiledCheck {
  // The validator's own text writes what it finds to the function that stands under its name, which is this one.
  const once: CompiledCheck = function (this: CheckRun, value, at) {
    if (typeof value !== 'object' || value === null) return check.call(this, value, at);
    let found = this.get(once);
    if (found === undefined) this.set(once, (found = new Map<object, Found>()));
    const known = found.get(value);
    if (known !== undefined) {
      once.errors = known.errors === null ? null : [...known.errors];
      if (once.evaluated !== undefined) Object.assign(once.evaluated, known.evaluated);
      return known.errors === null;
    }
    const isValid = check.call(this, value, at);
    if (!isValid) once.errors = (once.errors ?? []).slice(0, maxErrors);
    found.set(value, {
      errors: isValid ? null : [...(once.errors ?? [])],
      evaluated: once.evaluated === undefined ? undefined : { ...once.evaluated },
    });
    return isValid;
  };
  return once;
}
