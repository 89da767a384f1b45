import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { chaosChecks } from './testing/chaos-checks.ts';
import { clientChecks } from './testing/client-checks.ts';
import { conformanceChecks } from './testing/conformance-checks.ts';
import { fidelityChecks } from './testing/fidelity-checks.ts';
import { packageChecks } from './testing/package-checks.ts';
import { packedTests, scaffoldChecks } from './testing/scaffold-checks.ts';
import { addResults, type Section, type SectionContext, type SectionResult } from './testing/section.ts';
import { staticChecks } from './testing/static-checks.ts';
import { testFiles } from './testing/test-files.ts';

const sections: readonly Section[] = [
  ...staticChecks,
  testFiles('unit', 'tests beside the code; those of commands run in scaffold', {
    folders: ['src', 'packages', 'scripts', 'spec', 'bench'],
    batchSize: 24,
    elsewhere: packedTests,
  }),
  testFiles('fixtures', 'real projects, built bundles', { folders: ['test'], batchSize: 5, elsewhere: packedTests }),
  packageChecks,
  scaffoldChecks,
  conformanceChecks,
  clientChecks,
  chaosChecks,
  fidelityChecks,
];

const { only, filters } = readArguments(process.argv.slice(2));
const chosen = sections.filter(({ name }) =>
  only.length > 0 ? only.includes(name) : filters.length === 0 || name === 'unit' || name === 'fixtures',
);
// What the tests of stores, of sign-in pages and of completion run against; said clearly when it cannot be had.
spawnSync('bash', ['scripts/system-packages.sh', 'redis-server', 'chromium-headless-shell', 'zsh', 'fish', 'script=bsdutils'], {
  cwd: resolve(import.meta.dirname, '..'),
  stdio: ['ignore', 'ignore', 'inherit'],
});
const context: SectionContext = { root: resolve(import.meta.dirname, '..'), filters, say: (line) => console.log(line) };
const results: SectionResult[] = [];
for (const section of chosen) {
  console.log(`\n${section.name}: ${section.about}`);
  const started = performance.now();
  const result = await runSection(section);
  results.push(result);
  console.log(
    `  ${result.passed} ok, ${result.failed} wrong, ${result.skipped} left out, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
const total = addResults(results);
const nothing = total.passed + total.failed + total.skipped === 0;
if (nothing) console.error(`\nNo test matches ${[...only, ...filters].join(' ')}.`);
process.exitCode = total.failed > 0 || nothing ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

/** A section that throws is one failed test, so that the others still run and the last line still comes. */
async function runSection(section: Section): Promise<SectionResult> {
  try {
    return await section.run(context);
  } catch (error) {
    console.log(`  FAIL  ${section.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function readArguments(args: readonly string[]): { only: string[]; filters: string[] } {
  const only: string[] = [];
  const filters: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    if (argument === '--only') only.push(...(args[(at += 1)] ?? '').split(','));
    else if (argument.startsWith('--only=')) only.push(...argument.slice('--only='.length).split(','));
    else if (argument.startsWith('-')) fail(`unknown flag ${argument}; known: --only <section,…>`);
    else filters.push(argument);
  }
  const unknown = only.filter((name) => !sections.some((section) => section.name === name));
  if (unknown.length > 0) fail(`no section ${unknown.join(', ')}; sections: ${sections.map(({ name }) => name).join(', ')}`);
  return { only, filters };
}

function fail(message: string): never {
  console.error(`npm test: ${message}`);
  process.exit(2);
}
