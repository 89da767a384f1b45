/*
 * npm run migrate-servers: moves public servers of the official SDK with `service migrate`, builds them, and asks original and migrated one
 * the same. `--json` prints one object, names choose servers. `normalise.ts` says what the comparison does not judge. It ends with 1 when an
 * answer differs, when less than 95 % of the entries of servers written with `registerTool` and the like move, or a server cannot be moved.
 */
import { readFlags } from './read-flags.ts';
import { runServer, type ServerResult } from './migrate-servers/run-server.ts';
import { highLevelNames, recordedServers } from './migrate-servers/servers.ts';

const minMovedShare = 0.95;

async function main(): Promise<number> {
  const options = { json: { type: 'boolean' } } as const;
  const { positionals: names, values: flags } = readFlags('migrate-servers', { options, allowPositionals: true });
  const results: ServerResult[] = [];
  for (const server of recordedServers.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const result = await runServer(server);
    results.push(result);
    console.error(`${result.name}: ${result.moved} entries moved, ${result.equal} of ${result.answers} answers equal`);
    if (result.failure !== undefined) console.error(result.failure.slice(0, 2000));
    for (const difference of result.differences.slice(0, 3)) console.error(JSON.stringify(difference, undefined, 1).slice(0, 3000));
  }
  const summary = summarise(results);
  if (flags.json === true)
    console.log(JSON.stringify({ ...summary, servers: Object.fromEntries(results.map((result) => [result.name, result])) }));
  else console.log(JSON.stringify(summary, undefined, 2));
  return summary.failed === 0 && summary.equal === summary.answers && summary.movedShare >= minMovedShare ? 0 : 1;
}

function summarise(results: readonly ServerResult[]) {
  const sum = (count: (result: ServerResult) => number, rows = results): number => rows.reduce((total, row) => total + count(row), 0);
  const highLevel = results.filter(({ name }) => highLevelNames.has(name));
  const moved = sum((row) => row.moved, highLevel);
  const entries = moved + sum((row) => row.entriesLeft, highLevel);
  return {
    count: results.length,
    failed: results.filter(({ failure }) => failure !== undefined).length,
    answers: sum((row) => row.answers),
    equal: sum((row) => row.equal),
    /** Of servers written with `registerTool`, `registerResource`, `registerPrompt`. */
    moved,
    entries,
    movedShare: entries === 0 ? 1 : moved / entries,
    lowLevelMoved: sum((row) => row.moved) - moved,
    normalised:
      'texts of refused arguments, $schema and additionalProperties: false, default execution, _meta of errors, prompt descriptions',
  };
}

process.exit(await main());
