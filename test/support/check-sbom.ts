/* Test support: bills of materials, judged by the CycloneDX project's own validator and schema (tools/authors). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Validator {
  validate(text: string): Promise<unknown>;
}

interface Validation {
  readonly Validation: { readonly JsonStrictValidator: new (version: string) => Validator };
}

const library = join(import.meta.dirname, '../../tools/authors/node_modules/@cyclonedx/cyclonedx-library/dist.node/index.node.js');

/** @returns what the strict schema of CycloneDX 1.6 finds wrong: null is nothing, and members it does not know are wrong */
export async function faultsOfBill(text: string): Promise<unknown> {
  const { Validation } = (await import(pathToFileURL(library).href)) as Validation;
  return new Validation.JsonStrictValidator('1.6').validate(text);
}
