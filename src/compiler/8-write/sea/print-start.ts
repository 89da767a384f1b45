import { stringLiteral } from '../../../escape/javascript.ts';

/** What becomes an executable. */
export interface Program {
  /** The bundle, CommonJS. */
  readonly code: string | Uint8Array;
  /** Path of the bundle from the folder of the executable, with `/`. */
  readonly bundle: string;
  readonly version: string;
}

/** By which an executable of a version is known without a start. */
export const printVersionAnswer = (version: string): string => `process.stdout.write(${stringLiteral(`${version}\n`)})`;

/**
 * The first statements of an executable. `--version` is answered before code of the server runs, so that a build can prove an executable
 * without running it. Then everything is where the bundle has it: Node's own `require` of an executable loads nothing but its own modules,
 * and the files and native packages of a server lie beside the bundle.
 */
export function printStart({ bundle, version }: Pick<Program, 'bundle' | 'version'>): string {
  return (
    `if(process.argv[2]==='--version'){${printVersionAnswer(version)};return}` +
    `__filename=require('node:path').join(__dirname,${stringLiteral(bundle)});__dirname=require('node:path').dirname(__filename);` +
    `process.argv[1]=__filename;require=require('node:module').createRequire(__filename);\n`
  );
}
