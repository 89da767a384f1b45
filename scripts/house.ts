import { resolve } from 'node:path';
import { limits, measureHouse } from './house/measure-house.ts';
import { readFlags } from './read-flags.ts';

/** The sources at 0e1821d, which later ones are compared with. */
const before = { files: 1273, lines: 70_448 } as const;

const { values } = readFlags('house', { options: { json: { type: 'boolean', default: false } } });
const { findings, report } = measureHouse(resolve(import.meta.dirname, '..'));
for (const finding of findings) console.error(finding);
const compared = { ...report, before, filesRatio: report.files / before.files, linesRatio: report.lines / before.lines };
if (values.json) console.log(JSON.stringify(compared));
else
  for (const [name, value] of Object.entries(compared))
    console.log(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
const over = Object.entries(limits).filter(([name, limit]) => report[name as keyof typeof limits] > limit);
if (over.length > 0) {
  console.error(`The house is not in order: ${over.map(([name, limit]) => `${name} is over ${limit}`).join(', ')}.`);
  process.exitCode = 1;
}
