import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBuilder } from './testing/builder.ts';
import { chaosChecks } from './testing/chaos-checks.ts';
import { clientChecks } from './testing/client-checks.ts';
import { startCodeCache } from './testing/code-cache.ts';
import { conformanceChecks } from './testing/conformance-checks.ts';
import { printFailures } from './testing/failures.ts';
import { fidelityChecks } from './testing/fidelity-checks.ts';
import { missingOnMachine } from './testing/machine.ts';
import { inOwnProcess } from './testing/own-process.ts';
import { packageChecks } from './testing/package-checks.ts';
import { createPool } from './testing/pool.ts';
import { oneBundlePerTarget, runsCommands, startsProcesses } from './testing/process-tests.ts';
import { packedTests, scaffoldChecks } from './testing/scaffold-checks.ts';
import { addResults, type Failure, type Section, type SectionContext, type SectionResult } from './testing/section.ts';
import { endWithSignals } from './testing/signals.ts';
import { staticChecks } from './testing/static-checks.ts';
import { strangerChecks } from './testing/stranger-checks.ts';
import { testFiles } from './testing/test-files.ts';

const root = resolve(import.meta.dirname, '..');
const unitFolders = ['src', 'packages', 'scripts', 'spec', 'bench'];
const isUnit = (file: string): boolean => !file.startsWith('test/') && !startsProcesses(resolve(root, file));
const { only, filters, quick } = readArguments(process.argv.slice(2));

const unit = testFiles('unit', 'tests beside the code, each within its process', {
  folders: unitFolders,
  filesPerProcess: 60,
  order: 50,
  includes: (file) => isUnit(file) && (!packedTests.includes(file) || filters.length > 0),
});
/** These keep a compiler in their process. */
const commands = testFiles('commands', 'commands of the sources, each call within the process of its test', {
  folders: [...unitFolders, 'test'],
  filesPerProcess: 60,
  order: 35,
  includes: (file) => runsCommands(resolve(root, file)) && !packedTests.includes(file),
});
const fixtures = testFiles('fixtures', 'real projects, built bundles and the programs that tests start', {
  folders: [...unitFolders, 'test'],
  filesPerProcess: 24,
  order: 40,
  includes: (file) =>
    quick
      ? oneBundlePerTarget.includes(file)
      : !isUnit(file) && (packedTests.includes(file) ? filters.length > 0 : !runsCommands(resolve(root, file))),
});
const sections: readonly Section[] = [
  ...staticChecks,
  unit,
  commands,
  fixtures,
  packageChecks,
  scaffoldChecks,
  ...[conformanceChecks, clientChecks, chaosChecks, fidelityChecks].map(inOwnProcess),
];

/** For people to read: a test elsewhere holds each of their rules. */
const onRequest: readonly Section[] = [strangerChecks];

const chosen = chooseSections();
const missing = missingOnMachine(root);
for (const line of missing) console.error(`npm test: ${line}`);
if (missing.length > 0) process.exit(1);
endWithSignals();

// The bundler, the type checker and the linter are Go programs: collecting garbage at every doubling is a fifth of their CPU time.
process.env['GOGC'] ??= '400';
startCodeCache();

const failures: Failure[] = [];
/** A core is idle while a test waits for what it has started: one place more than cores. */
const pool = createPool(availableParallelism() + 1);
/** Nothing is built by the static checks. */
const builder = chosen.every((section) => staticChecks.includes(section)) ? undefined : await startBuilder(root);
const total = addResults(await Promise.all(chosen.map(runSection)));
builder?.stop();
const nothing = total.passed + total.failed + total.skipped === 0;
if (nothing) console.error(`\nNo test matches ${[...only, ...filters].join(' ')}.`);
process.exitCode = total.failed > 0 || nothing ? 1 : 0;
console.log(`${printFailures(failures)}\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

/** A section that throws is one failed test, so that the others still run and the last line still comes. */
async function runSection(section: Section): Promise<SectionResult> {
  const { about, name, order = 30 } = section;
  const started = performance.now();
  const context: SectionContext = {
    root,
    filters,
    say: (line) => console.log(line),
    fail: (failure) => failures.push({ ...failure, command: failure.command || `npm test -- --only ${name}` }),
    run: (work) => pool.run(order, work),
  };
  const result = await section.run(context).catch((error: unknown): SectionResult => {
    context.say(`  FAIL  ${name}`);
    context.fail({ where: name, text: error instanceof Error ? (error.stack ?? error.message) : String(error), command: '' });
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const { failed, passed, skipped } = result;
  const took = `after ${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${name}: ${passed} ok, ${failed} wrong, ${skipped} left out, ${took} (${about})`);
  return result;
}

function chooseSections(): readonly Section[] {
  const all = [...sections, ...onRequest];
  const unknown = only.filter((name) => !all.some((section) => section.name === name));
  if (unknown.length > 0) fail(`no section ${unknown.join(', ')}; sections: ${all.map(({ name }) => name).join(', ')}`);
  if (only.length > 0) return all.filter(({ name }) => only.includes(name));
  if (quick) return [...staticChecks, unit, fixtures];
  return filters.length > 0 ? [unit, commands, fixtures] : sections;
}

function readArguments(args: readonly string[]): { only: readonly string[]; filters: readonly string[]; quick: boolean } {
  try {
    const options = { only: { type: 'string', multiple: true }, quick: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { only: (values.only ?? []).flatMap((names) => names.split(',')), filters: positionals, quick: values.quick ?? false };
  } catch (error) {
    const [told = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    return fail(`${told}; known: --only <section,…>, --quick, and parts of the paths of test files`);
  }
}

function fail(message: string): never {
  console.error(`npm test: ${message}`);
  process.exit(2);
}
