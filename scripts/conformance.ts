import { readFlags } from './read-flags.ts';

const { positionals: named, values } = readFlags('conformance', {
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});

try {
  const { allLegs, legsNamed } = await import('./conformance/legs.ts');
  const { runLegs } = await import('./conformance/run-legs.ts');
  const outcomes = await runLegs(named.length > 0 ? named.flatMap(legsNamed) : allLegs());
  for (const { name, problem, complaints, log } of outcomes) {
    for (const complaint of complaints) console.error(`${name}: ${complaint}`);
    if (problem !== undefined) console.error(`${name}: below the expected numbers: ${problem}; the suite's own output: ${log}`);
  }
  if (values.json) console.log(JSON.stringify(Object.fromEntries(outcomes.map(({ name, numbers }) => [name, numbers])), null, 2));
  else
    for (const { name, numbers } of outcomes)
      console.log(
        `${name.padEnd(16)} ${numbers.passed} ok, ${numbers.failed} wrong, ${numbers.warnings} warnings, ${numbers.skipped} left out`,
      );
  process.exitCode = outcomes.some(({ problem }) => problem !== undefined) ? 1 : 0;
} catch (error) {
  console.error(`npm run conformance: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
