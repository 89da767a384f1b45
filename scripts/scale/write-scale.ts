import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printScale, type ScaleStyle } from './print-scale.ts';

/** Writes a generated project, replacing its sources. */
export function writeScale(folder: string, style: ScaleStyle, count: number): void {
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  for (const { path, contents } of printScale(style, count)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
}
