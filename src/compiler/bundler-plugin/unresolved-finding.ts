import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import { isPackageName } from './assets/package-name.ts';

/** An import that the bundler could not resolve, with the absolute path of its module. */
export interface UnresolvedImport {
  readonly name: string;
  readonly importer: string;
}

/** The finding for an import that leads to no module, with what to do about it. */
export const unresolvedFinding = (one: UnresolvedImport, location: { readonly span?: Span | undefined }): Diagnostic =>
  diagnose('bundle-failed', { text: `Could not resolve "${one.name}"`, remedy: remedyOf(one) }, location);

function remedyOf({ importer, name }: UnresolvedImport): string {
  if (/^[./]/.test(name)) return 'Correct the path: it begins at the folder of the file that imports, and no module is there';
  if (name.startsWith('#')) return `Correct the name, or add "${name}" to \`imports\` of package.json`;
  const ofPackage = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
  if (isBuiltin(name) || !isPackageName(ofPackage)) return 'Correct the name';
  return isInstalled(ofPackage, importer)
    ? `${ofPackage} is installed and has no such module for this target: correct the path, or use another package`
    : `Run \`npm install ${ofPackage}\`, or correct the name`;
}

/** As Node looks for packages: in this folder and in each above it. */
function isInstalled(name: string, importer: string): boolean {
  for (let folder = dirname(importer); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', name))) return true;
    if (folder === dirname(folder)) return false;
  }
}
