import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readContract, type Contract } from '@service/sdk/contract';
import { TestClientError } from '../errors.ts';

/**
 * The contract that a file keeps. The first run writes it, and so does one with `SERVICE_UPDATE_CONTRACT=1`; on a build machine (`CI`) a
 * missing file is a failure, because a file written there would not be committed.
 * @throws {TestClientError}
 */
export function storedContract(file: string, live: Contract): Contract {
  const path = resolve(file);
  if (process.env['SERVICE_UPDATE_CONTRACT'] === '1' || !existsSync(path)) return writeContract(path, live);
  const stored = readContract(readFileSync(path, 'utf8'));
  if (stored === undefined)
    throw new TestClientError(`${path} holds no contract that this version understands. Name a contract.json of \`service build\`.`);
  return visiblePart(stored, live);
}

function writeContract(path: string, live: Contract): Contract {
  if (process.env['CI'] && !existsSync(path))
    throw new TestClientError(`There is no contract to compare with yet: ${path}. Run the test once outside of CI and commit the file.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(live, undefined, 2)}\n`);
  return live;
}

/** The part of a built contract that clients see: without hidden tools, access rules, skills and members that a start decides. */
function visiblePart(stored: Contract, live: Contract): Contract {
  return {
    ...stored,
    server: openMembersOf(stored.server, live.server),
    tools: seen(
      stored.tools.filter(({ visibility }) => visibility === 'public'),
      live.tools,
    ),
    resources: seen(stored.resources, live.resources),
    resourceTemplates: seen(stored.resourceTemplates, live.resourceTemplates),
    prompts: seen(stored.prompts, live.prompts),
    skills: [],
  };
}

interface Entry {
  readonly name: string;
  readonly decidedAtStart?: readonly string[];
}

function seen<E extends Entry>(stored: readonly E[], live: readonly E[]): E[] {
  return stored.map((entry) => {
    const rules = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'authorities' && key !== 'availableWhen')) as E;
    const now = live.find(({ name }) => name === entry.name);
    return now === undefined ? rules : openMembersOf(rules, now);
  });
}

/** Members that each start decides are taken as they are now. */
const openMembersOf = <E extends { readonly decidedAtStart?: readonly string[] }>(stored: E, now: E): E => ({
  ...stored,
  ...Object.fromEntries(Object.entries(now).filter(([key]) => stored.decidedAtStart?.includes(key) === true)),
});
