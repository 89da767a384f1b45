// node --import tsx scripts/clients/matrix/run-leg-alone.ts <job.json> <result.json>: one client in a process of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { runLeg, type LegJob } from './run-leg.ts';

const [job = '', result = ''] = process.argv.slice(2);
// Some clients reject a promise that nothing waits for, after the answer has come: the scenarios decide.
process.on('unhandledRejection', (error) => console.error('unhandled rejection', error));
writeFileSync(result, JSON.stringify(await runLeg(JSON.parse(readFileSync(job, 'utf8')) as LegJob)));
process.exit(0);
