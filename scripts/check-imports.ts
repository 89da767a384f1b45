import { resolve } from 'node:path';
import { checkTree } from './borders/check-tree.ts';

const report = checkTree(resolve(process.argv[2] ?? '.'));
for (const { file, line, message } of report.violations) console.log(`${file}:${line} ${message}`);
for (const cycle of report.cycles) console.log(`import cycle: ${cycle.join(' -> ')}`);
const problems = report.violations.length + report.cycles.length;
console.log(`${report.files} files, ${report.violations.length} forbidden imports, ${report.cycles.length} cycles`);
process.exitCode = problems === 0 ? 0 : 1;
