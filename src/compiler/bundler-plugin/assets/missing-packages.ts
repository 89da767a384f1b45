import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import type { Message } from 'esbuild';
import type { UnresolvedImport } from '../unresolved-finding.ts';
import { isPackageFile } from '../keep-names.ts';
import type { FoundImport } from './find-import.ts';

/**
 * Packages that installed packages ask for while they run, and that are not installed: drivers and plugins of which a project uses some.
 * Undefined when something else is wrong too.
 */
async function missingOptionalPackages(root: string, messages: readonly Message[]): Promise<string[] | undefined> {
  const names = await Promise.all(messages.map((message) => optionalName(root, message)));
  return names.every((name) => name !== undefined) && names.length > 0 ? [...new Set(names)] : undefined;
}

async function optionalName(root: string, { location, text }: Message): Promise<string | undefined> {
  const [, name] = /^Could not resolve "([^"./][^"]*)"$/.exec(text) ?? [];
  if (name === undefined || location === null) return undefined;
  return (await isOptionalImport({ name, importer: resolve(root, location.file) })) ? name : undefined;
}

/**
 * Whether a missing import is optional: packages can work without what they load while they run, except modules of Node that they load at
 * once. Such a package fails before it is called.
 */
export async function isOptionalImport({ importer, name }: UnresolvedImport): Promise<boolean> {
  if (!isPackageFile(importer)) return false;
  const found = await findImport(importer, name);
  return found?.isCall === true && !(isBuiltin(name) && found.runs === 'always');
}

/** Bundles without the optional packages that are not installed; code that needs one fails when it runs. */
export async function withoutMissing<Result>(
  root: string,
  bundle: (missing: readonly string[]) => Promise<Result>,
  errorsOf: (error: unknown) => readonly Message[] | undefined,
): Promise<Result> {
  const missing: string[] = [];
  for (;;) {
    try {
      return await bundle(missing);
    } catch (error) {
      const messages = errorsOf(error);
      const more = messages === undefined ? undefined : await missingOptionalPackages(root, messages);
      if (more === undefined || more.every((name) => missing.includes(name))) throw error;
      missing.push(...more);
    }
  }
}

/** Finds an import; TypeScript's parser is loaded with the first call. */
export const findImport = async (file: string, specifier: string): Promise<FoundImport | undefined> =>
  (await import('./find-import.ts')).findImport(file, specifier);

/** Whether a script begins with "use strict". */
export const isStrictScript = async (text: string): Promise<boolean> => (await import('./strict-script.ts')).isStrictScript(text);
