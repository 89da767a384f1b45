import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import type { AnyClass } from '@service/sdk/define';
import { collect, serverModelOf } from '@service/sdk/entries';
import type { EvaluatedSite } from '../../model/schemas.ts';
import { effectsLeft } from './effects.ts';
import { createPreparation } from './prepare.ts';
import { isFolderRead, reportOfError, sendReport, variablesRead } from './report.ts';
import { isMachineRead, words } from './machine-reads.ts';

/** Called by the evaluation's generated entry with the decorated class. */
export async function reportModel(server: unknown, compileSites: () => readonly EvaluatedSite[]): Promise<never> {
  const preparation = createPreparation();
  try {
    if (!isClass(server)) throw new TypeError('the entry does not export the server class');
    // Assumed values may break option rules; then only the composition of the server matters.
    const { model, warnings } = serverModelOf(await collect(server, preparation.prepare), {}, { tolerant: words.has('assumed') });
    await whatWasBegun();
    const readsFolder = isFolderRead();
    const loaded = [...Object.keys(createRequire(`${process.cwd()}/`).cache).filter(isAbsolute), ...preparation.read()];
    const environment = variablesRead();
    const effects = effectsLeft();
    const readsMachine = isMachineRead();
    const prepared = preparation.found();
    const asked = { prepared, readsFolder, readsMachine, environment, effects };
    return sendReport({ kind: 'model', server: model, ...asked, warnings, sites: compileSites(), loaded });
  } catch (error) {
    const report = reportOfError('model', error);
    return sendReport(report.kind === 'unprepared' ? { ...report, read: preparation.read() } : report);
  }
}

/** Lets what the modules began while loading (a `fetch`, a rejection) come to light before the model is believed. */
async function whatWasBegun(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isClass = (value: unknown): value is AnyClass => typeof value === 'function';
