/*
 * npm run clients: drives every client of the table at the built bundles, on node, stdio and workerd, with and without sign-in.
 * `--json` prints one object, `--markdown` the table of docs/clients.md, `--leg <name>` narrows the legs; words choose clients.
 */
import { legNames, matrixClients } from './clients/matrix/clients.ts';
import { judgeLeg, reportOf, type MatrixReport } from './clients/matrix/report.ts';
import { runAlone, runMatrix } from './clients/matrix/run-matrix.ts';
import { readFlags, stop } from './read-flags.ts';

const { positionals: words, values } = readFlags('clients', {
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    leg: { type: 'string', multiple: true, default: [] },
  },
});
const unknown = values.leg.filter((name) => !legNames.some((leg) => leg === name));
if (unknown.length > 0) stop('clients', `no leg ${unknown.join(', ')}; legs: ${legNames.join(', ')}`);
const clients = matrixClients.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
if (clients.length === 0) stop('clients', `no client ${words.join(', ')}; clients: ${matrixClients.map(({ id }) => id).join(', ')}`);

const results = await runMatrix({
  clients,
  legs: legNames.filter((leg) => values.leg.length === 0 || values.leg.includes(leg)),
  run: runAlone,
  onResult: (result) => {
    const { passed, failed, theirs, problems } = judgeLeg(result);
    console.error(
      `${failed > 0 ? 'FAIL' : 'ok  '}  ${result.client}, ${result.leg}: ${passed} ok, ${failed} ours, ${theirs.length} theirs`,
    );
    for (const problem of problems) console.error(`        ${problem.replaceAll('\n', '\n        ')}`);
  },
});
const judged = results.map((result) => judgeLeg(result));
if (values.json) console.log(JSON.stringify(reportOf(results), null, 2));
else if (values.markdown) console.log(printTable(reportOf(results)));
else {
  const sum = (count: (leg: (typeof judged)[number]) => number): number => judged.reduce((total, leg) => total + count(leg), 0);
  console.log(
    `${clients.length} clients, ${results.length} legs: ${sum(({ passed }) => passed)} scenarios passed, ${sum(({ failed }) => failed)} ours, ${sum(({ theirs }) => theirs.length)} theirs`,
  );
}
process.exitCode = judged.some(({ failed }) => failed > 0) ? 1 : 0;

/** The table of docs/clients.md, and the faults below it. */
function printTable(report: MatrixReport): string {
  const rows = Object.entries(report).map(([client, legs]) => {
    const cells = legNames.map((leg) => {
      const found = legs[leg];
      if (found === undefined) return '';
      const total = found.passed + found.failed + found.theirs.length;
      return found.passed === total ? `${total}` : `${found.passed} of ${total}`;
    });
    return `| \`${client}\` | ${cells.join(' | ')} |`;
  });
  const reasons = Object.entries(report).flatMap(([client, legs]) => {
    const theirs = new Set(Object.values(legs).flatMap((leg) => leg.theirs));
    return [...theirs].map((reason) => `- \`${client}\`, ${reason}`);
  });
  return [`| client | ${legNames.join(' | ')} |`, `| --- | ${legNames.map(() => '---').join(' | ')} |`, ...rows, '', ...reasons].join('\n');
}
