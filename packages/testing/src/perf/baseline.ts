import { isJsonObject } from '@service/sdk/model';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { TestClientError } from '../errors.ts';
import type { PerfSample } from './usage.ts';

/** Growth that is told, and growth that fails the test. */
const warnRatio = 1.1;
const failRatio = 1.25;

/** Differences that say nothing: clocks, ticks and allocators are that coarse. */
const noise: PerfSample = { durationMs: 5, cpuTimeMs: 20, heapDelta: 262_144, rssDelta: 1_048_576 };

export interface Regression {
  readonly severity: 'warning' | 'error';
  readonly message: string;
}

/**
 * What became worse since the baseline was written. A test that it does not know, and every test under `SERVICE_UPDATE_BASELINE=1`, is
 * written into it; on a build machine (`CI`) nothing is.
 * @throws {TestClientError} for a file that is no baseline
 */
export function compareWithBaseline(file: string, test: string, sample: PerfSample): readonly Regression[] {
  const path = resolve(file);
  const known = readBaseline(path);
  const before = known[test];
  if (before !== undefined && process.env['SERVICE_UPDATE_BASELINE'] !== '1') return regressions(before, sample);
  if (process.env['CI']) return [];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ perfBaselineVersion: 1, tests: { ...known, [test]: sample } }, undefined, 2)}\n`);
  return [];
}

function regressions(before: PerfSample, now: PerfSample): readonly Regression[] {
  return (Object.keys(noise) as (keyof PerfSample)[]).flatMap((key): readonly Regression[] => {
    const [was, is] = [before[key], now[key]];
    if (was <= 0 || is - was <= noise[key] || is <= was * warnRatio) return [];
    const percent = Math.round((is / was - 1) * 100);
    return [
      {
        severity: is > was * failRatio ? 'error' : 'warning',
        message: `${key} is ${Math.round(is)}, ${percent} % more than the baseline of ${Math.round(was)}`,
      },
    ];
  });
}

function readBaseline(path: string): Readonly<Record<string, PerfSample>> {
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isJsonObject(value) && value['perfBaselineVersion'] === 1 && isJsonObject(value['tests'])) return readSamples(value['tests']);
  } catch {
    // Told below.
  }
  throw new TestClientError(`${path} is no baseline of this version. Delete it to write it again.`);
}

function readSamples(tests: Readonly<Record<string, unknown>>): Record<string, PerfSample> {
  const samples: Record<string, PerfSample> = {};
  for (const [name, value] of Object.entries(tests)) {
    const member = (key: keyof PerfSample): number => (isJsonObject(value) && typeof value[key] === 'number' ? value[key] : 0);
    samples[name] = {
      durationMs: member('durationMs'),
      heapDelta: member('heapDelta'),
      cpuTimeMs: member('cpuTimeMs'),
      rssDelta: member('rssDelta'),
    };
  }
  return samples;
}
