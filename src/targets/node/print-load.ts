import type { TargetInput } from '../../compiler/target.ts';
import { stringLiteral } from '../../escape/javascript.ts';

/** The statement that loads a file beside it, in the format of the bundle. */
export function printLoad({ format }: Pick<TargetInput, 'format'>, fileName: string): string {
  const file = stringLiteral(`./${fileName}`);
  return format === 'esm' ? `import ${file};\n` : `require(${file});\n`;
}
