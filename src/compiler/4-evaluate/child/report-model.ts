import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import type { AnyClass } from '@service/sdk/define';
import { collect, type Collected, serverModelOf, adapterKey, type PrepareAdapter, prepareWith } from '@service/sdk/entries';
import { ServiceError } from '@service/sdk/errors';
import type { ServerModel } from '@service/sdk/model';
import type { BranchItem, ShownBranches } from '../../model/branches.ts';
import type { EvaluatedSite } from '../../model/schemas.ts';
import { effectsLeft } from './effects.ts';
import { isFolderRead, reportOfError, sendReport, variablesRead, projectFolder } from './report.ts';
import { isMachineRead, words, wordOf } from './machine-reads.ts';
import { createPrepareIo } from '@service/sdk/hosts/prepare-io';
import type { AdapterLine, WantedDocument } from '../../model/documents.ts';
import type { EvaluatedModel, PreparedAdapters } from '../child-report.ts';
import { otherBranches } from './branches.ts';

/** Called by the evaluation's generated entry with the decorated class. */
export async function reportModel(server: unknown, compileSites: () => readonly EvaluatedSite[], shown: ShownBranches): Promise<never> {
  const preparation = createPreparation();
  try {
    if (!isClass(server)) throw new TypeError('the entry does not export the server class');
    const collected = await collect(server, preparation.prepare);
    const { model, warnings } = serverModelOf(collected);
    await whatWasBegun();
    const readsFolder = isFolderRead();
    const environment = variablesRead();
    const effects = effectsLeft();
    const readsMachine = isMachineRead();
    const branches = words.has('alone') ? [] : await branchesOf(server, shown, preparation.prepare);
    if (!words.has('alone')) await prepareBranches(collected, shown, preparation.prepare);
    const loaded = [...Object.keys(createRequire(`${process.cwd()}/`).cache).filter(isAbsolute), ...preparation.read()];
    const prepared = preparation.found();
    const asked = { branches, prepared, readsFolder, readsMachine, environment, effects };
    return sendReport({ kind: 'model', server: model, ...asked, warnings, sites: compileSites(), loaded });
  } catch (error) {
    const report = reportOfError('model', error);
    return sendReport(report.kind === 'unprepared' ? { ...report, read: preparation.read() } : report);
  }
}

/** One branch may have any number of items of one class; this many are looked at. */
const maxTurns = 12;

/** What is faulty in another branch is reported by the start that takes it; here its composition matters. */
async function branchesOf(server: AnyClass, { items }: ShownBranches, prepare: PrepareAdapter): Promise<EvaluatedModel['branches']> {
  const found: { readonly server: ServerModel; readonly first: BranchItem }[] = [];
  for (let turn = 0; items.length > 0 && turn < maxTurns; turn += 1) {
    const { listsOf, taken } = otherBranches(items, turn);
    const collected = await collect(server, prepare, listsOf).catch(leftOut);
    const [first] = taken;
    if (first === undefined) break;
    if (collected !== undefined) found.push({ server: serverModelOf(collected, {}, { tolerant: true }).model, first });
  }
  return found;
}

/** What adapters prepare with the options of other branches has to be what they prepared here. */
async function prepareBranches({ adapterClasses }: Collected, { adapterOptions }: ShownBranches, prepare: PrepareAdapter): Promise<void> {
  for (const { made, name, target } of adapterClasses)
    if (made?.instance.entries !== undefined)
      for (const options of adapterOptions[name] ?? [])
        await Promise.resolve(
          prepare({ className: target.name, name, target, options: { ...Object(made.instance.options), ...options } }),
        ).catch(leftOut);
}

function leftOut(failure: unknown): undefined {
  if (failure instanceof ServiceError) return undefined;
  throw failure;
}

/** Lets what the modules began while loading (a `fetch`, a rejection) come to light before the model is believed. */
async function whatWasBegun(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isClass = (value: unknown): value is AnyClass => typeof value === 'function';

interface Preparation {
  readonly prepare: PrepareAdapter;
  readonly found: () => PreparedAdapters;
  /** Absolute paths of the documents. */
  readonly read: () => readonly string[];
}

function createPreparation(): Preparation {
  const read = new Set<string>();
  const data = new Map<string, unknown>();
  const varying = new Set<string>();
  const lines: AdapterLine[] = [];
  const io = createPrepareIo({
    root: projectFolder(),
    lockedIn: wordOf('locked-in'),
    onRead: (path) => void read.add(path),
    onLine: (adapter, { about, level, text }) => void lines.push({ adapter, level, about, text }),
    onMissing: words.has('refresh') ? askFor : undefined,
  });
  const run = prepareWith(io, Number(wordOf('prepare-ms')));
  return {
    prepare: async (adapter) => {
      const prepared = await run(adapter);
      const key = adapterKey(adapter);
      if (!data.has(key)) data.set(key, prepared);
      else if (JSON.stringify(data.get(key)) !== JSON.stringify(prepared)) varying.add(adapter.name);
      return prepared;
    },
    found: () => ({ data: [...data], lines, varying: [...varying] }),
    read: () => [...read],
  };
}

const wanted: WantedDocument[] = [];

/** Reports all that is asked for at the same time: the compiler fetches it, and starts another process that finds it. */
function askFor(document: WantedDocument): void {
  wanted.push(document);
  if (wanted.length > 1) return;
  let seen = 0;
  const look = (): void => {
    if (wanted.length === seen) sendReport({ kind: 'wanted', documents: wanted });
    seen = wanted.length;
    setImmediate(look);
  };
  setImmediate(look);
}
